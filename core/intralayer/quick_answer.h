#pragma once

#include "core/intralayer/layer_site.h"

#include <limits>

namespace tilescape::intralayer {

/// What a layer costs at its best under some groups, as far as a search of groups needs to know.
struct QuickBest {
    double cost = std::numeric_limits<double>::infinity(); ///< infinite: these groups cannot be had
    double energyPj = 0; ///< with static energy of the layer's own cycles
    double cycles = 0;
    double dramCycles = 0;
    dataflow::Blocking blocking;
};
/// Over the first `partitions` of the frame.
QuickBest quickBest(const QuickFrame& frame, const pipeline::TopGroups& top, std::size_t partitions);

/// A partition and its best blockings for some groups, priced by the model.
struct QuickChoice {
    const SitePartition* partition = nullptr;
    std::vector<dataflow::Replication> replications; ///< of each blocking
    std::vector<BlockingChoice> blockings;
};
/// Best first; only partitions that have a blocking.
std::vector<QuickChoice> quickAnswer(const QuickFrame& frame, const pipeline::TopGroups& top, const QuickEffort& effort,
                                     SearchCounts& counts);

} // namespace tilescape::intralayer
