#pragma once

#include "core/pipeline/segment_links.h"

#include <cstddef>
#include <vector>

namespace tilescape::pipeline {

/// Layers that run together: the regions side by side, the layers of one region one after another (cost-model.md 5;
/// Tangram 2.4).
struct Segment {
    std::size_t first = 0; ///< position of its first layer in the schedule order, in which its layers are consecutive
    std::vector<std::vector<std::size_t>> regions; ///< by region, the layers' indices in the network

    /// Its layers in order, each with the slot that it has if this is segment `number` of a schedule.
    [[nodiscard]] std::vector<Placement> placements(Count number) const;
    /// The number of its layers in all regions.
    [[nodiscard]] std::size_t layerCount() const;
    friend bool operator==(const Segment&, const Segment&) = default;
};

} // namespace tilescape::pipeline
