#pragma once

#include "core/schedule/schedule.h"

#include <memory>
#include <vector>

namespace tilescape::schedule {

/// A layer and how it is to run.
struct GivenScheme {
    std::size_t layer = 0; ///< index into `Problem::network.layers`
    Slot slot;
    dataflow::LayerScheme scheme;
};

/// Prices given schemes by the detailed model, each layer laid out after those before it. `schemes` stand in the order
/// in which they run, every layer once. Faults: a scheme that does not fit its region, its loops or the memories.
Schedule evaluate(std::shared_ptr<const Problem> problem, const dataflow::Partition& inputPartition,
                  const std::vector<GivenScheme>& schemes);

} // namespace tilescape::schedule
