#pragma once

#include "options.h"

namespace tilescape::bench {

/// AlexNet, batch 64, on Tangram's 16 x 16 tiles with every option that widens the search: the fast and the exhaustive solver,
/// each in a process of its own. One line a solver. Before any other thread runs.
void benchTangramChip(const Options& options, const Emit& emit);

} // namespace tilescape::bench
