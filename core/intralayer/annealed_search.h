#pragma once

#include "core/intralayer/layer_search.h"
#include "core/intralayer/sampling.h"

namespace tilescape::intralayer {

/// Simulated annealing guided by boosted trees (AutoTVM; KAPLA V, baseline M): in each round, trees learn the logarithm of
/// the cost from what was priced so far, chains walk downhill on what they predict, and what they found is priced. Null if
/// stopped.
std::shared_ptr<const LayerAnswer> searchByAnnealing(const Sampling& sampling, const LayerTask& task,
                                                     const LayerFrame& frame, const pipeline::TopGroups& top, int threads,
                                                     const std::stop_token& stop);

} // namespace tilescape::intralayer
