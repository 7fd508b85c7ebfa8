#pragma once

#include "core/pipeline/network_task.h"
#include "core/pipeline/segment_links.h"

#include <vector>

namespace tilescape::pipeline {

/// Whether the weights of these layers may stay in their tiles for good: one pipeline for the whole network, and a region for each
/// layer with weights, so that nothing ever replaces them (Tangram section 3.3). `placements`: the layers of one segment. Where the
/// chip works layer by layer, even a single layer is brought in anew.
bool mayPinWeights(const NetworkTask& task, const std::vector<Placement>& placements);

} // namespace tilescape::pipeline
