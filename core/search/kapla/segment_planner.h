#pragma once

#include "core/pipeline/chain_cost.h"
#include "core/search/bounds/working_tiles.h"
#include "core/search/kapla/kapla_cache.h"
#include "core/search/kapla/segment_plan.h"
#include "core/search/space/search_task.h"
#include "core/search/space/segment_outcomes.h"

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace tilescape::search {

/// Plans the segments of one network under one objective: first every layer by itself, then what is asked for.
class SegmentPlanner {
public:
    SegmentPlanner(const SearchTask& task, const Objective& objective, KaplaCache& cache, const SearchEffort& effort,
                   int threads, const std::stop_token& stop);
    ~SegmentPlanner();

    [[nodiscard]] std::deque<SegmentPlan>& segments() { return m_segments; }
    /// Rests the estimates of these segments on the best partition of each layer in its region, whatever groups the pipeline asks for.
    void estimate(const std::vector<SegmentPlan*>& segments);
    /// Searches groups for these segments, all at once; those of equal keys only once.
    void search(const std::vector<SegmentPlan*>& segments);
    /// Finds what the layers of these segments have to choose from under the groups that were found, all at once; groups for
    /// which that is nothing are of no use.
    void choose(const std::vector<SegmentPlan*>& segments);
    /// Adds plans of a segment on smaller grids where it may cost less than `most`, a few at a time; none once there are
    /// none. `plan`: one of the segment's.
    std::vector<SegmentPlan*> addSmallerGrids(const SegmentPlan& plan, double most);
    [[nodiscard]] SearchCounts counts() const;
    /// What became of all segments; `chained` tells which went into the search of layouts.
    [[nodiscard]] std::vector<RunOutcome> runOutcomes(const std::set<const SegmentPlan*>& chained) const;

private:
    using PlansToMake = std::pair<const SegmentPlan*, std::vector<GroupPlan>*>;

    void addSegments();
    /// A plan of the segment in these regions, if its rules leave it one.
    [[nodiscard]] std::optional<SegmentPlan> planIn(const pipeline::Segment& segment, bool wholeNetwork,
                                                    std::vector<dataflow::Region> regions);
    void addTasks(SegmentPlan& plan);
    /// Searches the layers by themselves on the smaller grids on which they do best.
    void searchSmallerGrids();
    /// Of `grids`, the least bound first, that on which the layer of `whole` costs least, and less than `cost`; the whole chip if
    /// there is none.
    Extent bestSmallerGrid(const SegmentPlan& whole, double cost, const std::vector<GridBound>& grids,
                           SearchCounts& counts) const;
    /// Smaller grids that are worth a look for the segment of this plan, the lowest estimate first.
    const std::vector<WorkingTiles::Part>& partsOf(const SegmentPlan& plan);
    [[nodiscard]] double bestAlone(std::size_t layer) const;
    /// Rests the estimates of these segments on the lower bounds of their layers in their regions.
    void bound(const std::vector<SegmentPlan*>& segments);
    void preparePlaced(const std::vector<SegmentPlan*>& segments);
    void rankLikelyCandidates(const std::vector<PlansToMake>& segments);
    void estimateFirst(SegmentPlan& plan) const;
    [[nodiscard]] std::string linksText(const SegmentPlan& plan) const;

    const SearchTask& m_task;
    const Objective& m_objective;
    KaplaCache& m_cache;
    SearchEffort m_effort;
    int m_threads;
    std::stop_token m_stop;
    dataflow::Region m_memoryChannels;
    WorkingTiles m_tiles;
    std::map<std::string, std::vector<WorkingTiles::Part>> m_partsByKey; ///< smaller grids, by the plan's key
    std::map<LayerRun, std::size_t> m_nextPart;                          ///< of them, that was not looked at yet
    std::deque<SegmentPlan> m_segments;                                  ///< in places that stay
    std::vector<RunOutcome> m_impossible;                                ///< segments of which there is no plan
    std::map<std::string, std::unique_ptr<LayerTask>> m_tasks;
    std::map<const LayerCandidates*, SearchCounts> m_candidateSets; ///< that were asked, and their counts before
    std::set<const std::vector<GroupPlan>*> m_planned;              ///< segments that were asked for
    std::vector<std::vector<const SegmentPlan*>> m_single; ///< by layer: segments of it alone, on all tiles or fewer
    SearchCounts m_counts;                                 ///< beside those of the candidates
};

} // namespace tilescape::search
