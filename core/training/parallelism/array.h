#pragma once

#include "core/support/dimensions.h"
#include "core/training/parallelism/settings.h"

namespace tilescape::training::parallelism {

/// Rows and columns of 2^levels accelerators, as square as may be (HyPar, Figure 4; sixteen: 4 x 4).
Extent gridOf(Count levels);

/// The block of the grid that one group holds above `level` (from 1): the longer side is halved at each.
Extent groupAt(Count levels, Count level);

/// Bits per second that all pairs of groups at `level` (from 1) exchange together. Accelerators have one link's worth each
/// (25.6 Gb/s / 16 = 1600 Mb/s). H tree: links double upwards as their number halves, so every level has the bandwidth of all
/// accelerators. Torus: links that cross the cuts, twice as many where a group spans a ring, all alike.
double levelBandwidth(const Settings& settings, Count level);

} // namespace tilescape::training::parallelism
