#pragma once

#include "core/dataflow/region.h"
#include "core/pipeline/feature_map_placement.h"
#include "core/search/space/grid_estimates.h"
#include "core/search/space/region_allocation.h"
#include "core/search/space/search_task.h"
#include "core/search/space/segment_enumeration.h"

#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace tilescape::search {

/// Chooses which tiles of the chip a segment works on. A layer that divides poorly over all tiles may cost less on
/// fewer, so searches also try smaller grids (cost-model.md 5, Regions).
class WorkingTiles {
public:
    /// Smaller grids of segments are searched only if their estimate is lower by this fraction, and of layers by themselves where cycles count. `mostParts` are tried for a
    /// segment, twice as many where regions may fold, four times of a network of at most `notManyLayers` layers, `mostGrids` for a layer by itself; on a chip of at most `smallChip`
    /// tiles `mostPartsOfSmall` for either, and for a network of at most `fewLayers` layers `mostPartsOfFewLayers`, on larger chips
    /// at first two of each extent. Twice as many of regions side by side where these may lie across.
    static constexpr double leastGain = 0.005;
    static constexpr std::size_t mostParts = 8;
    static constexpr std::size_t mostGrids = 8;
    static constexpr std::size_t notManyLayers = 40;
    static constexpr Count smallChip = 100; ///< tiles
    /// Regions side by side are laid out on all grids of up to so many tiles.
    static constexpr Count manyTilesForStripes = 4096;
    /// Where there are few grids and segments, so that more of them may be tried.
    static bool isSmall(const hardware::Machine& machine) { return machine.shape.tiles.size() <= smallChip; }
    static constexpr std::size_t mostPartsOfSmall = 24;
    static constexpr std::size_t fewLayers = GridEstimates::fewLayers;
    static constexpr std::size_t mostPartsOfFewLayers = 40;
    static bool hasFewLayers(const SearchTask& task) { return task.network.layers.size() <= fewLayers; }
    static bool hasManyLayers(const SearchTask& task) { return task.network.layers.size() > notManyLayers; }
    static bool isSmall(const SearchTask& task) { return isSmall(task.machine) || hasFewLayers(task); }
    /// Both: what an estimate may miss by then costs little to look at.
    static bool isTiny(const SearchTask& task) { return isSmall(task.machine) && hasFewLayers(task); }

    /// Both arguments must outlive this.
    WorkingTiles(const SearchTask& task, const Objective& objective)
        : m_task(task), m_objective(objective), m_estimates(task, objective)
    {}

    /// Regions for the segment on each of a few large grids, in zig-zag and in whole columns, and on those parts of them that
    /// its largest layers divide better over; the whole chip comes first if its regions keep the tiles busy. If none of these
    /// grids has regions of one of the two kinds, the largest part of the chip that has. Empty if there is none.
    std::vector<std::vector<dataflow::Region>> choicesFor(const pipeline::Segment& segment);
    /// Regions side by side on the grids of more than half the tiles, the largest first: for segments that have no room in those
    /// of `choicesFor`. All of them on up to 4096 tiles, of larger chips those of 8 grids.
    [[nodiscard]] std::vector<std::vector<dataflow::Region>> choicesOnParts(const pipeline::Segment& segment) const;
    /// All regions that `choicesFor`, `partsFor` and `gridsOf` of the estimates choose from: on every grid of the chip.
    std::vector<std::vector<dataflow::Region>> allChoicesFor(const pipeline::Segment& segment);
    /// Regions of the segment on one grid of the chip: all of it for a single region, else, for each allocation of the grid, the
    /// part of each region that its largest layer divides best over. Empty if there are none.
    std::vector<std::vector<dataflow::Region>> regionsOn(Extent grid, const pipeline::Segment& segment);
    /// The regions of `choicesFor`, and those of `partsFor` with a lower estimate; where `triesAllGrids`, for a single region all that there are.
    std::vector<std::vector<dataflow::Region>> manyChoicesFor(const pipeline::Segment& segment);

    /// Whether `manyChoicesFor` leaves out no grid for a single region.
    [[nodiscard]] bool triesAllGrids() const;

    /// Regions of a segment on a part of the chip, and their `estimatedCostIn`.
    struct Part {
        std::vector<dataflow::Region> regions;
        double cost = 0; ///< in the units of `scalarOf`
    };
    /// The parts of the chip on which the segment's estimate is below `cost`, the lowest first, at most as many as the
    /// limits above say.
    std::vector<Part> partsFor(const pipeline::Segment& segment, bool mayPinWeights, double cost);
    /// The first `mostParts` of `choicesOnParts` and the trimmed regions of the large grids, the lowest estimate first: a region that is not
    /// trimmed, or trimmed as if less were split, may have room for what it holds where one over which its layers divide better has not.
    std::vector<Part> roomiestParts(const pipeline::Segment& segment, bool mayPinWeights);
    /// An estimate, in the units of `scalarOf`, of the segment's cost in these regions: the slowest region's cycles, or
    /// the DRAM cycles of all layers, with each layer under the partition that is best for it alone, or, of few layers, where cycles come first
    /// and all wait for memory, under one that asks for least of it and, by itself, computes in that time (the regions' cycles are still those
    /// under the partitions before). It is no lower bound of the segment.
    double estimatedCostIn(const std::vector<dataflow::Region>& regions, const pipeline::Segment& segment,
                           bool mayPinWeights);
    /// Whether regions side by side may lie in rows and fold in stripes of columns, too: on a chip that is no square, and on a square one of few
    /// tiles, or where all `isTiny`. On others that differs too little to be worth the time: where maps and arrays have rows and columns alike,
    /// what lies across is the mirror image of what does not.
    [[nodiscard]] bool mayLieAcross() const;
    /// In how many directions its regions may lie.
    [[nodiscard]] std::size_t waysOf(const pipeline::Segment& segment) const;
    /// The one with most operations; `layers` must not be empty.
    [[nodiscard]] std::size_t largestLayer(const std::vector<std::size_t>& layers) const;
    /// The values by which grids are compared.
    GridEstimates& gridEstimates() { return m_estimates; }

private:
    /// The regions, each trimmed to the grid that the largest of its layers divides best over, leaving whole what is said.
    std::vector<dataflow::Region> trimmedToLayers(std::vector<dataflow::Region> regions,
                                                  const pipeline::Segment& segment,
                                                  GridEstimates::LeftWhole whole = {});
    /// How regions side by side may lie: in zig-zag, as far as the search space has that, and in whole columns, over which layers may divide
    /// better, though these are further from a fair share of the tiles. Both across as well where they may lie so.
    [[nodiscard]] std::vector<RegionLayout> layouts() const;
    [[nodiscard]] std::vector<std::vector<dataflow::Region>>
    choicesOnParts(const pipeline::Segment& segment, const std::vector<RegionLayout>& layouts) const;
    /// The allocations, trimmed to their layers, on a small chip and for few layers also as if input channels, the batch, or both, were not split:
    /// there are few grids or segments, and sums that need not be gathered, or weights that fewer tiles need, may be worth more than tiles. None
    /// twice.
    std::vector<std::vector<dataflow::Region>> trimmedRegionsOn(Extent grid, const pipeline::Segment& segment);
    [[nodiscard]] std::vector<Extent> largeGrids() const;
    void addStripes(const pipeline::Segment& segment, RegionLayout layout,
                    std::vector<std::vector<dataflow::Region>>& found);
    void addGrids(const pipeline::Segment& segment, std::vector<std::vector<dataflow::Region>>& found);
    /// How many parts are tried for the segment.
    [[nodiscard]] std::size_t mostPartsOf(const pipeline::Segment& segment) const;
    Extent bestGrid(std::size_t layer, Extent room, GridEstimates::LeftWhole whole = {});

    const SearchTask& m_task;
    const Objective& m_objective;
    GridEstimates m_estimates;
    std::map<std::tuple<std::size_t, Extent, GridEstimates::LeftWhole>, Extent>
        m_best; ///< by layer, room and what is whole
};

} // namespace tilescape::search
