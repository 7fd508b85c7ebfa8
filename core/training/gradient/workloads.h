#pragma once

#include "core/training/gradient/settings.h"

#include <span>
#include <string_view>

namespace tilescape::training::gradient {

/// A network of Table 4, by the names of our files for the small and the large machine.
struct Workload {
    std::string_view name; ///< as in the paper's figures
    std::string_view small;
    std::string_view large;
    bool rowsHoldBatch = false; ///< a published list of products, whose rows are the batch: it is run with batch 1
};
std::span<const Workload> workloads();

/// What `network` (one of our names) is trained with on `preset`, all cores together.
Count usualBatch(std::string_view network, const NpuPreset& preset, Count cores);

} // namespace tilescape::training::gradient
