#pragma once

#include "core/search/space/blocking_candidate.h"
#include "core/search/space/dram_tiling.h"
#include "core/search/space/rotation_prices.h"
#include "core/search/space/tensor_traffic.h"

#include <array>

namespace tilescape::search {

/// How a tensor's pieces would go around if tiles shared them, with the buffer-level loops in the order that suits this
/// tensor best: the innermost loop stays, and a dimension loop of the tensor comes first. `outside` are the DRAM-level
/// iterations of its reuse loop, `passes` its f over memory, `fetches` those into the registers. Since no order may
/// suit all tensors, the result is an estimate.
Rotation rotationOf(const TensorTraffic& tensor, const BlockingCandidate& candidate, Count outside, Count passes,
                    double fetches);

/// An estimate, in pJ, of the cheapest sharing with which all that is `kept` of a tiling fits the buffer
/// of a tile: 0 if it fits unshared, infinite if it fits under no sharing. A tensor shared alone has the smallest
/// subgroup that is enough; several have the largest. With `isBound` no subgroups that make room cost less.
double leastRotationPj(const DramTiling& tiling, const std::array<TensorTraffic, 3>& tensors,
                       const std::array<bool, 3>& kept, const std::array<Rotation, 3>& rotation, const RotationPriceList& prices,
                       const hardware::Machine& machine, bool isBound = false);

} // namespace tilescape::search
