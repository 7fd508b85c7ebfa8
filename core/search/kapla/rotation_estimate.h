#pragma once

#include "core/search/space/blocking_candidate.h"
#include "core/search/space/rotation_prices.h"
#include "core/search/space/tensor_traffic.h"

#include <array>

namespace tilescape::search {

/// How a tensor's pieces would go around if tiles shared them, the loops at buffer level in the order that suits it best: the
/// one that is innermost stays there, of the others a loop that the tensor varies with comes first. `outside`: iterations at
/// memory level of the loop that it is reused over; `passes` over memory; `fetches` from the buffer.
Rotation rotationOf(const TensorTraffic& tensor, const BlockingCandidate& candidate, Count outside, Count passes,
                    double fetches);

/// pJ to share the cheapest tensors so that all that is kept, `words` of each, has room on a tile; infinite if there are none.
/// One tensor alone is shared by as few tiles as will do.
double leastRotationPj(const std::array<Count, 3>& words, const std::array<bool, 3>& kept,
                       const std::array<Rotation, 3>& rotation, const RotationPriceList& prices,
                       const hardware::Machine& machine);

} // namespace tilescape::search
