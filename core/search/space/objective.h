#pragma once

namespace tilescape::search {

/// What a search minimizes: energy + `cyclePj` x cycles, ties broken by cycles; with `delayFirst` cycles, ties broken
/// by that sum.
struct Objective {
    double cyclePj = 0; ///< pJ charged for a cycle in addition to static energy
    bool delayFirst = false;
    double cycleShare = 1; ///< weight of a cycle, below 1 for a layer in one of several regions
    friend bool operator==(const Objective&, const Objective&) = default;
};

/// The objective as one number: pJ with cycles priced, or with `delayFirst` cycles plus 1e-15 of that energy to break
/// ties.
double scalarOf(const Objective& objective, double energyPj, double cycles);

/// Times such a number: above what a lower bound of it may come to, whose terms are added in another order.
inline constexpr double justAbove = 1 + 1e-9;

/// What schedules are compared by: the quantity that is minimized, then the one that breaks ties.
struct ObjectiveValue {
    double first = 0;
    double second = 0;
    friend auto operator<=>(const ObjectiveValue&, const ObjectiveValue&) = default;
    friend ObjectiveValue operator+(ObjectiveValue a, ObjectiveValue b)
    {
        return {a.first + b.first, a.second + b.second};
    }
};

/// The value of a schedule of this energy, static energy included, and these cycles.
ObjectiveValue objectiveValue(const Objective& objective, double energyPj, double cycles);

} // namespace tilescape::search
