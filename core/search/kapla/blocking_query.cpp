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
    const BlockingSetting& setting = *task.setting;
    NestTraffic traffic = trafficOf(task.nest, coveredBy(task), setting.context, setting.machine, setting.sharing);
    RotationPriceList rotation = rotationPrices(task.nest, setting.context, setting.machine, setting.sharing);
    auto registers = tilings.of(coveredBy(task).values, traffic, setting.machine);
    return {std::move(task), traffic, std::move(rotation), std::move(registers)};
}

} // namespace tilescape::search
