#pragma once

#include "core/search/space/layer_answer.h"
#include "core/search/space/sampling.h"

namespace tilescape::search {

/// Looks at each partition, mapping, size in the registers, size in the buffer and loop order with the given probability
/// (KAPLA V, baseline R; at least one of each is looked at). A layer by itself that this leaves without a scheme is drawn
/// again with twice the probability, as often as it takes: without one the network has no schedule. Null if stopped.
std::shared_ptr<const LayerAnswer> searchRandomly(const Sampling& sampling, const LayerTask& task,
                                                  const PartitionTable& table, const pipeline::TopGroups& top,
                                                  int threads, const std::stop_token& stop);

} // namespace tilescape::search
