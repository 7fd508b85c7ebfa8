#pragma once

#include "core/dataflow/pe_mapping.h"

#include <vector>

namespace tilescape::search {

/// A loop nest and the products of its factors: its iterations, or slightly larger counts with more divisors.
struct PaddedNest {
    dataflow::LoopNest nest;
    PerLoop<Count> covered;
};

/// The nests of all mappings of the tile's layer with their own iterations; with `rounded` followed by each nest in all
/// combinations of counts that `support::roundedCounts` gives.
std::vector<PaddedNest> paddedNests(const dataflow::TileLayer& tile, const hardware::PeArray& peArray, bool rounded);

} // namespace tilescape::search
