#pragma once

#include "core/network/layer.h"
#include "core/support/dimensions.h"

#include <array>

namespace tilescape::dataflow {

/// What a layer is split along over the tiles of its region (cost-model.md 3; Tangram 2.3, Table 1).
enum class Split { OutputChannel, Map, Batch, InputChannel };
inline constexpr std::array<Split, 4> allSplits{Split::OutputChannel, Split::Map, Split::Batch, Split::InputChannel};
template <typename T>
using PerSplit = support::EnumArray<Split, T, 4>;

std::string_view nameOf(Split split); ///< "output_channel", "fmap", "batch", "input_channel"

/// How a layer is split over a region: each split takes a share of the region's height and width; the splits nest,
/// outermost first. The shares multiply up to the region.
struct Partition {
    std::array<Split, 4> order = allSplits;
    PerSplit<Extent> shares;

    [[nodiscard]] Extent tiles() const;
    /// Tiles from one part of `split` to the next, along each side: the shares of the splits inside it.
    [[nodiscard]] Extent strideOf(Split split) const;
    friend bool operator==(const Partition&, const Partition&) = default;
    friend auto operator<=>(const Partition&, const Partition&) = default;
};

/// Whether each tile has the part of the same number of `split` in both.
bool splitsAlike(const Partition& a, const Partition& b, Split split);

} // namespace tilescape::dataflow
