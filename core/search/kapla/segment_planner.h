#pragma once

#include "core/pipeline/chain_cost.h"
#include "core/search/kapla/kapla_cache.h"
#include "core/search/kapla/segment_plan.h"
#include "core/search/space/chain_answer.h"
#include "core/search/space/search_task.h"
#include "core/search/space/segment_outcomes.h"
#include "core/search/space/working_tiles.h"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace tilescape::search {

/// Plans the segments of one network under one objective: every layer by itself at once, segments of several layers
/// when asked.
class SegmentPlanner {
public:
    /// Lists the legal segments, plans those of one layer, and estimates the others; or lists `given` only, if that is not null, and
    /// plans all of them. `task`, `objective` and `cache` must outlive this. `onPart` is told which part of the work of the constructor, and
    /// then of each call of `search`, is done, from any thread; it may be empty.
    SegmentPlanner(const SearchTask& task, const Objective& objective, KaplaCache& cache, const SearchEffort& effort,
                   int threads, const std::stop_token& stop, std::function<void(double part)> onPart,
                   const std::vector<SegmentOnTiles>* given);
    ~SegmentPlanner();

    /// All segments that have regions and constraints. They stay where they are when others are added.
    [[nodiscard]] std::deque<SegmentPlan>& segments() { return m_segments; }
    /// Raises the estimates of these segments to the sum of the best partitions found for each layer in its region,
    /// whatever groups the pipeline asks for.
    void estimate(const std::vector<SegmentPlan*>& segments);
    /// Searches the groups of these segments, in parallel, once for equal keys. After a stop, `plans` may remain null.
    void search(const std::vector<SegmentPlan*>& segments);
    /// Finds what the layers of these segments have to choose from under the groups found, in parallel. Groups without
    /// choices are then not usable.
    void choose(const std::vector<SegmentPlan*>& segments);
    /// The same for the next spare groups of each of these segments, whose choices are known.
    void chooseSpares(const std::vector<SegmentPlan*>& segments);
    /// The segment's cost by the estimate that smaller grids are ranked by, in the units of `scalarOf`; hops to memory, registers and
    /// what is fetched again are no part of it.
    [[nodiscard]] double estimateOnGrids(const SegmentPlan& plan);
    /// What a segment's cost over `estimateOnGrids` says of other grids.
    struct Miss {
        double factor = 1;
        Count tiles = 1; ///< of the regions on which it was found
        [[nodiscard]] double on(const std::vector<dataflow::Region>& regions) const;
    };
    /// Adds plans of the segment of `plan` on smaller grids whose `estimateOnGrids` times the miss is below `most`, at most two a call;
    /// empty once there are none. Their own estimates are to be limited (`limitEstimates`).
    std::vector<SegmentPlan*> addSmallerGrids(const SegmentPlan& plan, double most, const Miss& miss);
    /// Limits the estimates of these segments to between one and 1.2 times the sum of `LayerCandidates::least` in their
    /// regions, in parallel.
    void limitEstimates(const std::vector<SegmentPlan*>& segments);
    /// The counts of all searches so far, without those that the cache made unnecessary.
    [[nodiscard]] SearchCounts counts() const;
    /// The outcomes of all segments; `chained` are those that the dynamic program over layouts was given.
    [[nodiscard]] std::vector<RunOutcome> runOutcomes(const std::set<const SegmentPlan*>& chained) const;

private:
    using PlansToMake = std::pair<const SegmentPlan*, std::vector<GroupPlan>*>;
    /// A segment, and groups for which its layers have no choices yet. Neither pointer is null.
    struct OpenGroups {
        const SegmentPlan* plan = nullptr;
        GroupPlan* groups = nullptr;
    };

    void planGiven(const std::vector<SegmentOnTiles>& given);
    void addSegments();
    /// A plan of the segment in these regions, if its rules leave it one.
    [[nodiscard]] std::optional<SegmentPlan> planIn(const pipeline::Segment& segment, bool wholeNetwork,
                                                    std::vector<dataflow::Region> regions);
    void addTasks(SegmentPlan& plan);
    /// Plans the layers by themselves on the smaller grids on which they cost least.
    void searchSmallerGrids();
    /// The least that the layer of `whole` costs on a grid by estimate, in the units of `scalarOf`; of no use if it is not below `most`.
    double leastOn(Extent grid, const SegmentPlan& whole, double most, SearchCounts& counts) const;
    [[nodiscard]] std::size_t gridsOfLayer() const;
    /// Of the smaller grids of this layer by itself.
    [[nodiscard]] std::string gridsKey(const SegmentPlan& whole) const;
    /// Of `grids`, which stand in the order of their estimates, those on which the layer of `whole` costs least, best first: less than
    /// `cost`, its own on large grids, or little more. Empty if there is none.
    std::vector<Extent> bestSmallerGrids(const SegmentPlan& whole, double cost, const std::vector<GridEstimate>& grids,
                                         SearchCounts& counts) const;
    /// Adds plans of segments of several layers in one region on grids that suit the layers.
    void addGridsOfLayers();
    /// Grids with a row for each row of the largest layer's output, half as many and so on, and a few numbers of columns.
    [[nodiscard]] std::vector<Extent> gridsOfMaps(const std::vector<std::size_t>& layers) const;
    /// The grids on which the layers of this segment of one region cost least by themselves, and what they all fit into; where energy counts
    /// also `gridsOfMaps` and, of more than few layers, all on which these are planned by themselves.
    [[nodiscard]] std::vector<Extent> gridsToTry(const pipeline::Segment& segment) const;
    /// Whether the segment of this plan has room on none of its grids so far, all of which are planned; where its regions may lie in two
    /// directions, on no more than half of them.
    [[nodiscard]] bool hardlyFits(const SegmentPlan& plan) const;
    /// Smaller grids to try for the segment of this plan, the lowest estimate first. Where regions side by side hardly fit so far, those
    /// of `WorkingTiles::roomiestParts`.
    const std::vector<WorkingTiles::Part>& partsOf(const SegmentPlan& plan, bool hasNoRoom);
    [[nodiscard]] double bestAlone(std::size_t layer) const;
    /// The grid on which the layer costs least by itself, of those planned; all tiles if there are none.
    [[nodiscard]] Extent bestGridAlone(std::size_t layer) const;
    /// Calls `body` with every index below `count` in parallel until stopped, and tells the part done: from `from` to `to` of
    /// the step under way.
    void forAll(std::size_t count, double from, double to, const std::function<void(std::size_t)>& body) const;
    /// False after a stop: some layers then have no candidates.
    bool preparePlaced(const std::vector<SegmentPlan*>& segments);
    void rankLikelyCandidates(const std::vector<PlansToMake>& segments);
    void findAll(const std::vector<OpenGroups>& open);
    void addNextSpare(const SegmentPlan& plan, std::vector<OpenGroups>& open);
    void estimateFirst(SegmentPlan& plan) const;
    [[nodiscard]] std::string linksKey(const SegmentPlan& plan) const;

    const SearchTask& m_task;
    const Objective& m_objective;
    KaplaCache& m_cache;
    SearchEffort m_effort;
    int m_threads;
    std::stop_token m_stop;
    std::function<void(double)> m_onPart;
    std::pair<double, double> m_step{0, 1}; ///< the parts of the work between which the step under way lies
    dataflow::Region m_memoryChannels;
    WorkingTiles m_tiles;
    /// Smaller grids, by the plan's key and whether it fits nowhere.
    std::map<std::pair<std::string, bool>, std::vector<WorkingTiles::Part>> m_partsByKey;
    std::map<std::pair<LayerRun, bool>, std::size_t> m_nextPart; ///< index of the first of these that was not tried yet
    std::deque<SegmentPlan> m_segments;         ///< a deque, so that addresses stay valid
    std::vector<RunOutcome> m_impossible;       ///< segments without regions or constraints, which have no plan
    std::map<std::string, std::unique_ptr<LayerTask>> m_tasks;
    /// Those used, with their counts before this search.
    std::map<const LayerCandidates*, SearchCounts> m_candidateSets;
    std::set<const std::vector<GroupPlan>*> m_planned;     ///< plans that this search asked for
    std::vector<std::vector<const SegmentPlan*>> m_single; ///< by layer: its one-layer segments, on all tiles or fewer
    SearchCounts m_counts;                                 ///< those not counted by the candidates
};

} // namespace tilescape::search
