#pragma once

#include "core/dataflow/partition.h"
#include "core/dataflow/region.h"
#include "core/support/dimensions.h"

#include <array>

namespace tilescape::dataflow {

/// Loop blocking (cost-model.md 2): each loop in three factors, DRAM, buffer and register level; `order` is outermost
/// first, at DRAM and at buffer level. `keep`: tensors that the buffer holds even where that saves no fetch from memory.
struct Blocking {
    PerLoop<std::array<Count, 3>> factors{{{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}}};
    std::array<std::array<Loop, 3>, 2> order{{{Loop::Batch, Loop::OutputChannel, Loop::InputChannel},
                                              {Loop::Batch, Loop::OutputChannel, Loop::InputChannel}}};
    PerTensor<bool> keep{{false, false, false}};
    friend bool operator==(const Blocking&, const Blocking&) = default;
    friend auto operator<=>(const Blocking&, const Blocking&) = default;
};

/// Channels that one pass over the PE array covers, by replication of the logical PE set (cost-model.md 1), and on a
/// systolic array what it covers of filter and map (systolic_mapping.h).
struct Replication {
    Count inputChannels = 1;
    Count outputChannels = 1;
    Count taps = 0;    ///< of the filter that lie side by side over the rows; 0: row-stationary
    Count stripes = 0; ///< passes that the map's rows are cut into
    friend bool operator==(const Replication&, const Replication&) = default;
    friend auto operator<=>(const Replication&, const Replication&) = default;
};

/// Buffer sharing (cost-model.md 4; Tangram 3.1): tiles that need one piece hold it once between them. A group of tiles
/// shares each tensor; a subgroup of it holds one copy, which rotates around it. The inserted level stands above the
/// buffer-level loops; its factors are part of theirs.
struct Sharing {
    PerTensor<Count> group{{1, 1, 1}};
    PerTensor<Count> subgroup{{1, 1, 1}};
    PerLoop<Count> insertedFactors{{1, 1, 1}};
    std::array<Loop, 3> insertedOrder{Loop::Batch, Loop::OutputChannel, Loop::InputChannel}; ///< outermost first
    friend bool operator==(const Sharing&, const Sharing&) = default;
    friend auto operator<=>(const Sharing&, const Sharing&) = default;
};

/// One layer's dataflow, whole: where it runs, how it is split over tiles, mapped on the array, and blocked in time.
struct LayerScheme {
    Region region;
    Partition partition;
    Replication replication;
    Blocking blocking;
    Sharing sharing;
    friend bool operator==(const LayerScheme&, const LayerScheme&) = default;
};

} // namespace tilescape::dataflow
