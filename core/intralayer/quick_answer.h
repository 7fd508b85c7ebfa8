#pragma once

#include "core/intralayer/quick_frame.h"

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
QuickBest quickBest(const LayerTask& task, const QuickFrame& frame, const TopGroups& top, std::size_t partitions);

/// The best blockings of the frame's partitions for these groups, priced by the model.
LayerAnswer quickAnswer(const LayerTask& task, const QuickFrame& frame, const TopGroups& top, const QuickEffort& effort);

} // namespace tilescape::intralayer
