#pragma once

#include "core/pipeline/segment_timing.h"

#include <vector>

namespace tilescape::pipeline {

/// Data that one layer of a segment hands to another, given by their positions in the segment.
struct Handover {
    std::size_t from = 0;
    std::size_t to = 0;
    Count groups = 1;        ///< pieces of a batch group's map; 1: the whole map at once
    bool sameRegion = false; ///< both run on the same tiles
    /// Whether the buffers of both regions have room for the whole map of one item, as they must where it is not handed on in groups
    /// (`LoopOrderConstraints`).
    bool wholeHasRoom = true;
    friend bool operator==(const Handover&, const Handover&) = default;
};

/// A loop at DRAM level inside the segment's batch groups.
struct TopLoop {
    Loop loop = Loop::Batch;
    Count groups = 1;
    friend bool operator==(const TopLoop&, const TopLoop&) = default;
};

/// A segment's timing with what it follows from: which layer waits for which, and how the loops of each layer nest in
/// time (Tangram Fig. 8).
struct SegmentFlow {
    SegmentTiming timing;
    std::vector<Handover> handovers;
    std::vector<std::vector<TopLoop>> loops; ///< by layer, outermost first; loops of one group are left out
};

/// The result of `timeSegment` for the same arguments, with what it follows from. Each tile's buffer holds `bufferWords`.
SegmentFlow flowOf(const network::Network& network, const network::Topology& topology, const std::vector<TimedLayer>& segment,
                   Counts counts, Count bufferWords, HandOn handOn = HandOn::Groups);

} // namespace tilescape::pipeline
