#pragma once

#include "options.h"

namespace tilescape::bench {

/// Times the solver on the reference cases, whose own time stands in the case files. One line a case, then the least
/// speedups over the reference's exhaustive search. Throws std::runtime_error where the folder cannot be read.
void benchReference(const Options& options, const Emit& emit);

} // namespace tilescape::bench
