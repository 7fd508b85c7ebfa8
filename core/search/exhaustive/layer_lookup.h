#pragma once

#include "core/pipeline/segment.h"
#include "core/search/exhaustive/layer_search.h"

#include <functional>
#include <vector>

namespace tilescape::search {

/// How a search over the network asks for its layers: everything, unless a rival draws or learns instead.
struct LayerLookup {
    LayerSearch search = searchLayer;
    /// Whether to look at a segment of several vertices under these values of its group rules' variables; null: always.
    std::function<bool(const pipeline::Segment& segment, const std::vector<Count>& values)> looksAt;
};

} // namespace tilescape::search
