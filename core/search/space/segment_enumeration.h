#pragma once

#include "core/hardware/hardware.h"
#include "core/network/network.h"
#include "core/pipeline/segment.h"
#include "core/search/space/search_space.h"

#include <limits>
#include <vector>

namespace tilescape::search {

struct SearchTask;

/// Which segments are enumerated.
struct SegmentOptions {
    bool sideBySide = false;      ///< vertices may run in regions of their own
    bool oneAfterAnother = false; ///< vertices may run on the same tiles, their data kept there
    double mostVertices = std::numeric_limits<double>::infinity(); ///< in one segment; infinity: no limit
    /// Each vertex must take its input from the one before it alone, and hand its output to the next alone.
    bool linearChains =
        false;
    /// The tiles of a chip can have several layers one after another, be it those of one vertex.
    bool sharedTiles = true;
};

/// What a search space and a chip allow.
SegmentOptions segmentOptionsOf(const SearchSpace& space, const hardware::Shape& shape);

/// Every layer by itself, and every run of vertices that is legal (Tangram 3.3; cost-model.md 5): each vertex shares a
/// dependency with the segment; at most one of its predecessors is inside; if any of its successors is inside, at most
/// one is outside. Layers take their input from memory or from one neighbour, never from both, and a layer with a
/// second operand runs by itself. `vertices` are all of the network or some that stand next to each other, in the order in which they run.
std::vector<pipeline::Segment> segmentsOf(const network::Network& network, const network::Topology& topology,
                                          const SegmentOptions& options,
                                          const std::vector<std::vector<std::size_t>>& vertices);

/// All of a task's network that its space and chip allow.
std::vector<pipeline::Segment> segmentsOf(const SearchTask& task);

} // namespace tilescape::search
