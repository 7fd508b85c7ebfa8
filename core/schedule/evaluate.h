#pragma once

#include "core/schedule/schedule.h"

#include <memory>
#include <vector>

namespace tilescape::schedule {

/// A layer and the scheme by which it is to run.
struct GivenScheme {
    std::size_t layer = 0; ///< index in `Problem::network.layers`
    Slot slot;
    dataflow::LayerScheme scheme;
};

/// The schedule of given schemes, priced by the cost model. `schemes` must contain every layer once, in the order in
/// which they run. If a scheme does not fit its region, its loops, the memories or the chip's abilities, the schedule
/// has no result, and its diagnostics say why.
Schedule evaluate(std::shared_ptr<const Problem> problem, const dataflow::Partition& inputPartition,
                  const std::vector<GivenScheme>& schemes);

} // namespace tilescape::schedule
