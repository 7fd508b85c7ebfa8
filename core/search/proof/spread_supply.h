#pragma once

#include "core/search/bounds/distance_sums.h"
#include "core/support/dimensions.h"

#include <vector>

namespace tilescape::search {

/// Words that tiles fetch of a map that lies over several places, memory channels or tiles, and the hops that one of
/// them has from each place.
struct SpreadDemand {
    double words = 0;
    std::vector<double> hops;
};

/// The largest fraction of a feature map that one place of a grid of memory channels, or of a region to which such a
/// map has been moved, may hold: either side of two channels cuts the batch or a length of the map in two, and a longer
/// side cuts the batch further (`dataflow::project`).
double largestPart(Count batch, Count channels, Extent size, Extent places);

/// The places of a region of this extent that a map from 2 x 2 memory channels is moved to: the first of each side.
Extent placesUsed(Extent extent);

/// The least word-hops with which all demands can be met, if no place gives more than `mostWords`. A bound that is at
/// most a few per cent below (Lagrangian relaxation of the limits).
double leastHopsFrom(const std::vector<SpreadDemand>& demands, double mostWords);

/// The same where each tile takes at most `mostOfTile` of the words, and nothing else is known; `places` are the
/// distances of these tiles to one place each. At least as low.
double leastHopsFrom(const std::vector<DistanceSums>& places, double words, double mostOfPlace, double mostOfTile);

} // namespace tilescape::search
