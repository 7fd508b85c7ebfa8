#pragma once

namespace tilescape::search {

/// What a search minimizes: energy + `cyclePj` x cycles, then cycles; or, `delayFirst`, cycles, then that sum.
struct Objective {
    double cyclePj = 0; ///< price of one cycle beside its static energy
    bool delayFirst = false;
    double cycleShare = 1; ///< what a cycle of the layer counts against one of the chip, where others run beside it
    friend bool operator==(const Objective&, const Objective&) = default;
};

/// The objective as one number: pJ, cycles priced; or cycles, the pJ far behind them.
double scalarOf(const Objective& objective, double energyPj, double cycles);

/// What schedules are compared by: first what is minimized, then what breaks ties.
struct ObjectiveValue {
    double first = 0;
    double second = 0;
    friend auto operator<=>(const ObjectiveValue&, const ObjectiveValue&) = default;
    friend ObjectiveValue operator+(ObjectiveValue a, ObjectiveValue b)
    {
        return {a.first + b.first, a.second + b.second};
    }
};

ObjectiveValue objectiveValue(const Objective& objective, double energyPj, double cycles);

} // namespace tilescape::search
