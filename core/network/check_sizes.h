#pragma once

#include "core/network/check_faults.h"
#include "core/network/network.h"

#include <vector>

namespace tilescape::network {

/// Whether the sizes of the inputs and of each layer, by themselves and all together, lie where they can be counted with.
/// Gives for each layer whether its own do.
std::vector<bool> checkSizes(const Network& network, NetworkFaults& faults);

} // namespace tilescape::network
