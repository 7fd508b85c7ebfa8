#include "core/cost/layout_overlaps.h"

namespace tilescape::cost {

using dataflow::Span;

namespace {

/// Of the pieces of a block, as `Axes` has them.
constexpr std::array<std::size_t, 3> gridSides{MapGroups::batchSide, MapGroups::rowSide, MapGroups::columnSide};

} // namespace

LayoutOverlaps::LayoutOverlaps(const LayoutIndex& layout, const MapGroups& groups) : m_layout(layout), m_groups(groups)
{
    if (!layout.few().empty()) {
        for (std::size_t side = 0; side < MapGroups::sides.size(); ++side) {
            for (const Span span : groups.spans(side)) {
                for (const dataflow::Layout::Piece& piece : layout.few()) {
                    m_few[side].push_back(dataflow::overlap(piece.range.*MapGroups::sides[side], span).size());
                }
            }
        }
        return;
    }
    m_channels.resize(groups.spans(MapGroups::channelSide).size());
    m_axesOfBlock.reserve(layout.blocks().size());
    for (const LayoutIndex::Block& block : layout.blocks()) {
        m_axesOfBlock.push_back({axisOf(0, block.batch), axisOf(1, block.row), axisOf(2, block.column)});
    }
}

std::uint32_t LayoutOverlaps::axisOf(std::size_t side, const std::vector<Span>& spans)
{
    std::vector<Axis>& known = m_axes[side];
    if (known.empty() || *known.back().spans != spans) {
        known.push_back({&spans, std::vector<Slice>(m_groups.spans(gridSides[side]).size())});
    }
    return static_cast<std::uint32_t>(known.size() - 1);
}

const LayoutOverlaps::Slice& LayoutOverlaps::along(std::size_t side, std::uint32_t axis, std::uint32_t span)
{
    Axis& own = m_axes[side][axis];
    Slice& slice = own.slices[span];
    if (!slice.known) {
        const Span wanted = m_groups.spans(gridSides[side])[span];
        slice = {static_cast<std::uint32_t>(m_overlaps.size()), 0, true};
        for (std::size_t index = LayoutIndex::firstBeyond(*own.spans, wanted.begin);
             index < own.spans->size() && (*own.spans)[index].begin < wanted.end; ++index) {
            m_overlaps.push_back(
                {static_cast<std::uint32_t>(index), dataflow::overlap((*own.spans)[index], wanted).size()});
        }
        slice.end = static_cast<std::uint32_t>(m_overlaps.size());
    }
    return slice;
}

const LayoutOverlaps::Slice& LayoutOverlaps::channels(std::uint32_t span)
{
    Slice& slice = m_channels[span];
    if (!slice.known) {
        const Span wanted = m_groups.spans(MapGroups::channelSide)[span];
        slice = {static_cast<std::uint32_t>(m_overlaps.size()), 0, true};
        const std::vector<LayoutIndex::Block>& blocks = m_layout.blocks();
        for (std::size_t number = m_layout.firstBlock(wanted.begin);
             number < blocks.size() && blocks[number].channel.begin < wanted.end; ++number) {
            if (const Count length = dataflow::overlap(blocks[number].channel, wanted).size(); length > 0) {
                m_overlaps.push_back({static_cast<std::uint32_t>(number), length});
            }
        }
        slice.end = static_cast<std::uint32_t>(m_overlaps.size());
    }
    return slice;
}

void LayoutOverlaps::findFew(std::size_t group, std::vector<LayoutIndex::Part>& parts)
{
    const std::array<std::uint16_t, 4>& spans = m_groups.spansOf(group);
    const std::vector<dataflow::Layout::Piece>& few = m_layout.few();
    parts.clear();
    for (std::size_t piece = 0; piece < few.size(); ++piece) {
        Count words = 1;
        for (std::size_t side = 0; side < spans.size(); ++side) {
            words *= m_few[side][spans[side] * few.size() + piece];
        }
        if (words > 0) {
            parts.push_back({words, few[piece].at});
        }
    }
}

void LayoutOverlaps::find(std::size_t group, std::vector<LayoutIndex::Part>& parts)
{
    if (!m_layout.few().empty()) {
        findFew(group, parts);
        return;
    }
    const std::array<std::uint16_t, 4>& spans = m_groups.spansOf(group);
    const Slice blocks = channels(spans[MapGroups::channelSide]);
    parts.clear();
    for (std::uint32_t ofChannels = blocks.begin; ofChannels < blocks.end; ++ofChannels) {
        const Overlap inChannels = m_overlaps[ofChannels];
        const LayoutIndex::Block& block = m_layout.blocks()[inChannels.index];
        const Axes& axes = m_axesOfBlock[inChannels.index];
        const Slice batch = along(0, axes[0], spans[MapGroups::batchSide]);
        const Slice rows = along(1, axes[1], spans[MapGroups::rowSide]);
        const Slice columns = along(2, axes[2], spans[MapGroups::columnSide]);
        const std::size_t first = parts.size();
        parts.resize(first
                     + static_cast<std::size_t>(batch.end - batch.begin) * (rows.end - rows.begin)
                           * (columns.end - columns.begin));
        LayoutIndex::Part* part = parts.data() + first;
        for (std::uint32_t i = batch.begin; i < batch.end; ++i) {
            const Count images = inChannels.length * m_overlaps[i].length;
            for (std::uint32_t j = rows.begin; j < rows.end; ++j) {
                const Count lines = images * m_overlaps[j].length;
                const Tile* const at =
                    block.at.data()
                    + (m_overlaps[i].index * block.row.size() + m_overlaps[j].index) * block.column.size();
                for (std::uint32_t k = columns.begin; k < columns.end; ++k) {
                    *part++ = {lines * m_overlaps[k].length, at[m_overlaps[k].index]};
                }
            }
        }
    }
}

} // namespace tilescape::cost
