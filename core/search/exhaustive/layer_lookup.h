#pragma once

#include "core/pipeline/segment.h"
#include "core/search/exhaustive/layer_search.h"

#include <functional>
#include <vector>

namespace tilescape::search {

/// The search of single layers that a search over networks calls: the exhaustive one unless a baseline puts another in
/// its place.
struct LayerLookup {
    LayerSearch search = searchLayer;
    /// Whether to consider a segment of several layers with these values of its constraints' variables; empty: always.
    std::function<bool(const pipeline::Segment& segment, const std::vector<Count>& values)> looksAt;
};

} // namespace tilescape::search
