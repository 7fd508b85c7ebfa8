#pragma once

#include "options.h"

namespace tilescape::bench {

/// Times the compilation of schedules into programs, each mode with and without every partition: one line a network, mode and goal.
void benchPrograms(const Options& options, const Emit& emit);

} // namespace tilescape::bench
