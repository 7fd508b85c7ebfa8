#pragma once

#include "core/network/check_faults.h"
#include "core/network/network.h"

#include <vector>

namespace tilescape::network {

/// Whether layers feed each other in circles; names each, and of those that share a layer one. `sources`: of each layer, the layers that feed it.
void checkCycles(const Network& network, const std::vector<std::vector<std::size_t>>& sources, NetworkFaults& faults);

} // namespace tilescape::network
