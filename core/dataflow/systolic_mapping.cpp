#include "core/dataflow/systolic_mapping.h"

#include "core/dataflow/unit_pass.h"

#include <algorithm>

namespace tilescape::dataflow {

ArrayMapping systolicMapping(const network::Layer& layer, Extent peArray, const Replication& replication)
{
    const Count fold = ceilDivide(replication.taps, peArray.height);
    const Count sets = std::max<Count>(1, peArray.height / replication.taps);
    ArrayMapping mapping;
    mapping.logicalSet = {replication.taps, 1};
    mapping.fold = {fold, replication.stripes};
    mapping.foldedSet = {ceilDivide(replication.taps, fold), 1};
    mapping.replication = isChannelwise(layer) ? Extent{1, std::min(sets, peArray.width)} : Extent{sets, peArray.width};
    mapping.utilization = static_cast<double>(replication.taps * mapping.replication.size())
        / static_cast<double>(peArray.size() * fold);
    return mapping;
}

std::vector<Replication> systolicReplications(const network::Layer& layer, Extent peArray)
{
    const Extent filter = network::filterOf(layer);
    const Count rows = network::sweptSize(layer).height;
    const Count groups = isChannelwise(layer) ? 1 : network::groupsOf(layer);
    std::vector<Replication> found;
    for (const Count taps : {Count{1}, filter.height, filter.size()}) {
        for (Count stripes = 1;; stripes = std::min(2 * stripes, rows)) {
            Replication replication{1, 1, taps, stripes};
            const Extent sets = systolicMapping(layer, peArray, replication).replication;
            replication.inputChannels = isChannelwise(layer) ? 1 : std::min(sets.height, layer.inputChannels / groups);
            replication.outputChannels = std::min(sets.width, layer.outputChannels / groups);
            if (std::find(found.begin(), found.end(), replication) == found.end()) {
                found.push_back(replication);
            }
            if (stripes == rows) {
                break;
            }
        }
    }
    return found;
}

} // namespace tilescape::dataflow
