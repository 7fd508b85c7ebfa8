#pragma once

#include "core/intralayer/blocking_search.h"

namespace tilescape::interlayer {

/// What schedules are compared by: first what is minimized, then what breaks ties.
struct Value {
    double first = 0;
    double second = 0;
    friend auto operator<=>(const Value&, const Value&) = default;
    friend Value operator+(Value a, Value b) { return {a.first + b.first, a.second + b.second}; }
};

Value valueOf(const intralayer::Objective& objective, double energyPj, double cycles);

} // namespace tilescape::interlayer
