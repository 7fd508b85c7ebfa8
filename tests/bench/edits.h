#pragma once

#include "options.h"

namespace tilescape::bench {

/// Solves of the fast solver from nothing, and again after an edit: of each parameter of the chip, of one layer, and back
/// to what it was before, with what it remembers. One line a network and goal; times are wall clock, in milliseconds.
void benchEdits(const Options& options, const Emit& emit);

} // namespace tilescape::bench
