#pragma once

#include "core/intralayer/blocking_search.h"
#include "core/intralayer/layer_search.h"
#include "core/support/diagnostic.h"

namespace tilescape::interlayer {

/// What schedules are compared by: first what is minimized, then what breaks ties.
struct Value {
    double first = 0;
    double second = 0;
    friend auto operator<=>(const Value&, const Value&) = default;
    friend Value operator+(Value a, Value b) { return {a.first + b.first, a.second + b.second}; }
};

Value valueOf(const intralayer::Objective& objective, double energyPj, double cycles);

/// Why nothing fits a layer, and what would help.
support::Diagnostic obstacleOf(const network::Layer& layer, const intralayer::Obstacle& obstacle);

} // namespace tilescape::interlayer
