#pragma once

#include "core/search/kapla/segment_plan.h"
#include "core/search/space/chain_answer.h"
#include "core/search/space/search_task.h"

#include <map>
#include <optional>
#include <vector>

namespace tilescape::search {

/// A segment with one choice of its groups. Neither pointer is null.
struct SegmentChoice {
    const SegmentPlan* plan = nullptr;
    const GroupPlan* groups = nullptr;
};
/// By the position in the layer order at which the segments begin.
using SegmentChoices = std::vector<std::vector<SegmentChoice>>;

/// A whole schedule, and how the network's input lies over the memory channels.
struct LayoutChain {
    dataflow::Partition inputPartition;
    std::vector<pipeline::PlacedLayer> layers; ///< in the order in which they run
    std::vector<const GroupPlan*> groups;      ///< by segment
    double cost = 0;                           ///< in the units of `scalarOf`
    /// The least that each segment with these groups added to a schedule; what was not added to any is missing.
    std::map<const GroupPlan*, double> leastCosts;
    ChainCounts counts;
};

/// The best chain of these segments that was found, every map lying where its producer leaves it: a dynamic program
/// over layouts that keeps the best 8 states, or `schedulesKept`, at each position of `order`. Empty if no chain
/// reaches the end or the search was stopped. `layouts` is the cache for which the choices' partitions are counted.
std::optional<LayoutChain> chainLayouts(const SearchTask& task, const Objective& objective,
                                        const std::vector<std::size_t>& order, const SegmentChoices& choices,
                                        pipeline::LayoutCache& layouts, const ChainControl& control);

} // namespace tilescape::search
