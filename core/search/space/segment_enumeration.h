#pragma once

#include "core/network/network.h"
#include "core/pipeline/segment.h"

#include <limits>
#include <vector>

namespace tilescape::search {

struct SegmentOptions {
    bool sideBySide = false;      ///< vertices in regions of their own
    bool oneAfterAnother = false; ///< vertices on the same tiles, their data kept there
    double mostVertices = std::numeric_limits<double>::infinity();
    bool linearChains =
        false; ///< each vertex takes its input from the one before it alone, and hands on to the next alone
};

/// Every layer by itself, and every run of vertices that the rules allow (cost-model.md 5; Tangram 3.3): each shares a
/// dependency with the segment; at most one of a vertex's predecessors is inside; if any of its successors is inside, at
/// most one is outside. Layers then take their input from memory or from one neighbour, never from both; a layer with a
/// second operand runs by itself.
std::vector<pipeline::Segment> segmentsOf(const network::Network& network, const network::Topology& topology,
                                          const SegmentOptions& options);

} // namespace tilescape::search
