#pragma once

#include "core/cost/map_groups.h"
#include "core/dataflow/region.h"
#include "core/pipeline/top_groups.h"
#include "core/search/bounds/segment_bounds.h"
#include "core/search/space/layer_task.h"

#include <map>
#include <utility>
#include <vector>

namespace tilescape::search {

/// A partition of a region with its bound.
struct BoundedPartition {
    dataflow::Partition partition;
    double leastPj = 0;   ///< at the prices that were asked for
    double inputHops = 0; ///< word-hops of one fetch of the input that the bound counts
};

/// A proven lower bound of one layer of a segment in one region, over every partition of that region: the bound of its parts
/// (`LayerBound`), then that of its blockings with the word-hops that one fetch of weights and outputs costs in the region, and
/// that one of the input costs at least, wherever it lies; then the best of all blockings, with their rotation
/// (`bestBlockings`, with rotation at its least). Answers are the same whatever was asked before.
class PlacedLayerBound {
public:
    /// The region works on the layer. `sources` are those that its input, or a part of it, comes from: the one that forwards
    /// it, or else all others, if it comes from any. `task` and what `member` points to must outlive this.
    PlacedLayerBound(const SearchTask& task, const SegmentBounds::Member& member, const dataflow::Region& region,
                     const std::vector<dataflow::Region>& sources);

    /// The least sum of energy without static energy and of what `prices` charge, in pJ, with the groups that a pipeline
    /// asks for; infinite if no blocking fits.
    double least(const BoundPrices& prices, const pipeline::TopGroups& top);
    /// The same with blockings bounded only, which takes less time.
    double leastOfPartitions(const BoundPrices& prices, const pipeline::TopGroups& top);
    /// The partitions with the lowest bounds, ascending: those of up to `most` pJ and the first one above, but no more than
    /// `limit`.
    std::vector<BoundedPartition> leastFew(const BoundPrices& prices, const pipeline::TopGroups& top, double most,
                                           std::size_t limit);
    /// The tiles of the region that need the same piece of the input.
    [[nodiscard]] cost::MapGroups inputGroups(const dataflow::Partition& partition) const;

private:
    /// A partition with the word-hops of one fetch of each tensor.
    struct Placed {
        dataflow::Partition partition;
        LeastHops hops;
        /// By groups: the least costs of all mappings on the array; once asked for.
        std::map<pipeline::TopGroups, std::vector<LayerBound::Cost>> mappings;
        /// By groups and the price of a cycle: the least energy of all blockings, cycles charged; once asked for.
        std::map<std::pair<pipeline::TopGroups, double>, double> blockings;
    };
    /// Shares of the region.
    struct Choice {
        dataflow::PerSplit<Extent> shares;
        std::vector<std::size_t> floors; ///< indices in `LayerFloors::partitions`; those of one of these apply
        std::vector<Placed> partitions;  ///< with these shares; empty before they are asked for
        double hopsPj = 0; ///< the least of one fetch of each tensor, beyond those of the floor; once asked for
    };
    void countHops(Choice& choice) const;
    [[nodiscard]] std::vector<LayerBound::Cost> mappingsOf(const Choice& choice, const Placed& placed,
                                                           const pipeline::TopGroups& top) const;
    [[nodiscard]] double leastOfBlockings(const Placed& placed, const pipeline::TopGroups& top, double cyclePj) const;
    std::vector<BoundedPartition> leastFew(const BoundPrices& prices, const pipeline::TopGroups& top, double most,
                                           std::size_t limit, bool ofBlockings);
    double exactly(Placed& placed, const BoundPrices& prices, const pipeline::TopGroups& top) const;
    [[nodiscard]] double inputHops(const cost::MapGroups& groups) const;

    const SearchTask& m_task;
    SegmentBounds::Member m_member;
    LayerTask m_layerTask;
    std::vector<Count> m_toMemory;    ///< by tile of the chip, row by row: hops to the nearest memory channel
    /// The same to each of the places that the input is spread over, 2 x 2 memory channels or tiles of the region that forwards
    /// it; empty where little is known about that.
    std::vector<std::vector<Count>> m_toPlace;
    double m_mostOfPlace = 0; ///< words of the input, at most, that one of them holds
    std::vector<Count> m_toNeighbour; ///< the same to the nearest tile of another region
    std::vector<Choice> m_choices;
};

} // namespace tilescape::search
