#pragma once

#include "core/intralayer/layer_search.h"
#include "core/intralayer/quick_blocking.h"
#include "core/intralayer/tensor_traffic.h"

#include <array>
#include <limits>
#include <memory>
#include <vector>

namespace tilescape::intralayer {

/// How hard a quick layer search looks.
struct QuickEffort {
    std::size_t shares = 48;    ///< ways to cut the loops that are blocked, of those that promise most
    std::size_t partitions = 8; ///< that answers may choose from, for one kind of groups; half as many for each other
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

/// Ways to share out a task's region, with the least that each may cost, cheapest first: compulsory traffic, the best use of
/// buffers and registers, every shared word handed on to one neighbour after the other.
struct RankedShares {
    double cost = 0;
    dataflow::PerSplit<Extent> shares;
};
std::vector<RankedShares> rankShares(const LayerTask& task);

/// Partitions are ranked by an estimate: compulsory traffic, the hops of forwarding trees, the best blocking; once for each
/// of `tops`, groups such as will be asked for, since these change what is good.
QuickFrame quickFrameOf(const LayerTask& task, const std::vector<RankedShares>& ranking, const std::vector<TopGroups>& tops,
                        const QuickEffort& effort);

/// What a layer costs at its best under some groups, as far as a search of groups needs to know.
struct QuickBest {
    double cost = std::numeric_limits<double>::infinity(); ///< infinite: these groups cannot be had
    double energyPj = 0; ///< with static energy of the layer's own cycles
    double cycles = 0;
    double dramCycles = 0;
    dataflow::Blocking blocking;
};
/// Over the first `partitions` of the frame.
QuickBest quickBest(const LayerTask& task, const QuickFrame& frame, const TopGroups& top, std::size_t partitions);

/// The best blockings of the frame's partitions for these groups, priced by the model.
LayerAnswer quickAnswer(const LayerTask& task, const QuickFrame& frame, const TopGroups& top, const QuickEffort& effort);

} // namespace tilescape::intralayer
