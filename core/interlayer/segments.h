#pragma once

#include "core/dataflow/region.h"
#include "core/interlayer/segment_links.h"
#include "core/network/network.h"

#include <limits>
#include <vector>

namespace tilescape::interlayer {

/// Layers that run together: regions side by side; in each, layers one after another (cost-model.md 5).
struct Segment {
    std::size_t first = 0; ///< place of its first layer in the schedule's order; its layers follow each other there
    std::vector<std::vector<std::size_t>> regions; ///< layers by index in the network

    [[nodiscard]] std::vector<Placement> placements(Count number) const;
    [[nodiscard]] std::size_t layerCount() const;
    friend bool operator==(const Segment&, const Segment&) = default;
};

struct SegmentOptions {
    bool sideBySide = false;   ///< vertices in regions of their own
    bool oneAfterAnother = false; ///< vertices on the same tiles, their data kept there
    double mostVertices = std::numeric_limits<double>::infinity();
    bool linearChains = false; ///< each vertex takes its input from the one before it alone, and hands on to the next alone
};

/// Every layer by itself, and every run of vertices that the rules allow (cost-model.md 5; Tangram 3.3): each shares a
/// dependency with the segment; at most one of a vertex's predecessors is inside; if any of its successors is inside, at
/// most one is outside. Layers then take their input from memory or from one neighbour, never from both; a layer with a
/// second operand runs by itself.
std::vector<Segment> segmentsOf(const network::Network& network, const network::Topology& topology,
                                const SegmentOptions& options);

/// Tiles for each region, in proportion to operations, as stripes of one height that fold in zig-zag: the highest stripes
/// that keep nineteen in twenty tiles busy (Tangram Fig. 10a). Empty if none do. Without `zigzag`: whole columns, however
/// busy; empty if there are fewer than regions.
std::vector<dataflow::Region> allocate(const network::Network& network, const Segment& segment, Extent chip,
                                       bool zigzag = true);

} // namespace tilescape::interlayer
