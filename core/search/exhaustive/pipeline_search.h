#pragma once

#include "core/search/exhaustive/chain_search.h"
#include "core/search/space/search_task.h"

namespace tilescape::search {

/// Segments of layers that run together, one segment after another: dynamic programming over the layers in their order,
/// over every legal segment and every way to cut it into groups (cost-model.md 5; Tangram 3.2 to 3.4). Within a segment
/// layer after layer, keeping the best few; between segments the best few for each layout of the maps that are needed.
ChainAnswer searchPipelines(const SearchTask& task, const Objective& objective, LayerAnswerCache& cache,
                            const ChainControl& control, const LayerLookup& lookup = {});

} // namespace tilescape::search
