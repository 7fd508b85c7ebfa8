#pragma once

#include "core/search/kapla/share_ranking.h"
#include "core/search/kapla/blocking_branch_and_bound.h"
#include "core/search/space/layer_partitions.h"
#include "core/search/space/layer_task.h"
#include "core/search/space/padded_nests.h"

#include <array>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace tilescape::search {

/// The blocking of a class of shares that costs least under some groups, hops expected as far as is usual.
struct ClassBest {
    double energyPj = std::numeric_limits<double>::infinity(); ///< without hops of fetches; infinite: none fits
    double cycles = 0;
    std::array<Count, 3> fetches{};
};

/// What a layer may cost in any region of one extent, wherever it lies on the chip: ways to share it out, ranked, and the
/// best blockings of each. Found when asked for and cached; every answer depends on the question alone, so that threads
/// may ask in any order.
class LayerCandidates {
public:
    /// Of the task's region only the extent counts.
    explicit LayerCandidates(const LayerTask& task);

    [[nodiscard]] const std::vector<ShareClass>& ranking() const { return m_ranking; }
    /// Nothing in such a region costs less, where no tensor may bypass the buffer; else an estimate (ShareClass::cost).
    [[nodiscard]] double least() const { return m_ranking.empty() ? 0 : m_ranking.front().cost; }
    /// A class of the ranking and what its best blocking costs without groups, hops expected as far as is usual.
    struct Found {
        std::size_t number = 0;
        double cost = std::numeric_limits<double>::infinity(); ///< infinite: there is none
    };
    /// The best of all classes among those that cost less than `most`, or one that is a thousandth worse. Not cached.
    Found bestBelow(double most);
    /// The same of all classes.
    Found best();
    /// Of the ranking's entry `number`.
    ClassBest bestOf(std::size_t number, const pipeline::TopGroups& top);
    /// Its nests that may be the best, the best without groups first.
    const std::vector<PreparedNest>& nestsOf(std::size_t number) { return classAt(number).nests; }
    [[nodiscard]] SearchCounts counts() const { return m_counts; }

private:
    /// What all blockings of a class have in common.
    struct Class {
        std::vector<PreparedNest> nests;
        std::array<double, 3> fetchPj{};
        std::map<pipeline::TopGroups, ClassBest> best;
    };
    Class& classAt(std::size_t number);
    [[nodiscard]] PreparedNest nestOf(const BlockingKind& kind, const PaddedNest& nest) const;
    Class prepared(std::size_t number, SearchCounts& counts) const;
    [[nodiscard]] std::array<double, 3> usualFetchPj(const dataflow::Partition& partition,
                                                     const dataflow::TileLayer& tile) const;

    LayerTask m_task;
    std::vector<ShareClass> m_ranking;
    std::mutex m_mutex; ///< of what follows
    std::vector<std::unique_ptr<Class>> m_classes;
    std::optional<Found> m_best;
    SearchCounts m_counts;
};

} // namespace tilescape::search
