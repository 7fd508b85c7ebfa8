#pragma once

#include "core/interlayer/search_task.h"
#include "core/interlayer/chain_search.h"

namespace tilescape::interlayer {

/// Segments of layers that run together, one segment after another: dynamic programming over the layers in their order,
/// over every legal segment and every way to cut it into groups (cost-model.md 5; Tangram 3.2 to 3.4). Within a segment
/// layer after layer, keeping the best few; between segments the best few for each layout of the maps that are needed.
ChainAnswer searchPipelines(const SearchTask& task, const intralayer::Objective& objective,
                            intralayer::AnswerMemory& memory, const ChainControl& control,
                            const LayerLookup& lookup = {});

} // namespace tilescape::interlayer
