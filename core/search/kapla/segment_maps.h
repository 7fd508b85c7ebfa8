#pragma once

#include "core/search/kapla/segment_plan.h"
#include "core/search/space/live_layouts.h"
#include "core/search/space/search_task.h"

#include <cstddef>
#include <vector>

namespace tilescape::search {

/// The maps that a segment reads and leaves in memory, and by whom in the segment.
struct SegmentMaps {
    std::vector<pipeline::MapNumber> read;    ///< of earlier segments or the network's inputs, each once, as they are first read
    std::vector<pipeline::MapNumber> written; ///< in the order of the layers that make them, as `writtenLayouts` has them
    /// Of each layer, which of `read` each of its sources is, or which layer makes it, and the region that forwards them: where this is equal
    /// and plans are the same, segments do the same with maps of their own.
    std::vector<std::size_t> pattern;
};

SegmentMaps segmentMapsOf(const SearchTask& task, const SegmentPlan& plan);

/// Of each of these maps, its layout.
LiveLayouts layoutsOf(const std::vector<pipeline::MapNumber>& maps, const std::vector<pipeline::LayoutNumber>& layouts);

} // namespace tilescape::search
