#include "core/dataflow/sharing.h"

#include <algorithm>

namespace tilescape::dataflow {

namespace {

std::ptrdiff_t depthOf(const Partition& partition, Split split)
{
    return std::find(partition.order.begin(), partition.order.end(), split) - partition.order.begin();
}

Count weightSharers(const Partition& partition)
{
    const Count map = partition.shares[Split::Map].size();
    const Count batch = partition.shares[Split::Batch].size();
    if (map == 1 || batch == 1) {
        return map * batch;
    }
    const std::ptrdiff_t mapDepth = depthOf(partition, Split::Map);
    const std::ptrdiff_t batchDepth = depthOf(partition, Split::Batch);
    if (std::abs(mapDepth - batchDepth) == 1) {
        return map * batch;
    }
    // Another split lies between: only the inner one's tiles are neighbours.
    return mapDepth > batchDepth ? map : batch;
}

} // namespace

PerTensor<Count> sharersOf(const network::Layer& layer, const Partition& partition)
{
    if (!network::hasWeights(layer)) {
        return {{1, 1, 1}};
    }
    if (network::isDepthwise(layer)) {
        return {{weightSharers(partition), 1, 1}};
    }
    return {{weightSharers(partition), partition.shares[Split::OutputChannel].size(),
             partition.shares[Split::InputChannel].size()}};
}

} // namespace tilescape::dataflow
