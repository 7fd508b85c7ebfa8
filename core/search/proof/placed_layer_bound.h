#pragma once

#include "core/cost/map_groups.h"
#include "core/dataflow/region.h"
#include "core/pipeline/top_groups.h"
#include "core/search/bounds/segment_bounds.h"
#include "core/search/proof/region_hops.h"
#include "core/search/space/layer_task.h"

#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace tilescape::search {

/// A partition of a region with its bound.
struct BoundedPartition {
    dataflow::Partition partition;
    double leastPj = 0;   ///< at the prices that were asked for
    double inputHops = 0; ///< word-hops of one fetch of the input that the bound counts
};

/// A proven lower bound of one layer of a segment in one region, over every partition of that region: the bound of its
/// parts (`LayerBound`) with the hops that tiles of the region have at least, then that of its blockings with the
/// word-hops that one fetch of weights and outputs costs in the region, and that one of the input costs at least,
/// wherever it lies; then the best of all blockings, with their rotation (`bestBlockings`, with rotation at its least).
/// Answers are the same whatever was asked before, from any thread.
class PlacedLayerBound {
public:
    /// The region works on the layer. `sources` are those that its input, or a part of it, comes from: the one that
    /// forwards it, or else all others, if it comes from any. `task` and what `member` points to must outlive this.
    PlacedLayerBound(const SearchTask& task, const SegmentBounds::Member& member, const dataflow::Region& region,
                     const std::vector<dataflow::Region>& sources);

    /// The least sum of energy without static energy and of what `prices` charge, in pJ, with the groups that a
    /// pipeline asks for; infinite if no blocking fits.
    double least(const BoundPrices& prices, const pipeline::TopGroups& top);
    /// The same with blockings bounded only, which takes less time.
    double leastOfPartitions(const BoundPrices& prices, const pipeline::TopGroups& top);
    /// The same with any groups and hops bounded only, which takes still less.
    double leastOfParts(const BoundPrices& prices);
    /// The partitions with the lowest bounds, ascending: those of up to `most` pJ and the first one above, but no more
    /// than `limit`.
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
        std::vector<double> placesPj; ///< by floor: of hops beyond those of the floor, wherever tiles are in the region
        std::vector<Placed> partitions;  ///< with these shares; empty before they are asked for
        double hopsPj = 0; ///< the least of one fetch of each tensor, beyond those of the floor; once asked for
    };
    /// What is known of a choice: its floor, then the bound of its parts, which is shared with other regions, then its
    /// hops, then the bounds of its partitions, then their best blockings.
    enum class Known { Floor, Parts, Hops, Partition, Blocking };
    void countHops(Choice& choice) const;
    [[nodiscard]] std::vector<LayerBound::Cost> mappingsOf(const Choice& choice, const Placed& placed,
                                                           const pipeline::TopGroups& top) const;
    [[nodiscard]] double leastOfBlockings(const Placed& placed, const pipeline::TopGroups& top, double cyclePj) const;
    std::vector<BoundedPartition> leastFew(const BoundPrices& prices, const pipeline::TopGroups& top, double most,
                                           std::size_t limit, Known until);
    double exactly(Placed& placed, const BoundPrices& prices, const pipeline::TopGroups& top) const;

    const SearchTask& m_task;
    std::mutex m_mutex; ///< of all that is found on the way to answers
    SegmentBounds::Member m_member;
    LayerTask m_layerTask;
    RegionHops m_hops;
    std::vector<Choice> m_choices;
    std::map<std::pair<pipeline::TopGroups, BoundPrices>, double> m_ofPartitions; ///< answers of `leastOfPartitions`
};

} // namespace tilescape::search
