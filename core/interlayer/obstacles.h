#pragma once

#include "core/interlayer/map_places.h"
#include "core/intralayer/obstacle.h"

#include <vector>

namespace tilescape::interlayer {

/// A layer that nothing fits even by itself on the whole chip.
struct LayerObstacle {
    std::size_t layer = 0; ///< index in the network
    intralayer::Obstacle what;
};

/// Of all layers, in the order in which they would run; none: every layer fits by itself.
std::vector<LayerObstacle> findObstacles(const PricingTask& task, int threads);

} // namespace tilescape::interlayer
