#include "core/pipeline/weight_pinning.h"

#include <algorithm>
#include <set>

namespace tilescape::pipeline {

bool mayPinWeights(const NetworkTask& task, const std::vector<Placement>& placements)
{
    if (!task.rules.regionsPipelined || placements.size() != task.network.layers.size()) {
        return false;
    }
    std::set<Count> weighted;
    return std::all_of(placements.begin(), placements.end(), [&](const Placement& placed) {
        const network::Layer& layer = task.network.layers[placed.layer];
        return !network::hasOperand(layer) && (!network::hasWeights(layer) || weighted.insert(placed.slot.region).second);
    });
}

bool reloadsWeights(const network::Network& network, Counts counts, const std::vector<Placement>& placements,
                    std::size_t place)
{
    if (counts == Counts::Reference || !network::hasWeights(network.layers[placements[place].layer])) {
        return false;
    }
    return std::any_of(placements.begin(), placements.end(), [&](const Placement& other) {
        return other.layer != placements[place].layer && other.slot.region == placements[place].slot.region
               && network::hasWeights(network.layers[other.layer]);
    });
}

} // namespace tilescape::pipeline
