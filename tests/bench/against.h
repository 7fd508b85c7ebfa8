#pragma once

#include "options.h"

namespace tilescape::bench {

/// Measures each case with another binary of this program as well, right after this one, and adds to its line how many
/// times as long that one took, by every time that both tell: `KEY_against`. The lines are passed on to `emit`. Throws
/// std::runtime_error if the other binary tells nothing.
Emit comparedWith(const Options& options, const std::string& benchmark, Emit emit);

} // namespace tilescape::bench
