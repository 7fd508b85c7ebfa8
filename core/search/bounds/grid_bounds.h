#pragma once

#include "core/pipeline/feature_map_placement.h"
#include "core/search/space/blocking_task.h"
#include "core/search/space/search_task.h"

#include <map>
#include <string>
#include <vector>

namespace tilescape::search {

/// A grid of tiles, and the least that a layer costs which works on all of it, in the units of `scalarOf`.
struct GridBound {
    Extent grid;
    double cost = 0;
};

/// What a layer costs at least on a grid, under one partition.
struct LeastOnGrid {
    double energyPj = 0; ///< of operations and of words over DRAM, without static energy
    double dramCycles = 0;
    double cycles = 0; ///< of these and of the busiest tile's operations
};

/// Which of a layer's words do not pass DRAM.
struct StaysOnChip {
    bool input = false;
    bool output = false;
    bool weights = false;
};

/// Grids of up to all tiles of a chip; on sides of more than 24 tiles only twelve lengths.
std::vector<Extent> gridsOn(Extent chip);

/// Lower bounds of what layers cost on grids of tiles: the busiest tile's operations, and every word once over DRAM, both with
/// the padding that the grid's splits bring. A layer that divides poorly over all tiles has a lower bound on some smaller grid.
class GridBounds {
public:
    GridBounds(const SearchTask& task, const Objective& objective) : m_task(task), m_objective(objective) {}

    /// All of `gridsOn` the chip for the layer of this index by itself, the lowest bound first; of equal ones the largest grid.
    const std::vector<GridBound>& gridsOf(std::size_t layer);
    /// On any grid: of the partition with the least cost.
    LeastOnGrid on(Extent grid, std::size_t layer, const StaysOnChip& stays);
    /// Cost of energy without static energy, and of cycles.
    [[nodiscard]] double costOf(double energyPj, double cycles) const;

private:
    /// The padded operations and words of one partition: of equal ones, and of those that are worse in all, one is enough.
    struct Padded {
        double operations = 0;
        double computing = 0; ///< cycles
        double inputs = 0;    ///< words
        double weights = 0;
        double outputs = 0;
    };
    struct Layer {
        std::vector<GridBound> grids;
        std::map<Extent, std::vector<Padded>> partitions;
    };
    Layer& at(const network::Layer& layer);
    const std::vector<Padded>& partitionsOn(const network::Layer& layer, Layer& known, Extent grid) const;

    const SearchTask& m_task;
    const Objective& m_objective;
    std::map<std::string, Layer> m_layers; ///< by what the bounds depend on
};

} // namespace tilescape::search
