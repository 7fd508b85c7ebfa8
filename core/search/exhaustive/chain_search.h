#pragma once

#include "core/search/exhaustive/layer_answer_cache.h"
#include "core/search/exhaustive/layer_lookup.h"
#include "core/search/space/chain_answer.h"
#include "core/search/space/search_task.h"

namespace tilescape::search {

/// The best schedule in which every layer runs by itself: dynamic programming over the layers in order, with a state
/// for every combination of layouts of the maps that are still needed, the network's input included. At most the best
/// 128 states are kept at each position; if any had to be dropped, the answer is not `complete`.
ChainAnswer searchChain(const SearchTask& task, const Objective& objective, LayerAnswerCache& cache,
                        const ChainControl& control, const LayerLookup& lookup = {});

} // namespace tilescape::search
