#pragma once

#include "core/support/dimensions.h"

namespace tilescape::pipeline {

/// When and where a layer runs: segments run one after another, the regions of a segment side by side, the layers of a
/// region one after another (Tangram 2.4 and 3.3).
struct Slot {
    Count segment = 0; ///< number in the schedule
    Count region = 0;  ///< number within the segment
    Count index = 0;   ///< position within the region, in the order in which its layers run
    friend bool operator==(const Slot&, const Slot&) = default;
    friend auto operator<=>(const Slot&, const Slot&) = default;
};

} // namespace tilescape::pipeline
