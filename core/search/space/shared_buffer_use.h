#pragma once

#include "core/cost/blocking_cost.h"
#include "core/cost/shared_buffers.h"
#include "core/search/space/blocking_candidate.h"
#include "core/search/space/tensor_traffic.h"

#include <array>

namespace tilescape::search {

/// What the chip's shared buffers hold of a candidate's tensors, as `cost::chooseShared` decides. `tileWords` are the
/// words that all tiles of `context` request from memory, by tensor; `memoryWords` is set to the words that DRAM still
/// delivers.
cost::SharedUse useShared(const BlockingCandidate& candidate, const std::array<TensorTraffic, 3>& traffic,
                          const Factors& asked, const hardware::Machine& machine, const cost::TileContext& context,
                          const std::array<double, 3>& tileWords, double& memoryWords);

} // namespace tilescape::search
