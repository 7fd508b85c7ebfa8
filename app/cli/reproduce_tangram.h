#pragma once

#include "app/cli/reproduction.h"

namespace tilescape::cli {

/// Tangram's Figure 11: eight networks, batch 64, on the monolithic array, the baseline and Tangram; Figure 12 likewise,
/// without shared buffers and without its pipelines. Goal energy; nothing is chosen per network.
Reproduction reproduceTangram(int threads);

} // namespace tilescape::cli
