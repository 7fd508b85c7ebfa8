#pragma once

#include "core/dataflow/partition.h"

#include <array>

namespace tilescape::search {

/// Into how many parts each loop, and each side of the map, is cut: shares of equal counts have equal blockings, however
/// they lie.
using PartCounts = std::array<Count, 5>;
PartCounts partCounts(const dataflow::PerSplit<Extent>& shares);

} // namespace tilescape::search
