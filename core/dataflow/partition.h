#pragma once

#include "core/network/layer.h"
#include "core/support/dimensions.h"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace tilescape::dataflow {

/// What a layer is split along over the tiles of its region (cost-model.md 3; Tangram 2.3, Table 1).
enum class Split { OutputChannel, Map, Batch, InputChannel };
inline constexpr std::array<Split, 4> allSplits{Split::OutputChannel, Split::Map, Split::Batch, Split::InputChannel};
template <typename T>
using PerSplit = support::EnumArray<Split, T, 4>;

/// Some of the splits. It allocates nothing: searches ask for millions of them.
class Splits {
public:
    constexpr Splits() = default;
    constexpr Splits(std::initializer_list<Split> splits)
    {
        for (const Split split : splits) {
            add(split);
        }
    }
    /// It must not be among them.
    constexpr void add(Split split) { m_splits[m_count++] = split; }
    [[nodiscard]] constexpr bool contains(Split split) const { return std::find(begin(), end(), split) != end(); }
    [[nodiscard]] constexpr const Split* begin() const { return m_splits.data(); }
    [[nodiscard]] constexpr const Split* end() const { return m_splits.data() + m_count; }

private:
    std::array<Split, 4> m_splits{};
    std::size_t m_count = 0;
};

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
