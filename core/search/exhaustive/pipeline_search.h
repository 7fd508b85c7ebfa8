#pragma once

#include "core/search/exhaustive/chain_search.h"
#include "core/search/space/search_task.h"

namespace tilescape::search {

/// A schedule whose layers may share segments: dynamic programming over the layers in order, over every legal segment
/// and all its group counts (cost-model.md 5; Tangram 3.2 to 3.4). The best 16 states, or `schedulesKept`, with
/// different layouts are kept at each position, and the best two mappings of a segment, so that the answer is never
/// `complete`.
ChainAnswer searchPipelines(const SearchTask& task, const Objective& objective, LayerAnswerCache& cache,
                            const ChainControl& control, const LayerLookup& lookup = {});

} // namespace tilescape::search
