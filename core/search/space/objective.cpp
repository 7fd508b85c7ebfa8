#include "core/search/space/objective.h"

namespace tilescape::search {

namespace {

/// Cycles come first where delay does: a pJ weighs less than any difference in cycles that counts.
constexpr double tiePerPj = 1e-15;

} // namespace

double scalarOf(const Objective& objective, double energyPj, double cycles)
{
    return objective.delayFirst ? objective.cycleShare * cycles + tiePerPj * (energyPj + objective.cyclePj * cycles)
                                : energyPj + objective.cyclePj * cycles;
}

ObjectiveValue objectiveValue(const Objective& objective, double energyPj, double cycles)
{
    const double priced = energyPj + objective.cyclePj * cycles;
    return objective.delayFirst ? ObjectiveValue{objective.cycleShare * cycles, priced}
                                : ObjectiveValue{priced, cycles};
}

} // namespace tilescape::search
