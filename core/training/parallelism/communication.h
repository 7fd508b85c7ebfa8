#pragma once

#include "core/support/enum_array.h"
#include "core/training/parallelism/graph.h"

namespace tilescape::training::parallelism {

/// What is communicated, and why (HyPar, Tables 1 and 2).
enum class Kind {
    Gradient,   ///< partial sums of the weights' gradients, in a data-parallel layer
    PartialSum, ///< partial sums of the output map, in a model-parallel layer
    FeatureMap, ///< maps between layers that are split in different ways
    Error       ///< and their errors
};
inline constexpr std::array<Kind, 4> allKinds{Kind::Gradient, Kind::PartialSum, Kind::FeatureMap, Kind::Error};
using PerKind = support::EnumArray<Kind, double, 4>;
std::string_view nameOf(Kind kind); ///< "gradient", "partial_sum", "feature_map", "error"

double total(const PerKind& parts);

using Choices = std::vector<Choice>; ///< one a vertex

/// The share of a vertex's batch and input channels that the levels above have left to one group.
struct Share {
    double batch = 1;
    double channels = 1;
};
using Shares = std::vector<Share>;

/// The communication between the two halves of one group, in words. Not divided among accelerators and not rounded: a share
/// may be part of a channel (hypar.md 1.2).
class CommunicationModel {
public:
    CommunicationModel(const Graph& graph, double batch, const Settings& settings);

    [[nodiscard]] const Graph& graph() const { return m_graph; }
    /// Table 1. Zero for a join.
    [[nodiscard]] PerKind intraWords(std::size_t vertex, const Share& share, Choice choice) const;
    /// Table 2. From a join: what lies split by channels there is no whole map, so that data after model exchanges quarters.
    [[nodiscard]] PerKind interWords(const Edge& edge, const Shares& shares, Choice producer, Choice consumer) const;

    /// Both, of a vertex and the edges into it.
    [[nodiscard]] PerKind wordsOf(std::size_t vertex, const Shares& shares, const Choices& choices) const;

    /// What `choice` leaves of a share to each half.
    [[nodiscard]] Share half(Share share, Choice choice) const;

private:
    const Graph& m_graph;
    double m_batch;
    double m_intra; ///< directions that count
    double m_inter;
    double m_modelToModel; ///< part of the error
    Boundary m_boundary;
    bool m_halvesBatch;
    bool m_halvesChannels;
};

} // namespace tilescape::training::parallelism
