#pragma once

#include "core/intralayer/layer_site.h"

namespace tilescape::intralayer {

/// The partitions of a layer at its site that promise most: compulsory traffic, the best blocking of their class, the hops of
/// forwarding trees and to where the data lie. Ranked for an input as far away as usual, and for each of `inputs`.
QuickFrame quickFrameOf(LayerSite& site, const pipeline::TopGroups& top, const std::vector<LikelyInput>& inputs);

} // namespace tilescape::intralayer
