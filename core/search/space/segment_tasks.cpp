#include "core/search/space/segment_tasks.h"

#include "core/pipeline/weight_pinning.h"
#include "core/search/space/live_layouts.h"

namespace tilescape::search {

std::vector<LayerTask> segmentTasks(const SearchTask& task, const Objective& objective,
                                    const std::vector<pipeline::Placement>& placements,
                                    const std::vector<pipeline::Links>& links,
                                    const std::vector<dataflow::Region>& regions)
{
    const bool pins = pipeline::mayPinWeights(task, placements);
    const Count working = dataflow::tilesOf(regions);
    std::vector<LayerTask> tasks;
    for (std::size_t place = 0; place < placements.size(); ++place) {
        const pipeline::Placement& placed = placements[place];
        const network::Layer& layer = task.network.layers[placed.layer];
        const std::optional<std::size_t> source = links[place].source;
        LayerTask& own = tasks.emplace_back();
        own.layer = layer;
        own.batch = task.batch;
        own.machine = task.machine;
        own.space = task.space;
        own.objective = objective;
        own.inputFromTiles = source.has_value();
        own.inputIsLocal = source && regionOf(placements, *source) == placed.slot.region;
        own.outputStays = !links[place].outputToMemory;
        own.outputIsTaken = pipeline::isTakenFromTiles(links[place], task.space.counts);
        own.mayPinWeights = pins;
        own.reloadsWeights = pipeline::reloadsWeights(task.network, task.space.counts, placements, place);
        own.inputPartInTiles = pipeline::inputPartInTiles(layer, links[place], task.space.counts);
        const Extent tiles = regions[static_cast<std::size_t>(placed.slot.region)].extent;
        chargeForRegion(own, static_cast<double>(tiles.size()) / static_cast<double>(working));
    }
    return tasks;
}

} // namespace tilescape::search
