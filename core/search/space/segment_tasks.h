#pragma once

#include "core/dataflow/region.h"
#include "core/pipeline/segment_links.h"
#include "core/search/space/layer_task.h"
#include "core/search/space/search_task.h"

#include <vector>

namespace tilescape::search {

/// What each layer of a segment is asked in these regions, by position in the segment. The tasks lack the region and the
/// memory channels, which the caller adds as it needs them: the keys of many tasks do without their tiles.
std::vector<LayerTask> segmentTasks(const SearchTask& task, const Objective& objective,
                                    const std::vector<pipeline::Placement>& placements,
                                    const std::vector<pipeline::Links>& links,
                                    const std::vector<dataflow::Region>& regions);

} // namespace tilescape::search
