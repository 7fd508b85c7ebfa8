#include "core/program/layer_ranges.h"

#include <algorithm>

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

} // namespace

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
