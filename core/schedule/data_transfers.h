#pragma once

#include "core/schedule/schedule.h"

#include <optional>
#include <vector>

namespace tilescape::schedule {

/// How a feature map comes from where it is made to where it is read: through DRAM, over the mesh to another region of the segment,
/// or staying on the tiles of one region (Tangram sections 3.2 and 3.3).
enum class Route { Memory, BetweenRegions, WithinRegion };

/// One feature map that a layer of a segment takes, or hands on.
struct Transfer {
    std::optional<std::size_t> from; ///< index of the layer whose tiles it comes from; none: DRAM
    std::optional<std::size_t> to;   ///< index of the layer that takes it; none: DRAM
    Route route = Route::Memory;
    bool fetchedForBoth = false; ///< `from` does not make it: it fetched the same map from DRAM, and shares it
    friend bool operator==(const Transfer&, const Transfer&) = default;
};

/// The route of a map from the layer that makes it to one that reads it, both by index in the network: in one segment it is handed
/// on, whether it is stored in DRAM as well or not. Both are scheduled.
Route routeBetween(const Schedule& schedule, std::size_t maker, std::size_t reader);

/// All transfers of segment `number`, layer by layer in its order: a layer's inputs, then its output where that goes to DRAM.
std::vector<Transfer> transfersIn(const Schedule& schedule, Count number);

} // namespace tilescape::schedule
