#pragma once

#include "core/cost/layout_index.h"
#include "core/cost/map_groups.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tilescape::cost {

/// The parts of a layout that overlap the pieces of sharing groups. The pieces of a partition have few different spans
/// along each side of a map: where such a span overlaps the layout is looked up once, when it is first asked for, and a
/// piece costs no more than the parts that it has.
class LayoutOverlaps {
public:
    /// Both arguments must outlive this.
    LayoutOverlaps(const LayoutIndex& layout, const MapGroups& groups);

    /// Replaces `parts` by one entry for each piece of the layout that overlaps the piece of the group of this index, as
    /// `LayoutIndex::find` does.
    void find(std::size_t group, std::vector<LayoutIndex::Part>& parts);

private:
    struct Overlap {
        std::uint32_t index = 0; ///< of a span along a side of a block, or of a block
        Count length = 0;
    };
    /// Of one span of the groups.
    struct Slice {
        std::uint32_t begin = 0; ///< in `m_overlaps`
        std::uint32_t end = 0;
        bool known = false;
    };
    /// One side of blocks: theirs are mostly the same.
    struct Axis {
        const std::vector<dataflow::Span>* spans = nullptr;
        std::vector<Slice> slices; ///< by the number of the groups' span
    };
    using Axes = std::array<std::uint32_t, 3>; ///< of a block: batch, row, column

    [[nodiscard]] std::uint32_t axisOf(std::size_t side, const std::vector<dataflow::Span>& spans);
    const Slice& along(std::size_t side, std::uint32_t axis, std::uint32_t span);
    const Slice& channels(std::uint32_t span);
    void findFew(std::size_t group, std::vector<LayoutIndex::Part>& parts);

    const LayoutIndex& m_layout;
    const MapGroups& m_groups;
    std::vector<Overlap> m_overlaps;
    std::vector<Slice> m_channels; ///< by the number of the groups' span: blocks
    std::array<std::vector<Axis>, 3> m_axes;
    std::vector<Axes> m_axesOfBlock;
    std::array<std::vector<Count>, 4> m_few; ///< of each side: by span and piece, where the layout has few pieces
};

} // namespace tilescape::cost
