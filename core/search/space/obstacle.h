#pragma once

#include "core/support/dimensions.h"

#include <optional>

namespace tilescape::search {

struct LayerTask;

/// Why no scheme fits a layer: the memory that is too small, and the fewest words that any mapping and partition would
/// need there.
struct Obstacle {
    Storage storage = Storage::Register;
    Count neededWords = 0; ///< in the registers of a PE or the buffer of a tile
    Count words = 0;       ///< capacity of that memory
    friend bool operator==(const Obstacle&, const Obstacle&) = default;
};

/// The obstacle over all partitions and mappings of the task, each with the smallest factors. Empty if something fits.
std::optional<Obstacle> findObstacle(const LayerTask& task);

} // namespace tilescape::search
