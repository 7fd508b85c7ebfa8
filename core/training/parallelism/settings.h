#pragma once

#include "core/support/dimensions.h"

namespace tilescape::training::parallelism {

/// What is asked of the search for parallelism (HyPar).
struct Settings {
    Count levels = 4; ///< 2^levels accelerators
    friend bool operator==(const Settings&, const Settings&) = default;
};

} // namespace tilescape::training::parallelism
