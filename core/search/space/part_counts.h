#pragma once

#include "core/dataflow/partition.h"

#include <array>

namespace tilescape::search {

/// The number of parts into which each loop and each side of the map is cut. Shares of equal counts have equal
/// blockings, whatever their position in the region.
using PartCounts = std::array<Count, 5>;
/// The counts of these shares.
PartCounts partCounts(const dataflow::PerSplit<Extent>& shares);

} // namespace tilescape::search
