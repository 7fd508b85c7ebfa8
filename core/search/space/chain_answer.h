#pragma once

#include "core/dataflow/partition.h"
#include "core/pipeline/chain_cost.h"
#include "core/search/space/layer_obstacles.h"
#include "core/search/space/search_counts.h"
#include "core/search/space/segment_outcomes.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace tilescape::search {

/// How a search over a network is watched and stopped.
struct ChainControl {
    std::stop_token stop;
    std::stop_token enough; ///< asks for the best so far, from searches that have one
    int threads = 0;
    std::size_t schedulesKept = 0; ///< for each place in the order; 0: as many as the search likes
    std::function<void(Count done, Count total)> onProgress;
};

/// The best schedule that a search over a network found, and what it looked at.
struct ChainAnswer {
    dataflow::Partition inputPartition;
    std::vector<pipeline::PlacedLayer>
        layers; ///< in the order in which they run, priced; empty if stopped or nothing fits
    std::vector<pipeline::SegmentTiming> segments;
    SearchCounts counts;
    ChainCounts chains;
    std::vector<RunOutcome> runOutcomes;  ///< of all segments; none where every layer runs by itself
    std::vector<SearchCounts> blockings;  ///< by segment of the answer: of its layers in their groups
    std::vector<LayerObstacle> obstacles; ///< one a layer that no scheme fits
    bool complete = true;                 ///< no combination of layouts was left out: nothing in the space is better
};

} // namespace tilescape::search
