#pragma once

#include "core/dataflow/pe_mapping.h"

namespace tilescape::dataflow {

/// Once-through traffic and room of one unit pass: one folded input and output map, and the filter (cost-model.md 1).
struct UnitPass {
    PerLevel<PerTensor<double>> accesses;
    PerTensor<Count> bufferWords;
    PerTensor<Count> registerWords;
    double operations = 0;
    Count cycles = 0;
    bool copiesShareTheBus = false; ///< a word crosses the bus once for all copies of the set that use it
};

/// Output channels are computed from channels of the same number: no weights, or depthwise.
bool isChannelwise(const network::Layer& layer);

/// Groups that tiles go through one after another, all of the batch for each (cost-model.md 1): those of convolutions, of the gradients of
/// their inputs and of products by heads; 1 of channelwise layers.
Count groupsInTurn(const network::Layer& layer);

/// Maps of which an element-wise layer reads one word each for an operation, one after another; of other layers one.
Count operandsOf(const network::Layer& layer);

/// A PE slides a row of the filter along a row of the map. Of an element-wise layer the words of all operands are moved and
/// kept in the buffer (Counts::Reference: of one).
UnitPass rowStationaryPass(const network::Layer& layer, const ArrayMapping& mapping, Counts counts);

/// A PE keeps the taps that come to lie on it, and inputs and sums flow past (systolic_mapping.h).
UnitPass systolicPass(const network::Layer& layer, const ArrayMapping& mapping, Counts counts);

} // namespace tilescape::dataflow
