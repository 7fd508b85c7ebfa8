#pragma once

#include "core/pipeline/segment_links.h"
#include "core/search/space/blocking_task.h"
#include "core/search/space/search_task.h"

#include <vector>

namespace tilescape::search {

/// Cycles of a segment whose layers run these blockings, as `pipeline::timeSegment` counts them (cost-model.md 5). `placements` and
/// `blockings` follow each other layer by layer; `wholeNetwork`: the segment is the whole network, and streams its batches.
double segmentCycles(const SearchTask& task, const std::vector<pipeline::Placement>& placements,
                     const std::vector<const BlockingChoice*>& blockings, bool wholeNetwork);

} // namespace tilescape::search
