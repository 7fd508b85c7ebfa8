#pragma once

#include "core/network/check.h"
#include "core/network/check_faults.h"

namespace tilescape::network {

/// Whether the sizes of the inputs and of each layer, by themselves and all together, lie where they can be counted with.
/// What does not is marked in `unusable`, which has an entry for each layer and external input.
void checkSizes(const Network& network, Unusable& unusable, NetworkFaults& faults);

} // namespace tilescape::network
