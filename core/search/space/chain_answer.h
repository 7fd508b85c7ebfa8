#pragma once

#include "core/dataflow/partition.h"
#include "core/pipeline/chain_cost.h"
#include "core/pipeline/segment.h"
#include "core/search/space/layer_obstacles.h"
#include "core/search/space/search_counts.h"
#include "core/search/space/segment_outcomes.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace tilescape::search {

/// A segment and the tiles on which each of its regions works.
struct SegmentOnTiles {
    pipeline::Segment segment;
    std::vector<dataflow::Region> regions;
};

struct ChainAnswer;

/// How a search over a whole network is observed and stopped.
struct ChainControl {
    std::stop_token stop;          ///< the search ends without a schedule
    std::stop_token enough;        ///< the search ends with the best schedule so far, if it supports that
    int threads = 0;               ///< 0: all cores
    std::size_t schedulesKept = 0; ///< beam width at each position in the layer order; 0: the search's own
    std::size_t effort = 1;        ///< KAPLA keeps so many times as many candidates, plans and chains
    std::function<void(Count done, Count total)> onProgress; ///< layers done and in all; may be empty
    /// Of KAPLA: called with each schedule on the way to the answer that is better than those before; may be empty. What it is called with
    /// does not depend on the number of threads, and the answer not on whether there is one.
    std::function<void(const ChainAnswer& better)> onBetter;
    /// Of KAPLA: the segments that a schedule may have, and where they run; the rest is searched for. Null: all legal segments, on all tiles
    /// that they may do well on.
    const std::vector<SegmentOnTiles>* given = nullptr;
};

/// The best schedule that a search over a network found, and how it was found.
struct ChainAnswer {
    dataflow::Partition inputPartition; ///< how the network's input lies over the memory channels
    /// The layers in the order in which they run, priced. Empty if the search was stopped or nothing fits.
    std::vector<pipeline::PlacedLayer>
        layers;
    std::vector<pipeline::SegmentTiming> segments;
    SearchCounts counts;
    ChainCounts chains;                   ///< of partial schedules
    std::vector<RunOutcome> runOutcomes;  ///< of all segments considered; empty if every layer runs by itself
    std::vector<SearchCounts> blockings;  ///< by segment of the answer: of the searches for its layers
    std::vector<LayerObstacle> obstacles; ///< one for each layer that no scheme fits
    bool complete = true;                 ///< no combination of layouts was dropped: no schedule in the space is better
};

} // namespace tilescape::search
