#pragma once

#include "core/pipeline/segment_timing.h"

#include <vector>

namespace tilescape::pipeline {

/// Data that one layer of a segment hands on to another, by their places in the segment.
struct Handover {
    std::size_t from = 0;
    std::size_t to = 0;
    Count groups = 1; ///< pieces of a batch group's map; 1: all of it at once
    bool sameRegion = false;
    friend bool operator==(const Handover&, const Handover&) = default;
};

/// A loop at DRAM level below the segment's batch groups.
struct TopLoop {
    Loop loop = Loop::Batch;
    Count groups = 1;
    friend bool operator==(const TopLoop&, const TopLoop&) = default;
};

/// What a segment's timing rests on: who waits for whom, and how the loops of each layer nest in time (Tangram Fig. 8).
struct SegmentFlow {
    SegmentTiming timing;
    std::vector<Handover> handovers;
    std::vector<std::vector<TopLoop>> loops; ///< of each layer, outermost first, those of one group left out
};

/// The timing of `timeSegment` with what it rests on.
SegmentFlow flowOf(const network::Network& network, const network::Topology& topology,
                   const std::vector<TimedLayer>& segment, Counts counts, HandOn handOn = HandOn::Groups);

} // namespace tilescape::pipeline
