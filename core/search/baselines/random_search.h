#pragma once

#include "core/search/space/layer_answer.h"
#include "core/search/space/sampling.h"

namespace tilescape::search {

/// Considers each partition, mapping, register factor, buffer factor and loop order with the given probability, at
/// least one of each (KAPLA V, baseline R). If no groups are asked for and nothing fits, the search is repeated with
/// twice the probability, up to 1, since without a scheme for each layer the network has no schedule. Null if stopped.
std::shared_ptr<const LayerAnswer> searchRandomly(const Sampling& sampling, const LayerTask& task,
                                                  const PartitionTable& table, const pipeline::TopGroups& top,
                                                  int threads, const std::stop_token& stop);

} // namespace tilescape::search
