#include "core/search/space/layer_obstacles.h"

#include "core/search/space/layer_task.h"
#include "core/search/space/run_order.h"
#include "core/support/parallel.h"

namespace tilescape::search {

std::vector<LayerObstacle> findObstacles(const SearchTask& task, int threads)
{
    const std::vector<std::size_t> order = runOrder(task.network);
    const dataflow::Region chip = dataflow::wholeChip(task.machine.shape.tiles);
    const dataflow::Region memory = pipeline::memoryRegion(task.machine);
    std::vector<std::optional<Obstacle>> found(order.size());
    support::parallelFor(order.size(), threads, [&](std::size_t place) {
        found[place] =
            findObstacle({task.network.layers[order[place]], task.batch, chip, memory, task.machine, task.space, {}});
    });
    std::vector<LayerObstacle> obstacles;
    for (std::size_t place = 0; place < order.size(); ++place) {
        if (found[place]) {
            obstacles.push_back({order[place], *found[place]});
        }
    }
    return obstacles;
}

} // namespace tilescape::search
