#pragma once

#include "core/support/dimensions.h"

namespace tilescape::pipeline {

/// When and where a layer runs: segments one after another; in a segment regions side by side; in a region layers one after
/// another (Tangram section 3.3).
struct Slot {
    Count segment = 0;
    Count region = 0; ///< within the segment
    Count index = 0;  ///< within the region, in the order in which its layers run
    friend bool operator==(const Slot&, const Slot&) = default;
    friend auto operator<=>(const Slot&, const Slot&) = default;
};

} // namespace tilescape::pipeline
