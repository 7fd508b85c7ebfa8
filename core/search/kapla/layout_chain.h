#pragma once

#include "core/search/kapla/segment_plan.h"
#include "core/search/space/chain_answer.h"
#include "core/search/space/search_task.h"

#include <map>
#include <memory>
#include <optional>
#include <utility>
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
    /// By segment: the position in the layer order behind it, and what the schedule costs up to there, in the units of `scalarOf`.
    std::vector<std::pair<std::size_t, double>> ends;
    double cost = 0; ///< of all
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
    /// The least that each segment with these groups has added to a schedule so far; infinite: none has room for it. What was not added to
    /// any is missing.
    [[nodiscard]] const std::map<const GroupPlan*, double>& leastCosts() const;

private:
    class Maker;
    std::unique_ptr<Maker> m_maker;
};

} // namespace tilescape::search
