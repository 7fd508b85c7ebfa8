#pragma once

#include "core/intralayer/layer_site.h"

namespace tilescape::intralayer {

/// The partitions of a layer at its site that promise most: compulsory traffic, the best blocking of their class, the hops of
/// forwarding trees and to where the data lie. Ranked for each of `tops` and each of `inputs` (LayerSite::frame).
QuickFrame quickFrameOf(LayerSite& site, const std::vector<TopGroups>& tops, const std::vector<LikelyInput>& inputs);

} // namespace tilescape::intralayer
