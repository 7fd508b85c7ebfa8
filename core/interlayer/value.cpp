#include "core/interlayer/value.h"

namespace tilescape::interlayer {

Value valueOf(const intralayer::Objective& objective, double energyPj, double cycles)
{
    const double priced = energyPj + objective.cyclePj * cycles;
    return objective.delayFirst ? Value{objective.cycleShare * cycles, priced} : Value{priced, cycles};
}

} // namespace tilescape::interlayer
