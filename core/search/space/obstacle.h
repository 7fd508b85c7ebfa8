#pragma once

#include "core/support/dimensions.h"

#include <optional>

namespace tilescape::search {

struct LayerTask;

/// Why nothing fits a layer: of the mapping that comes nearest, the memory that is too small, and what it would have to hold.
struct Obstacle {
    Storage storage = Storage::Register;
    Count neededWords = 0; ///< in the registers of a PE, or the buffer of a tile
    Count words = 0;       ///< that are there
    friend bool operator==(const Obstacle&, const Obstacle&) = default;
};

/// Over all ways to share the layer out and to map it, blocked as small as can be. None: something fits.
std::optional<Obstacle> findObstacle(const LayerTask& task);

} // namespace tilescape::search
