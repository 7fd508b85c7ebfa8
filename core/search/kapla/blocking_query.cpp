#include "core/search/kapla/blocking_query.h"

#include <utility>

namespace tilescape::search {

PreparedNest prepareNest(BlockingTask task)
{
    RegisterTilingCache own;
    return prepareNest(std::move(task), own);
}

PreparedNest prepareNest(BlockingTask task, RegisterTilingCache& tilings)
{
    NestTraffic traffic = trafficOf(task.nest, coveredBy(task), task.context, task.machine, task.sharing);
    RotationPriceList rotation = rotationPrices(task.nest, task.context, task.machine, task.sharing);
    auto registers = tilings.of(coveredBy(task).values, traffic, task.machine);
    return {std::move(task), traffic, std::move(rotation), std::move(registers)};
}

} // namespace tilescape::search
