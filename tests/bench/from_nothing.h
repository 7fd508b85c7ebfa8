#pragma once

#include "options.h"

namespace tilescape::bench {

/// Solves of each network for each goal by each solver asked for (KAPLA without any), nothing remembered, each in a process
/// of its own. One line a solve.
void benchFromNothing(const Options& options, const Emit& emit);

} // namespace tilescape::bench
