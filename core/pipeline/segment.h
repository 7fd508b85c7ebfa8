#pragma once

#include "core/pipeline/segment_links.h"

#include <cstddef>
#include <vector>

namespace tilescape::pipeline {

/// Layers that run together: regions side by side; in each, layers one after another (cost-model.md 5).
struct Segment {
    std::size_t first = 0; ///< place of its first layer in the schedule's order; its layers follow each other there
    std::vector<std::vector<std::size_t>> regions; ///< layers by index in the network

    /// Its layers with their slots, where it is segment `number` of a schedule.
    [[nodiscard]] std::vector<Placement> placements(Count number) const;
    [[nodiscard]] std::size_t layerCount() const;
    friend bool operator==(const Segment&, const Segment&) = default;
};

} // namespace tilescape::pipeline
