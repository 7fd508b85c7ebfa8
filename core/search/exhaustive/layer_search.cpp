#include "core/search/exhaustive/layer_search.h"

#include "core/search/exhaustive/blocking_search.h"

namespace tilescape::search {

std::shared_ptr<const LayerAnswer> searchLayer(const LayerTask& task, const PartitionTable& table,
                                               const pipeline::TopGroups& top, int threads, const std::stop_token& stop)
{
    const auto search = [](const BlockingTask& blockings, std::size_t, std::size_t) {
        return searchBlockings(blockings);
    };
    return searchLayerBy(search, task, table, top, threads, stop);
}

} // namespace tilescape::search
