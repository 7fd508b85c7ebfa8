#pragma once

#include "core/dataflow/pe_mapping.h"

#include <vector>

namespace tilescape::search {

/// A nest, and what the factors of its loops multiply up to: its iterations, or a little more where these divide poorly.
struct PaddedNest {
    dataflow::LoopNest nest;
    PerLoop<Count> covered;
};

/// Every nest of the mapping as it is; with `rounded`, behind these each in all ways to round its counts up
/// (support::roundedCounts).
std::vector<PaddedNest> paddedNests(const dataflow::TileLayer& tile, const hardware::PeArray& peArray, bool rounded);

} // namespace tilescape::search
