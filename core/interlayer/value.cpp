#include "core/interlayer/value.h"

namespace tilescape::interlayer {

Value valueOf(const intralayer::Objective& objective, double energyPj, double cycles)
{
    const double priced = energyPj + objective.cyclePj * cycles;
    return objective.delayFirst ? Value{cycles, priced} : Value{priced, cycles};
}

support::Diagnostic obstacleOf(const network::Layer& layer, const intralayer::Obstacle& obstacle)
{
    return {support::Severity::Error, "", "", layer.name, "no schedule fits: " + intralayer::describe(obstacle),
            obstacle.storage == Storage::Register ? "give each PE more registers" : "give each tile a larger buffer"};
}

} // namespace tilescape::interlayer
