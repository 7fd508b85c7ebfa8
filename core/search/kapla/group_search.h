#pragma once

#include "core/search/kapla/layer_blockings.h"
#include "core/search/kapla/segment_cost.h"
#include "core/search/kapla/segment_plan.h"
#include "core/search/space/objective.h"
#include "core/search/space/search_task.h"

#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace tilescape::search {

/// Searches the groups of one segment. A layer is bound to few of the variables: with the batch groups fixed, one variable
/// after the other finds its best, and groups of the batch are tried as long as layers free of all other groups leave
/// something.
class GroupSearch {
public:
    /// No partitions may be chosen yet.
    GroupSearch(const SearchTask& task, const Objective& objective, const SegmentPlan& plan);

    /// Partitions of `ranked` may be chosen from now on, too.
    void add(std::size_t place, const RankedCandidates& ranked);

    /// The best values, best first.
    std::vector<std::vector<Count>> run();

    /// Whether each layer fits with one item of the batch at a time. Where none of the partitions so far has room for that, others
    /// may, and with them more groups than those that were found.
    bool fitsFinestBatch();

    /// What the segment costs with these values, in the units of `scalarOf`. Where layers wait for room, also with blockings that leave
    /// room for two pieces of what is handed on, and with such as take at once what is taken over: whichever costs least. What is not
    /// below `limit` without any wait is not looked at more closely.
    double costOf(const std::vector<Count>& values, double limit = std::numeric_limits<double>::infinity());

    /// The same, and on small chips (`WorkingTiles::isSmall`), where cycles decide and regions wait for memory, also with blockings that
    /// ask for less of it: whichever costs less.
    double frugalCostOf(const std::vector<Count>& values);

    /// Whether layers wait for room with these values, unless they leave some.
    bool waits(const std::vector<Count>& values);

    /// Whether layers that may choose their output groups hand on whole maps where they can: with one group fewer loops have to be in step,
    /// so that layers on the same tiles have room more often (`pipeline::RegionRoom`).
    void makeLeadsWhole(bool areWhole);

    /// From now on the layer at `place`, which may choose its output groups, makes so many, if it and those that take them over can;
    /// 0: it chooses again.
    void askLead(std::size_t place, Count groups);

    /// Where layers on the same tiles have no room beside each other with these values, each with its best blocking: the layers that may choose
    /// their output groups, by place, and numbers of groups that they may make instead.
    std::vector<std::pair<std::size_t, std::vector<Count>>> otherLeads(const std::vector<Count>& values);

    /// `GroupPlan::leads`.
    std::vector<Count> leadsFor(const std::vector<Count>& values);

    /// `GroupPlan::plannedLeads`.
    std::vector<Count> plannedLeadsFor(const std::vector<Count>& values);

    /// By place, the groups asked of each layer.
    std::vector<pipeline::TopGroups> topsFor(const std::vector<Count>& values);

private:
    SegmentCost costBelow(double limit, const std::vector<Count>& values);
    pipeline::TopGroups topAt(std::size_t place, const std::vector<Count>& values, const std::vector<Count>& outputGroups);
    Count leadAt(std::size_t place, const std::vector<Count>& values, const pipeline::TopGroups& top);
    [[nodiscard]] std::vector<std::size_t> followersOf(std::size_t place) const;
    /// Whether the layer may choose its output groups, and others take them over.
    [[nodiscard]] bool isLead(std::size_t place, const std::vector<Count>& values) const;
    bool haveRoom(const std::vector<Count>& values);
    bool haveRoomFrom(std::size_t place, const std::vector<std::vector<pipeline::RegionShare>>& choices,
                      std::vector<pipeline::RegionShare>& shares) const;
    /// Whether regions may wait for memory that could do without so much of it.
    [[nodiscard]] bool mayWaitForMemory() const;
    double leastWith(Count batch);
    [[nodiscard]] std::vector<Count> anyValues() const;
    void descend(Count batch);
    std::vector<Count> firstThatFit(Count batch);
    template <typename Cost>
    void improve(std::vector<Count>& values, const Cost& costOfValues);
    template <typename Cost>
    void improveTogether(std::vector<Count>& values, double& cost, const Cost& costOfValues);
    double sumOf(const std::vector<Count>& values);
    void offer(const std::vector<Count>& values);

    const SearchTask& m_task;
    const Objective& m_objective;
    const SegmentPlan& m_plan;
    const std::vector<std::vector<Count>>& m_domains;
    std::size_t m_plansKept;
    LayerBlockings m_blockings;
    std::map<std::vector<Count>, SegmentCost> m_costs; ///< by values; exact
    std::map<std::pair<std::size_t, pipeline::TopGroups>, Count> m_leads;
    bool m_leadsAreWhole = false;
    std::map<std::size_t, Count> m_askedLeads; ///< by place
    std::vector<std::pair<double, std::vector<Count>>> m_best;
};

} // namespace tilescape::search
