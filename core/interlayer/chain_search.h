#pragma once

#include "core/interlayer/search_task.h"
#include "core/interlayer/obstacles.h"
#include "core/pipeline/chain_cost.h"
#include "core/interlayer/segment_fate.h"
#include "core/interlayer/segment_enumeration.h"
#include "core/intralayer/answer_memory.h"
#include "core/intralayer/blocking_search.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace tilescape::interlayer {

struct ChainControl {
    std::stop_token stop;
    std::stop_token enough; ///< asks for the best so far, from searches that have one
    int threads = 0;
    std::size_t schedulesKept = 0; ///< for each place in the order; 0: as many as the search likes
    std::function<void(Count done, Count total)> onProgress;
};

/// How a search over the network asks for its layers: everything, unless a rival draws or learns instead.
struct LayerLookup {
    intralayer::LayerSearch search = intralayer::searchLayer;
    /// Whether to look at a segment of several vertices under these values of its group rules' variables; null: always.
    std::function<bool(const pipeline::Segment& segment, const std::vector<Count>& values)> looksAt;
};

/// What became of the beginnings of schedules that were tried: segments in a row, every map lying somewhere.
struct ChainCounts {
    Count tried = 0;
    Count dominated = 0; ///< a better one leaves all maps as they lie in this
    Count beyond = 0;    ///< better ones than may be kept end at the same layer
    ChainCounts& operator+=(const ChainCounts& other)
    {
        tried += other.tried;
        dominated += other.dominated;
        beyond += other.beyond;
        return *this;
    }
    friend bool operator==(const ChainCounts&, const ChainCounts&) = default;
};

struct ChainAnswer {
    dataflow::Partition inputPartition;
    std::vector<pipeline::PlacedLayer> layers; ///< in the order in which they run, priced; empty if stopped or nothing fits
    std::vector<pipeline::SegmentTiming> segments;
    intralayer::SearchCounts counts;
    ChainCounts chains;
    std::vector<SegmentVerdict> verdicts; ///< of all segments; none where every layer runs by itself
    std::vector<intralayer::SearchCounts> blockings; ///< by segment of the answer: of its layers in their groups
    std::vector<LayerObstacle> obstacles; ///< one a layer that no scheme fits
    bool complete = true;           ///< no combination of layouts was left out: nothing in the space is better
};

/// Layer after layer, layouts chained, over every layout of the network's input: dynamic programming over the layouts
/// of the maps that are still needed, keeping the best `layoutsKept` combinations.
ChainAnswer searchChain(const SearchTask& task, const intralayer::Objective& objective,
                        intralayer::AnswerMemory& memory, const ChainControl& control,
                        const LayerLookup& lookup = {});

} // namespace tilescape::interlayer
