#pragma once

#include "core/pipeline/chain_cost.h"
#include "core/pipeline/layout_cache.h"

#include <vector>

namespace tilescape::pipeline {

/// The layouts of one network's maps in a cache of layouts.
class LayoutRegistry {
public:
    /// `task` and `cache` must outlive this.
    LayoutRegistry(const NetworkTask& task, LayoutCache& cache);

    /// The number of the region in the cache.
    RegionNumber numberOf(const dataflow::Region& region) { return m_cache.numberOf(region); }
    /// The region of a number that `numberOf` returned.
    [[nodiscard]] const dataflow::Region& regionOf(RegionNumber number) const { return m_cache.regionOf(number); }
    /// The number of the layout of `map`, cut by `partition` over the region.
    LayoutNumber numberOf(MapNumber map, const dataflow::Partition& partition, RegionNumber region)
    {
        return m_cache.numberOf(m_shapes[map], partition, region);
    }
    /// The partition by which the layout of this number is cut.
    [[nodiscard]] const dataflow::Partition& partitionOf(LayoutNumber number) const
    {
        return m_cache.partitionOf(number);
    }

    /// Word-hops from the layouts of the layer's sources, in their order, to its sharing groups, which must stay where
    /// they are, unchanged, as long as the cache is used.
    HopsIn hopsIn(std::size_t layer, const cost::MapGroups& inputs, const cost::MapGroups& operands,
                  const std::vector<LayoutNumber>& layouts);

private:
    const NetworkTask& m_task;
    LayoutCache& m_cache;
    std::vector<MapShape> m_shapes; ///< by map
};

} // namespace tilescape::pipeline
