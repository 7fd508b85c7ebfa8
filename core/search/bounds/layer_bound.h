#pragma once

#include "core/search/bounds/layer_floors.h"

#include <limits>
#include <vector>

namespace tilescape::search {

/// Prices at which a layer's bound is asked. What a segment's cycles and its limit on tiles cost is divided among its
/// layers by such prices (segment_bounds.h).
struct BoundPrices {
    double energyWeight = 1;  ///< of all energy but static energy
    double cyclePj = 0;       ///< of one of the layer's cycles, DRAM left out
    double dramCyclePj = 0;   ///< of one cycle of DRAM
    double tilePj = 0;        ///< of each tile that works on it
    double eitherCyclePj = 0; ///< of one of the larger of the layer's cycles and its DRAM cycles
};

/// A proven lower bound of one layer in one setting over every partition of the search space on any tiles of the chip,
/// every mapping on the PE array and every blocking. Partitions are ranked by their floors (`LayerFloors`); the blockings
/// of those at the top are bounded by `leastCost`, which is cached.
class LayerBound {
public:
    /// `task` and `floors` must outlive this.
    LayerBound(const SearchTask& task, const LayerFloors& floors, const LayerSetting& setting);

    /// The least sum of energy without static energy and of what `prices` charge, in pJ, lower by at most `slack` of it;
    /// infinite if no blocking fits.
    double least(const BoundPrices& prices);
    /// A lower bound of tiles x cycles.
    [[nodiscard]] double leastTileCycles() const { return m_floors.leastTileCycles(); }

    /// A lower bound of DRAM cycles.
    [[nodiscard]] double leastDramCycles() const { return m_leastDramCycles; }

    static constexpr double slack = 0.005;

private:
    /// Least cost of one partition, or of one mapping on the PE array under it.
    struct Cost {
        double energyPj = 0;
        double cycles = 0;
        double dramCycles = 0;
        double tiles = 1;
    };
    static double chargedAt(const BoundPrices& prices, const Cost& cost);
    void refine(std::size_t partition);

    const SearchTask& m_task;
    const LayerFloors& m_floors;
    LayerSetting m_setting;
    hardware::Machine m_machine;   ///< without static energy
    std::vector<Cost> m_costs;     ///< by partition
    std::vector<bool> m_isRefined; ///< whether the partition's mappings are among `m_mappings`
    std::vector<Cost> m_mappings;
    double m_leastDramCycles = std::numeric_limits<double>::infinity();
};

} // namespace tilescape::search
