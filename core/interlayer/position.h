#pragma once

#include "core/support/dimensions.h"

namespace tilescape::interlayer {

/// When and where a layer runs: segment after segment; in it, regions in parallel; in a region, slots one after another.
struct Position {
    Count segment = 0;
    Count region = 0;
    Count slot = 0;
    friend bool operator==(const Position&, const Position&) = default;
    friend auto operator<=>(const Position&, const Position&) = default;
};

} // namespace tilescape::interlayer
