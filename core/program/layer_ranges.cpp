#include "core/program/layer_ranges.h"

#include <algorithm>
#include <map>

namespace tilescape::program {

namespace {

/// Words of the largest unit of any tile: pieces of transposed layers that begin within a stride may need a row more than
/// the model counts.
Count largestUnit(const Program& program, const LayerCode& code, Tensor tensor, const dataflow::LoopNest& nest)
{
    Count largest = 0;
    for (Count row = 0; row < code.region.extent.height; ++row) {
        for (Count column = 0; column < code.region.extent.width; ++column) {
            const UnitBoxes boxes(program.network, program.batch, code, row, column);
            for (Count stripe = 0; stripe < std::min(code.stripes, nest.iterations[Loop::Batch]); ++stripe) {
                largest = std::max(largest, boxes.words(tensor, {{0, 0, 0, stripe}}));
            }
        }
    }
    return largest;
}

/// All that tells a tile's words of the tensor from those of others: its units along each axis.
std::vector<Box> wordsAlongAxes(const UnitBoxes& boxes, Tensor tensor, const PerAxis<Count>& units)
{
    std::vector<Box> all;
    for (const Axis axis : allAxes) {
        Unit unit{{0, 0, 0, 0}};
        for (unit[axis] = 0; unit[axis] < units[axis]; ++unit[axis]) {
            const std::vector<Box> own = boxes.of(tensor, unit);
            all.insert(all.end(), own.begin(), own.end());
        }
    }
    return all;
}

/// Units of the tensor that are brought in between two transfers of the same unit, along each axis; those of one transfer where
/// none is brought in again.
PerAxis<Count> unitsBetweenTransfers(const LoopPlan& plan, Tensor tensor)
{
    PerAxis<Count> units = plan.held[tensor];
    if (const auto& rotation = plan.rotation[tensor]) {
        units[rotation->axis] *= rotation->parts;
    }
    bool repeats = false;
    for (std::size_t loop = 0; loop < plan.memoryDepth[tensor]; ++loop) {
        if (!plan.varies(tensor, loop)) {
            repeats = true;
        } else if (repeats) {
            units[plan.loops[loop].axis] *= plan.loops[loop].times;
        }
    }
    return units;
}

} // namespace

void layOutShared(const Program& program, const LoopPlan& plan, const PerTensor<PerAxis<Count>>& units,
                  const PerTensor<Count>& levels, LayerCode& code)
{
    for (const Tensor tensor : allTensors) {
        SharedRange& shared = code.shared[tensor];
        shared = {};
        shared.level = code.ranges[tensor].pieceWords > 0 ? levels[tensor] : 0;
        if (!shared.exists()) {
            continue;
        }
        shared.pieces = unitsBetweenTransfers(plan, tensor);
        std::map<std::vector<Box>, std::vector<Tile>> groups;
        for (Count row = 0; row < code.region.extent.height; ++row) {
            for (Count column = 0; column < code.region.extent.width; ++column) {
                const UnitBoxes boxes(program.network, program.batch, code, row, column);
                if (!boxes.isIdle()) {
                    groups[wordsAlongAxes(boxes, tensor, units[tensor])].push_back(code.region.at(row, column));
                }
            }
        }
        for (auto& [words, tiles] : groups) {
            shared.groups.push_back(std::move(tiles));
        }
    }
}

void spreadOver(const PerTensor<RingPlaces>& rings, const LoopPlan& plan, LayerCode& code)
{
    for (const Tensor tensor : allTensors) {
        Spread& spread = code.ranges[tensor].spread;
        spread = {};
        if (!plan.spread[tensor]) {
            continue;
        }
        spread.axis = plan.spread[tensor]->axis;
        spread.units = plan.held[tensor][spread.axis];
        for (const auto& [first, place] : rings[tensor]) {
            if (place.position != 0) {
                continue;
            }
            std::vector<Tile> ring{first}; // each names the one before it, the first one the last
            for (Tile at = place.before; at != first; at = rings[tensor].at(at).before) {
                ring.push_back(at);
            }
            std::reverse(ring.begin() + 1, ring.end());
            spread.rings.push_back(std::move(ring));
        }
    }
}

void layOutRanges(const Program& program, const dataflow::LoopNest& nest, const LoopPlan& plan, const PerTensor<bool>& kept, LayerCode& code)
{
    const network::Layer& layer = program.network.layers[code.layer];
    Count base = 0;
    for (const Tensor tensor : allTensors) {
        Range& range = code.ranges[tensor];
        range.inBuffer = kept[tensor];
        range.rotates = plan.rotation[tensor].has_value();
        range.pieces = plan.held[tensor];
        if (const Spread& spread = range.spread; spread.isSpread()) {
            range.pieces[spread.axis] = ceilDivide(spread.units, spread.tiles());
        }
        if (tensor == Tensor::Weight && !network::hasWeights(layer)) {
            continue;
        }
        range.pieceWords = std::max(nest.bufferWords[tensor], largestUnit(program, code, tensor, nest));
        if (range.takesRoom()) {
            range.base = base;
            base += range.words();
        }
    }
}

} // namespace tilescape::program
