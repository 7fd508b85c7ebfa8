#pragma once

#include "core/interlayer/search_task.h"
#include "core/pipeline/feature_map_placement.h"
#include "core/intralayer/obstacle.h"

#include <vector>

namespace tilescape::interlayer {

/// A layer that nothing fits even by itself on the whole chip.
struct LayerObstacle {
    std::size_t layer = 0; ///< index in the network
    intralayer::Obstacle what;
};

/// Of all layers, in the order in which they would run; none: every layer fits by itself.
std::vector<LayerObstacle> findObstacles(const SearchTask& task, int threads);

} // namespace tilescape::interlayer
