#pragma once

#include "options.h"

namespace tilescape::bench {

/// Times the search for parallelism, which runs on one thread: ResNet-152 on 1,024 accelerators, and a chain of 100,000
/// layers. One line each.
void benchParallelism(const Options& options, const Emit& emit);

} // namespace tilescape::bench
