#pragma once

#include "core/pipeline/network_task.h"
#include "core/pipeline/segment_links.h"

#include <vector>

namespace tilescape::pipeline {

/// Whether the weights of a segment's layers may stay on chip for all batches: the segment is the whole network,
/// regions run side by side, and no region has two layers with weights, so that nothing replaces them (Tangram 2.4;
/// cost-model.md 5). False if the rules do not let layers run side by side, or if a layer has a second operand.
/// `placements` are the layers of one segment.
bool mayPinWeights(const NetworkTask& task, const std::vector<Placement>& placements);

/// Whether the layer at `place` brings its weights in for every batch group: another layer with weights works on the same tiles,
/// a group each in turn, and has the whole buffer meanwhile (cost-model.md 5). False for Counts::Reference.
bool reloadsWeights(const network::Network& network, Counts counts, const std::vector<Placement>& placements,
                    std::size_t place);

} // namespace tilescape::pipeline
