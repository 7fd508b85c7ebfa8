#pragma once

#include "core/search/kapla/segment_plan.h"
#include "core/search/space/chain_answer.h"
#include "core/search/space/search_task.h"

#include <map>
#include <memory>
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
    /// The least that each segment with these groups added to a schedule; infinite for those that were tried without room for them, while
    /// those that no schedule came to are missing.
    std::map<const GroupPlan*, double> leastCosts;
    ChainCounts counts;
};

/// Makes chains of segments, every map lying where its producer leaves it: a dynamic program over layouts that keeps the best 8 states,
/// or `schedulesKept`, at each position of `order`. What a segment's layers choose follows from where they find their inputs: that is
/// found once, for all chains that are asked for. All arguments must outlive this.
class ChainMaker {
public:
    /// `layouts` is the cache for which the choices' partitions are counted.
    ChainMaker(const SearchTask& task, const Objective& objective, const std::vector<std::size_t>& order,
               pipeline::LayoutCache& layouts, const ChainControl& control);
    ~ChainMaker();
    ChainMaker(const ChainMaker&) = delete;
    ChainMaker& operator=(const ChainMaker&) = delete;

    /// The best chain of these segments that was found. Empty if none reaches the end or the search was stopped. Plans and groups that
    /// were asked about before must be the same.
    std::optional<LayoutChain> best(const SegmentChoices& choices);

private:
    class Maker;
    std::unique_ptr<Maker> m_maker;
};

} // namespace tilescape::search
