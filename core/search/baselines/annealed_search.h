#pragma once

#include "core/search/space/layer_answer.h"
#include "core/search/space/sampling.h"

namespace tilescape::search {

/// Simulated annealing guided by boosted trees (AutoTVM; KAPLA V, baseline M): in each round trees learn the logarithm
/// of the cost from the schemes priced so far, chains of annealing minimize what the trees predict, and the schemes
/// found are priced. Null if stopped.
std::shared_ptr<const LayerAnswer> searchByAnnealing(const Sampling& sampling, const LayerTask& task,
                                                     const PartitionTable& table, const pipeline::TopGroups& top,
                                                     int threads, const std::stop_token& stop);

} // namespace tilescape::search
