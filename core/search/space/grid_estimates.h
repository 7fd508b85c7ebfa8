#pragma once

#include "core/pipeline/feature_map_placement.h"
#include "core/search/space/blocking_task.h"
#include "core/search/space/partition_space.h"
#include "core/search/space/search_task.h"

#include <compare>
#include <map>
#include <string>
#include <vector>

namespace tilescape::search {

/// A grid of tiles, and the value of `GridEstimates` for a layer that works on all of it, in the units of `scalarOf`.
struct GridEstimate {
    Extent grid;
    double cost = 0;
};

/// The least cost of a layer on a grid by `GridEstimates`, which is that of one partition: its members belong together,
/// and each by itself may be larger than that of another partition.
struct LeastOnGrid {
    double energyPj = 0;   ///< of operations, DRAM words and hops; no static energy
    double dramCycles = 0; ///< of the DRAM words
    double cycles = 0;     ///< the larger of DRAM cycles and those of the busiest tile's operations or bus
};

/// What of a layer's tensors does not pass DRAM.
struct StaysOnChip {
    double input = 0; ///< the part of it, from 0 to 1
    bool output = false;
    /// Words: weights stay with partitions that give no tile more of them; 0: with none.
    Count weightsOfTile = 0;
};

/// The operations of the tile with the largest part of the layer, divided by those of one filter, which are the same on
/// every tile.
Count busiestTile(const network::Layer& layer, Count batch, const dataflow::PerSplit<Extent>& shares);

/// Grids of 1 x 1 to all tiles of a chip. On a side of more than 24 tiles lengths of more than 8 are 4 to 7 times a power of two, or
/// all of the side.
std::vector<Extent> gridsOn(Extent chip);

/// An estimate of what a layer costs on a grid of tiles: the operations of its busiest tile, every word that a tile needs
/// once over its bus, and every word once over DRAM (what lies under the filters of several parts of the map once for each of
/// them in networks of few layers), without forwarding once for each tile that needs it, all with the padding of the grid's splits; with forwarding each word also over one link to every further tile that needs it. It is
/// also a lower bound for executed counts; for transposed layers, matrix products, gradients and Counts::Reference nothing is proven.
class GridEstimates {
public:
    /// A network of so many layers has few segments on a chip of any size.
    static constexpr std::size_t fewLayers = 10;
    /// What partitions do not split.
    struct LeftWhole {
        bool inputChannels = false;
        bool batch = false;
        auto operator<=>(const LeftWhole&) const = default;
    };

    /// Both arguments must outlive this.
    GridEstimates(const SearchTask& task, const Objective& objective)
        : m_task(task), m_objective(objective), m_ofLayer(task.network.layers.size(), nullptr)
    {}

    /// The values on all `gridsOn` the chip for the layer with this index, run by itself with its maps in DRAM, and its weights unless it is
    /// all of the network, where they may stay: ascending, of equal ones the largest grid first.
    const std::vector<GridEstimate>& gridsOf(std::size_t layer);
    /// Finds the values of these layers now, in parallel.
    void estimate(const std::vector<std::size_t>& layers, int threads);
    /// The value on any grid, with the tensors that stay on chip left out: that of the partition whose cost is least.
    LeastOnGrid on(Extent grid, std::size_t layer, const StaysOnChip& stays);
    /// The fewest cycles of DRAM words among the partitions whose busiest tile takes at most so many cycles.
    double leastDramCycles(Extent grid, std::size_t layer, const StaysOnChip& stays, double mostCycles);
    /// The operations of the tile with the largest part of the layer (`busiestTile`), in the partition over the grid where
    /// these are fewest; of those that leave whole what is said.
    Count leastBusy(Extent grid, std::size_t layer, LeftWhole whole);
    /// Words of one tensor that a tile can hold at most, in its buffer or its registers.
    [[nodiscard]] Count mostHeldByTile() const;
    /// The objective, in the units of `scalarOf`, of an energy without static energy and of cycles.
    [[nodiscard]] double costOf(double energyPj, double cycles) const;

private:
    /// Operations, words and word-hops of one partition, padding included. Partitions that are worse in all of them than another
    /// are left out.
    struct Padded {
        double operations = 0;
        double busy = 0;      ///< cycles of the PEs, or of the tiles' buses where they take longer
        double inputs = 0;    ///< words
        double weights = 0;
        double outputs = 0;
        double hops = 0; ///< of inputs and outputs from tile to tile
        double weightHops = 0; ///< the same of weights
        double weightsOfTile = 0; ///< words that a tile has to hold of all its weights
    };
    struct Layer {
        RegionShares shares;
        std::vector<GridEstimate> grids;
        std::map<Extent, std::vector<Padded>> partitions;
        std::map<std::pair<Extent, LeftWhole>, Count> leastBusy;
    };
    Layer& at(std::size_t layer);
    void fillGrids(Layer& known, std::size_t number);
    /// Of each word, by the number of tiles that need it.
    [[nodiscard]] PerTensor<double> copiesOf(const PerTensor<Count>& sharers) const;
    [[nodiscard]] PerTensor<double> hopsOf(const PerTensor<Count>& sharers) const;
    [[nodiscard]] double readOf(const network::Layer& layer) const;
    [[nodiscard]] bool countsHalos(const network::Layer& layer) const;
    [[nodiscard]] bool isGathered(Tensor tensor) const;
    const std::vector<Padded>& partitionsOn(const network::Layer& layer, Layer& known, Extent grid) const;
    [[nodiscard]] static bool weightsStay(const Padded& padded, const StaysOnChip& stays);
    [[nodiscard]] static double dramWords(const Padded& padded, const StaysOnChip& stays);

    const SearchTask& m_task;
    const Objective& m_objective;
    /// By all that the values of a layer depend on.
    std::map<std::string, Layer> m_layers;
    std::vector<Layer*> m_ofLayer; ///< of these, by the layer's index; null until asked for
};

} // namespace tilescape::search
