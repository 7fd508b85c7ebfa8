#pragma once

#include "core/search/space/partition_space.h"

#include <vector>

namespace samples {

using namespace tilescape;

/// Every way to cut a map of 8 items, 16 channels and 16 x 16 pixels, made of 16 channels, over `extent`.
inline std::vector<dataflow::Partition> cutsOver(Extent extent)
{
    search::SearchSpace space;
    space.batchPartition = space.inputChannelPartition = true;
    return search::partitions({8, 16, {16, 16}, 16}, extent, space);
}

} // namespace samples
