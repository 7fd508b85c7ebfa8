#pragma once

#include "app/reproduce/reproduction.h"

namespace tilescape::reproduce {

/// Tangram's Figure 11: eight networks, batch 64, on the monolithic array, the baseline and Tangram; Figure 12 likewise,
/// without shared buffers and without its pipelines. Goal energy; nothing is chosen per network.
Reproduction tangram(int threads);

} // namespace tilescape::reproduce
