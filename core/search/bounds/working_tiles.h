#pragma once

#include "core/dataflow/region.h"
#include "core/pipeline/feature_map_placement.h"
#include "core/search/bounds/grid_bounds.h"
#include "core/search/space/search_task.h"
#include "core/search/space/segment_enumeration.h"

#include <map>
#include <utility>
#include <vector>

namespace tilescape::search {

/// Operations of the tile that has most of the layer, but for those of the filter: the same for every tile.
Count busiestTile(const network::Layer& layer, Count batch, const dataflow::PerSplit<Extent>& shares);

/// Which tiles of the chip segments may work on, and which they leave idle: layers that divide poorly over all tiles may take less
/// time on fewer. A search tries them all, so that a larger chip is no slower for its odd sides.
class WorkingTiles {
public:
    /// Where smaller grids are looked at: what they save at least, by their estimates, and how many for a segment and for a layer.
    static constexpr double leastGain = 0.005;
    static constexpr std::size_t mostParts = 4;
    static constexpr std::size_t mostGrids = 8;
    static constexpr Count smallChip = 100; ///< of so few tiles there are few parts
    static constexpr std::size_t mostPartsOfSmall = 24;

    WorkingTiles(const SearchTask& task, const Objective& objective) : m_task(task), m_bounds(task, objective) {}

    /// Regions of the segment, in each way that is worth a try; those over the whole chip first. None where no way keeps the
    /// tiles busy (`allocate`).
    std::vector<std::vector<dataflow::Region>> choicesFor(const pipeline::Segment& segment);
    /// These, and those of `partsFor` with the lowest estimates.
    std::vector<std::vector<dataflow::Region>> manyChoicesFor(const pipeline::Segment& segment);

    /// Regions of a segment on a part of the chip.
    struct Part {
        std::vector<dataflow::Region> regions;
        double cost = 0; ///< `estimatedCostIn` them
    };
    /// Of all grids of the chip those on which the segment's estimate is below `cost`: the least first, as many as are looked at.
    std::vector<Part> partsFor(const pipeline::Segment& segment, bool mayPinWeights, double cost);
    /// What the segment may cost in these regions, each layer under the partition that is best for it alone: cycles of the slowest
    /// region, and of all words over DRAM. An estimate: another partition may suit the segment better.
    double estimatedCostIn(const std::vector<dataflow::Region>& regions, const pipeline::Segment& segment,
                           bool mayPinWeights);
    GridBounds& bounds() { return m_bounds; }

private:
    [[nodiscard]] std::vector<Extent> largeGrids() const;
    void addStripes(const pipeline::Segment& segment, std::vector<std::vector<dataflow::Region>>& found);
    [[nodiscard]] std::vector<dataflow::Region> onLargestPart(const pipeline::Segment& segment) const;
    void addGrids(const pipeline::Segment& segment, std::vector<std::vector<dataflow::Region>>& found);
    Extent bestGrid(std::size_t layer, Extent room);
    [[nodiscard]] std::size_t largestLayer(const std::vector<std::size_t>& layers) const;
    [[nodiscard]] double leastBusy(std::size_t layer, Extent grid) const;

    const SearchTask& m_task;
    GridBounds m_bounds;
    std::map<std::pair<std::size_t, Extent>, Extent> m_best; ///< by layer and room
};

} // namespace tilescape::search
