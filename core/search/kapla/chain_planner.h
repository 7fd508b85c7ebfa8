#pragma once

#include "core/search/kapla/expected_costs.h"
#include "core/search/kapla/layout_chain.h"
#include "core/search/kapla/segment_chains.h"
#include "core/search/kapla/segment_planner.h"
#include "core/search/space/infinite.h"

#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

namespace tilescape::search {

/// Plans the segments that the best chains go through, by what segments are expected to cost, and no others: first from estimates, then from
/// what they cost in schedules.
class ChainPlanner {
public:
    /// Chains whose segments are planned, each kind by itself: what a narrower search space would find may turn out to be better once
    /// layouts are known, and is then to be among the choices.
    enum class Kind { Any, OneRegion, OneLayer };

    /// All arguments must outlive this. The kind is `Any`.
    ChainPlanner(const SearchTask& task, const Objective& objective, KaplaCache& cache, const ChainControl& control);

    /// Of the chains from now on.
    void setKind(Kind kind) { m_kind = kind; }
    /// Is called as soon as segments are planned that may make a chain.
    void setOnPlanned(std::function<void()> onPlanned) { m_onPlanned = std::move(onPlanned); }

    /// Plans the best chains, and asks what the layers have to choose from on all that are about as good. False once there is
    /// nothing left to ask.
    bool findSegments();
    /// Smaller grids for segments that may then be part of a better chain. False once there are none.
    bool findSmallerGrids();
    /// What part of the energy of a schedule so far are hops, which estimates know least of: for what is `WorkingTiles::isTiny`.
    void learnPartOfHops(double part);
    /// Whether a chain reaches the end.
    [[nodiscard]] bool reachesTheEnd() const { return m_chains.cost() < infinite; }
    /// The segments of the best chain.
    [[nodiscard]] std::vector<SegmentPlan*> best() const { return m_chains.best(); }
    /// The same of those that are planned so far, with their choices, if their chain is about as good as the best may be; else empty.
    std::vector<SegmentPlan*> bestPlanned();
    /// Adds the segments of all chains that are about as good as the best, with the groups that may make them so.
    void addChoicesOfBest(SegmentChoices& choices) const;

    /// Plans chains that are expected to be better than the best schedule, of this cost, now that it is known what segments cost in schedules
    /// (`LayoutChain::leastCosts`). False if there are none.
    bool planBetter(double cost, const std::map<const GroupPlan*, double>& leastCosts);

    /// `SegmentPlanner::counts`.
    [[nodiscard]] SearchCounts counts() const { return m_planner.counts(); }
    /// `SegmentPlanner::runOutcomes`.
    [[nodiscard]] std::vector<RunOutcome> runOutcomes(const std::set<const SegmentPlan*>& chained) const
    {
        return m_planner.runOutcomes(chained);
    }

private:
    [[nodiscard]] bool mayChain(const SegmentPlan& plan) const;
    void tell(double part);
    void planBestChains();
    bool settle(const std::vector<SegmentPlan*>& fromLayersAlone, const std::vector<SegmentPlan*>& fromPartitions);
    bool planUseful();
    bool findSpares();
    void measureChains(bool plannedOnly);
    [[nodiscard]] SegmentPlanner::Miss missOf(const SegmentPlan& plan, double cost);
    [[nodiscard]] double mostOfChain() const;
    [[nodiscard]] std::vector<SegmentPlan*> onBestChains() const;

    const Objective& m_objective;
    const ChainControl& m_control;
    std::size_t m_layers;
    bool m_isTiny;  ///< `WorkingTiles::isTiny`
    bool m_isSmall; ///< a chip whose few segments may all be chained: one that does badly does not rule out others
    bool m_mayTryManyGrids; ///< `WorkingTiles::isSmall` of the task: what may be useful is tried, on whatever grid
    SearchEffort m_effort;
    std::mutex m_tellMutex;
    Count m_told = 0;      ///< layers of which the progress was told
    double m_donePart = 0; ///< of the search, before the planner's step under way
    double m_openPart;     ///< of the search, that this step is
    SegmentPlanner m_planner; ///< tells how far it is: after what it needs for that
    SegmentChains m_chains;
    ExpectedCosts m_expected;
    Kind m_kind = Kind::Any;
    std::function<void()> m_onPlanned;
    bool m_isNewlyPlanned = false;   ///< since that was called
    std::size_t m_usefulSettled = 0; ///< steps of segments that were planned although the best chain does not go through them
    double m_useful = infinite;      ///< chains of this cost and above are of no use
};

} // namespace tilescape::search
