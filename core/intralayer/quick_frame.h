#pragma once

#include "core/intralayer/layer_search.h"
#include "core/intralayer/quick_blocking.h"
#include "core/intralayer/share_ranking.h"
#include "core/intralayer/tensor_traffic.h"

#include <array>
#include <limits>
#include <memory>
#include <vector>

namespace tilescape::intralayer {

/// How hard a quick layer search looks.
struct QuickEffort {
    std::size_t shares = 48;    ///< ways to cut the loops that are blocked, of those that promise most
    std::size_t partitions = 12; ///< that answers may choose from, for one kind of groups; half as many for each other
    std::size_t blockings = 2;  ///< of each partition
};

/// The partitions of a layer that promise most, with everything about them that does not depend on groups: the quick
/// counterpart of `LayerFrame`. Partition i has kind i of its own.
struct QuickFrame {
    LayerFrame frame;
    std::vector<std::vector<NestTraffic>> traffic;              ///< by kind and nest
    std::vector<std::vector<RotationPriceList>> rotation;       ///< by kind and nest
    double inputDistance = 0; ///< hops that an input word is expected to travel before it spreads
    SearchCounts counts;
};

/// A way in which the input may lie: cut by `partition` over `region`.
struct LikelyInput {
    dataflow::Partition partition;
    const dataflow::Region* region = nullptr;
};

/// Partitions are ranked by an estimate: compulsory traffic, the hops of forwarding trees, the best blocking; once for each
/// of `tops`, groups such as will be asked for, since these change what is good, and once for each of `inputs` (none: the usual
/// ones over memory channels at the corners).
QuickFrame quickFrameOf(const LayerTask& task, const std::vector<RankedShares>& ranking, const std::vector<TopGroups>& tops,
                        const QuickEffort& effort, const std::vector<LikelyInput>& inputs = {});

} // namespace tilescape::intralayer
