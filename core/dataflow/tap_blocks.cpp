#include "core/dataflow/tap_blocks.h"

namespace tilescape::dataflow {

namespace {

/// Taps [begin, end), counted row by row.
void addTaps(Span taps, Extent filter, bool onePosition, std::vector<TapBlock>& blocks)
{
    const Count firstRow = quotient(taps.begin, filter.width);
    const Count lastRow = quotient(taps.end - 1, filter.width);
    const Span columns{taps.begin - firstRow * filter.width, taps.end - lastRow * filter.width};
    const Span all{0, filter.width};
    if (firstRow == lastRow) {
        blocks.push_back({{firstRow, firstRow + 1}, columns});
        return;
    }
    if (!onePosition) {
        blocks.push_back({{firstRow, lastRow + 1}, all});
        return;
    }
    blocks.push_back({{firstRow, firstRow + 1}, {columns.begin, filter.width}});
    if (lastRow > firstRow + 1) {
        blocks.push_back({{firstRow + 1, lastRow}, all});
    }
    blocks.push_back({{lastRow, lastRow + 1}, {0, columns.end}});
}

} // namespace

Extent windowOf(const network::Layer& layer)
{
    const Extent filter = network::filterOf(layer);
    const Extent stride = network::isTransposed(layer) ? network::strideOf(layer) : Extent{};
    return {ceilDivide(filter.height, stride.height), ceilDivide(filter.width, stride.width)};
}

std::vector<TapBlock> tapBlocks(const network::Layer& layer, const ArrayMapping& mapping)
{
    const Extent filter = network::filterOf(layer);
    std::vector<TapBlock> blocks;
    for (Count fold = 0; fold < mapping.fold.height; ++fold) {
        const Count begin = fold * mapping.foldedSet.height;
        const Span part{begin, std::min(begin + mapping.foldedSet.height, mapping.logicalSet.height)};
        if (mapping.logicalSet.height == filter.height) {
            blocks.push_back({part, {0, filter.width}});
        } else {
            addTaps(part, filter, network::sweptSize(layer).size() == 1 && !network::isTransposed(layer), blocks);
        }
    }
    if (network::isTransposed(layer)) {
        // Taps a stride apart reach neighbouring words.
        const Extent stride = network::strideOf(layer);
        const auto inWindow = [](Span taps, Count step) {
            return Span{quotient(taps.begin, step), ceilDivide(taps.end, step)};
        };
        for (TapBlock& block : blocks) {
            block = {inWindow(block.row, stride.height), inWindow(block.column, stride.width)};
        }
    }
    return blocks;
}

} // namespace tilescape::dataflow
