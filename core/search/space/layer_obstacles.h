#pragma once

#include "core/pipeline/feature_map_placement.h"
#include "core/search/space/obstacle.h"
#include "core/search/space/search_task.h"

#include <vector>

namespace tilescape::search {

/// A layer that no scheme fits even by itself on the whole chip, and why.
struct LayerObstacle {
    std::size_t layer = 0; ///< index in the network
    Obstacle what;
};

/// The obstacles of all layers, in the order in which they would run. Empty if every layer fits by itself.
std::vector<LayerObstacle> findObstacles(const SearchTask& task, int threads);

} // namespace tilescape::search
