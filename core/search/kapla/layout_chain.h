#pragma once

#include "core/search/kapla/segment_plan.h"
#include "core/search/space/chain_answer.h"
#include "core/search/space/search_task.h"

#include <optional>
#include <vector>

namespace tilescape::search {

/// One way to work through a segment.
struct SegmentChoice {
    const SegmentPlan* plan = nullptr;
    const GroupPlan* groups = nullptr;
};
/// By the place in the order of layers that the segments begin at.
using SegmentChoices = std::vector<std::vector<SegmentChoice>>;

/// A whole schedule, layer by layer, and how the network's input lies.
struct LayoutChain {
    dataflow::Partition inputPartition;
    std::vector<pipeline::PlacedLayer> layers;
    std::vector<const GroupPlan*> groups; ///< by segment
    ChainCounts counts;
};

/// The best chain of these segments, every map lying where its maker leaves it: a dynamic program over layouts, which keeps
/// few of the best at each place. None where no chain reaches the end, or the search was stopped. `order`: the layers'.
std::optional<LayoutChain> chainLayouts(const SearchTask& task, const Objective& objective,
                                        const std::vector<std::size_t>& order, const SegmentChoices& choices,
                                        const ChainControl& control);

} // namespace tilescape::search
