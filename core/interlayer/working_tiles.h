#pragma once

#include "core/dataflow/region.h"
#include "core/interlayer/map_places.h"
#include "core/interlayer/segments.h"

#include <map>
#include <utility>
#include <vector>

namespace tilescape::interlayer {

/// Operations of the tile that has most of the layer, but for those of the filter: the same for every tile.
Count busiestTile(const network::Layer& layer, Count batch, const dataflow::PerSplit<Extent>& shares);

/// Which tiles of the chip segments may work on, and which they leave idle: layers that divide poorly over all tiles may take less
/// time on fewer. A search tries them all, so that a larger chip is no slower for its odd sides.
class WorkingTiles {
public:
    explicit WorkingTiles(const PricingTask& task) : m_task(task) {}

    /// Regions of the segment, in each way that is worth a try; those over the whole chip first. None where no way keeps the
    /// tiles busy (`allocate`).
    std::vector<std::vector<dataflow::Region>> choicesFor(const Segment& segment);

private:
    [[nodiscard]] std::vector<Extent> largeGrids() const;
    void addStripes(const Segment& segment, std::vector<std::vector<dataflow::Region>>& found);
    void addGrids(const Segment& segment, std::vector<std::vector<dataflow::Region>>& found);
    Extent bestGrid(std::size_t layer, Extent room);
    [[nodiscard]] std::size_t largestLayer(const std::vector<std::size_t>& layers) const;
    [[nodiscard]] double leastBusy(std::size_t layer, Extent grid) const;

    const PricingTask& m_task;
    std::map<std::pair<std::size_t, Extent>, Extent> m_best; ///< by layer and room
};

} // namespace tilescape::interlayer
