#pragma once

#include "core/search/exhaustive/layer_answer_cache.h"
#include "core/search/exhaustive/layer_lookup.h"
#include "core/search/space/chain_answer.h"
#include "core/search/space/search_task.h"

namespace tilescape::search {

/// Layer after layer, layouts chained, over every layout of the network's input: dynamic programming over the layouts
/// of the maps that are still needed, keeping the best `layoutsKept` combinations.
ChainAnswer searchChain(const SearchTask& task, const Objective& objective, LayerAnswerCache& cache,
                        const ChainControl& control, const LayerLookup& lookup = {});

} // namespace tilescape::search
