#pragma once

#include "core/search/bounds/layer_floors.h"
#include "core/search/space/tensor_traffic.h"

#include <limits>
#include <map>
#include <mutex>
#include <utility>
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
    friend auto operator<=>(const BoundPrices&, const BoundPrices&) = default;
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
    double least(const BoundPrices& prices) { return least(prices, std::numeric_limits<double>::infinity()); }
    /// The same over the partitions that need no more than `mostTiles`. Cached: regions of many shapes have as many tiles.
    double least(const BoundPrices& prices, double mostTiles);
    /// A bound of one partition of `LayerFloors` that costs little to compute.
    [[nodiscard]] double floorOf(std::size_t partition, const BoundPrices& prices) const
    {
        return chargedAt(prices, m_costs[partition]);
    }
    /// The bound of one partition of `LayerFloors` over its mappings and blockings, the same whatever was asked before. Several threads
    /// may ask this at once.
    double leastOf(std::size_t partition, const BoundPrices& prices);
    /// A lower bound of tiles x cycles.
    [[nodiscard]] double leastTileCycles() const { return m_floors.leastTileCycles(); }

    /// A lower bound of DRAM cycles.
    [[nodiscard]] double leastDramCycles() const { return m_leastDramCycles; }

    static constexpr double slack = 0.005;

    /// Least cost of one partition, or of one mapping on the PE array under it.
    struct Cost {
        double energyPj = 0;
        double cycles = 0;
        double dramCycles = 0;
        double tiles = 1;
    };
    /// What `prices` charge for a cost, in pJ.
    static double chargedAt(const BoundPrices& prices, const Cost& cost);
    /// DRAM words if each word of these tensors passes once, but for weights that may stay on chip; the loops have `covered` iterations.
    static double leastDramWords(const NestTraffic& traffic, const PerLoop<Count>& covered,
                                 const hardware::Machine& machine);

private:
    double leastNow(const BoundPrices& prices, double mostTiles);
    void refine(std::size_t partition);
    void chargeAll(const BoundPrices& prices);

    const SearchTask& m_task;
    const LayerFloors& m_floors;
    LayerSetting m_setting;
    std::mutex m_mutex;            ///< of `leastOf`
    hardware::Machine m_machine;   ///< without static energy
    std::vector<Cost> m_costs;     ///< by partition
    std::vector<bool> m_isRefined; ///< whether the partition's mappings are among `m_mappings`
    /// The floors of partitions once more, side by side, as all of them are priced for every question.
    struct Columns {
        std::vector<double> energyPj; ///< infinite where the partition is refined
        std::vector<double> cycles;
        std::vector<double> dramCycles;
        std::vector<double> tiles;
        std::vector<double> eitherCycles; ///< the larger of both
    } m_columns;
    std::vector<double> m_charged; ///< by partition, at the prices asked for last
    std::vector<Cost> m_mappings;
    std::vector<std::pair<std::size_t, std::size_t>> m_mappingsOf; ///< by partition: the first of its mappings, and the end
    std::map<std::pair<BoundPrices, double>, double> m_known;      ///< answers of `least`, by its arguments
    double m_leastDramCycles = std::numeric_limits<double>::infinity();
};

} // namespace tilescape::search
