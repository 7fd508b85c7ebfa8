#pragma once

#include "options.h"

namespace tilescape::bench {

/// Times the gradient order of all networks of its paper on both machines, tile search and partitions included: one line a
/// machine.
void benchGradientOrder(const Options& options, const Emit& emit);

} // namespace tilescape::bench
