#include "core/search/kapla/kapla_search.h"

#include "core/search/kapla/expected_costs.h"
#include "core/search/kapla/layout_chain.h"
#include "core/search/kapla/segment_chains.h"
#include "core/search/kapla/segment_planner.h"
#include "core/search/space/infinite.h"
#include "core/search/space/layer_obstacles.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <mutex>
#include <numeric>
#include <set>

namespace tilescape::search {

namespace {

/// Once layouts are known, chains are looked for that are expected to be better by this fraction.
constexpr double leastGain = 0.001;
/// Of so many segments, which are soon planned, those too that are expected to be worse by up to this fraction: hops at mean distances
/// say too much of tiles that are close to memory.
constexpr std::size_t fewSegments = 128;
constexpr double doubtOfFew = 0.01;

/// Of how far a segment's cost is above its estimate on one grid, as much is counted on another.
constexpr double sameMiss = 0.98;
/// The same where cycles have a price of their own: these differ more from grid to grid.
constexpr double sameMissOfPricedCycles = 0.96;

/// `SearchEffort::chainMargin` of a chip of at most `WorkingTiles::smallChip` tiles.
constexpr double marginOnSmallChip = 0.05;

/// Of chains that are looked for once layouts are known.
constexpr int mostRounds = 4;
/// Steps of segments that are planned then although the best chain does not go through them: enough for all of a small network.
constexpr std::size_t mostUseful = 256;

/// A chain of segments is laid out as a first answer as soon as its estimate is within this of what is expected of the best.
constexpr double marginOfFirst = 0.1;

/// Of the search's progress: listing the segments and estimating what they cost.
constexpr double listingPart = 0.5;

/// On a small chip, whose few segments are soon planned, layouts make more of a difference than elsewhere to what hops at mean distances
/// cost.
SearchEffort usualEffort(bool isSmall)
{
    SearchEffort effort;
    if (isSmall) {
        effort.chainMargin = marginOnSmallChip;
    }
    return effort;
}

class KaplaSearch {
public:
    KaplaSearch(const SearchTask& task, const Objective& objective, KaplaCache& cache, const ChainControl& control)
        : m_task(task),
          m_objective(objective),
          m_control(control),
          m_order(network::scheduleOrder(task.network)),
          m_isSmall(WorkingTiles::isSmall(task.machine)),
          m_effort(usualEffort(m_isSmall) * control.effort),
          m_planner(task, objective, cache, m_effort, control.threads, control.stop,
                    control.onProgress ? std::function<void(double)>([this](double part) { tell(part); }) : nullptr, control.given),
          m_segmentChains(m_planner.segments(), m_order.size()),
          m_chainMaker(task, objective, m_order, cache.layouts(), control)
    {}

    ChainAnswer run()
    {
        SegmentChoices choices(m_order.size());
        bool reachesTheEnd = false;
        for (const Chains chains : chainsToPlan()) {
            m_chains = chains;
            if (chains == Chains::Any && !m_control.given) {
                layOutBestChain();
            }
            while (findSegments() || (chains == Chains::Any && !m_control.given && findSmallerGrids())) {
            }
            if (!m_control.stop.stop_requested() && m_segmentChains.cost() < infinite) {
                reachesTheEnd = true;
                addChoicesOfBest(choices);
            }
        }
        std::optional<LeastCosts> known;
        if (reachesTheEnd) {
            known = layOut(choices);
        }
        // Again where a segment of the best chain turned out to have no room in any schedule: then that is known, and the next is due.
        bool isAgain = known.has_value() && !m_control.given;
        for (int round = 0; round < mostRounds && isAgain && addBetterChains(choices, *known); ++round) {
            std::optional<LeastCosts> now = layOut(choices);
            isAgain = now && std::any_of(now->begin(), now->end(), [](const auto& own) { return !std::isfinite(own.second); });
            if (now) {
                known = std::move(now);
            }
        }
        ChainAnswer answer;
        const bool isStopped = m_control.stop.stop_requested();
        if (m_best && !isStopped) {
            answer = answerOf(*m_best);
        } else if (!isStopped && !m_control.given) {
            answer.obstacles = findObstacles(m_task, m_control.threads);
        }
        answer.complete = false;
        answer.counts = m_planner.counts();
        answer.runOutcomes = m_planner.runOutcomes(m_chained);
        return answer;
    }

private:
    /// Chains of segments that are planned, each kind by itself: what a narrower search space would find may turn out to be
    /// better once layouts are known, and is then to be among the choices.
    enum class Chains { Any, OneRegion, OneLayer };

    /// `LayoutChain::leastCosts`.
    using LeastCosts = std::map<const GroupPlan*, double>;

    /// The best chain of these, kept and told of if it is better than those before. Empty if there is none.
    std::optional<LeastCosts> layOut(const SegmentChoices& choices)
    {
        for (const std::vector<SegmentChoice>& atPlace : choices) {
            for (const SegmentChoice& choice : atPlace) {
                m_chained.insert(choice.plan);
            }
        }
        std::optional<LayoutChain> chain = m_chainMaker.best(choices);
        if (!chain) {
            return std::nullopt;
        }
        m_chainCounts += chain->counts;
        LeastCosts known = std::move(chain->leastCosts);
        if (!m_best || chain->cost < m_best->cost) {
            m_best = std::move(chain);
            if (m_control.onBetter && !m_control.stop.stop_requested()) {
                m_control.onBetter(answerOf(*m_best));
            }
        }
        return known;
    }

    /// The segments of the best chain so far, before others are looked at that may be about as good: soon there, and sometimes better than what
    /// is found among many, of which few layouts are kept. Where they have no room together, those that are about as good at once.
    void layOutBestChain()
    {
        while (findSegments()) {
        }
        if (m_control.stop.stop_requested() || m_segmentChains.cost() == infinite) {
            return;
        }
        SegmentChoices choices = choicesOf(m_segmentChains.best());
        if (!layOut(choices)) {
            addChoicesOfBest(choices);
            layOut(choices);
        }
    }

    /// The best chain of the segments that are planned so far, if it is about as good as the best may be: an answer that is there soon.
    void layOutPlanned()
    {
        m_isNewlyPlanned = false;
        const double least = m_segmentChains.cost();
        measureChains(true);
        if (m_segmentChains.cost() <= least * (1 + marginOfFirst)) {
            const std::vector<SegmentPlan*> chain = m_segmentChains.best();
            m_planner.choose(chain);
            layOut(choicesOf(chain));
        }
        measureChains(false);
    }

    /// All that is known of these segments.
    [[nodiscard]] SegmentChoices choicesOf(const std::vector<SegmentPlan*>& plans) const
    {
        SegmentChoices choices(m_order.size());
        for (const SegmentPlan* plan : plans) {
            for (const GroupPlan& groups : *plan->plans) {
                if (plan->isUsable(groups)) {
                    choices[plan->segment.first].push_back({plan, &groups});
                }
            }
        }
        return choices;
    }

    /// Priced, but without the counts of the segments' search.
    [[nodiscard]] ChainAnswer answerOf(const LayoutChain& chain) const
    {
        ChainAnswer answer;
        answer.inputPartition = chain.inputPartition;
        answer.layers = chain.layers;
        answer.chains = m_chainCounts;
        for (const GroupPlan* groups : chain.groups) {
            answer.blockings.push_back(groups->counts);
        }
        answer.segments = pipeline::priceLayers(m_task, answer.inputPartition, answer.layers);
        return answer;
    }

    [[nodiscard]] std::vector<Chains> chainsToPlan() const
    {
        std::vector<Chains> chains{Chains::Any};
        if (m_control.given) {
            return chains;
        }
        if (m_task.space.spatialPipelining && m_task.space.keepOutputsOnChip) {
            chains.push_back(Chains::OneRegion);
        }
        if (m_task.space.spatialPipelining || m_task.space.keepOutputsOnChip) {
            chains.push_back(Chains::OneLayer);
        }
        return chains;
    }

    [[nodiscard]] bool mayChain(const SegmentPlan& plan) const
    {
        return m_chains == Chains::Any || plan.placements.size() == 1
               || (m_chains == Chains::OneRegion && plan.segment.regions.size() == 1);
    }

    /// `part` of the planner's step is done. Steps that come back to layers that were done do not lower what was told.
    void tell(double part)
    {
        if (!m_control.onProgress) {
            return;
        }
        const std::lock_guard lock(m_tellMutex);
        const double layers = static_cast<double>(m_order.size());
        const auto done = static_cast<Count>((m_donePart + m_openPart * part) * layers);
        if (done > m_told) {
            m_told = done;
            m_control.onProgress(done, static_cast<Count>(m_order.size()));
        }
    }

    /// Plans what the best chain of segments goes through, until nothing on it is a mere estimate any more.
    void planBestChains()
    {
        while (!m_control.stop.stop_requested() && !m_control.enough.stop_requested()) {
            measureChains(false);
            if (m_segmentChains.cost() >= m_useful) {
                return;
            }
            if (m_isNewlyPlanned && !m_best && !m_control.given) {
                layOutPlanned();
            }
            std::vector<SegmentPlan*> fromLayersAlone;
            std::vector<SegmentPlan*> fromPartitions;
            std::size_t open = 0; // layers of the best chain whose segments are not planned
            for (SegmentPlan* plan : m_segmentChains.best()) {
                if (!plan->plans) {
                    open += plan->placements.size();
                    (plan->stage == SegmentPlan::EstimateStage::LayersAlone ? fromLayersAlone : fromPartitions)
                        .push_back(plan);
                }
            }
            m_openPart = (1 - listingPart) * static_cast<double>(open) / static_cast<double>(m_order.size());
            m_donePart = 1 - m_openPart;
            tell(0);
            if (!settle(fromLayersAlone, fromPartitions)) {
                return;
            }
        }
    }

    /// The next step for segments that are estimates: from their layers alone first, as that may do. False if there are none.
    bool settle(const std::vector<SegmentPlan*>& fromLayersAlone, const std::vector<SegmentPlan*>& fromPartitions)
    {
        if (!fromLayersAlone.empty()) {
            m_planner.estimate(fromLayersAlone);
            return true;
        }
        if (!fromPartitions.empty()) {
            m_planner.search(fromPartitions);
            m_expected.learnFromPlans(m_planner.segments());
            m_isNewlyPlanned = true;
            return true;
        }
        return false;
    }

    /// The same for segments through which some chain may be useful by their estimates as they are, or lowered as schedules of their kind turned
    /// out below their plans, `mostUseful` at most. The best chain alone may hide them: what its segments cost is the least of each, which
    /// they may not reach together. And the best of a kind in schedules so far may be poor for that kind. False once there are none.
    bool planUseful()
    {
        if (m_control.stop.stop_requested() || m_control.enough.stop_requested()) {
            return false;
        }
        measureChains(false);
        std::vector<std::pair<double, SegmentPlan*>> useful; // by the cost of the chain
        for (SegmentPlan& plan : m_planner.segments()) {
            const double cost = m_segmentChains.through(plan.segment.first, std::min(plan.estimate, m_expected.of(plan)), plan.end());
            if (!plan.plans && cost < m_useful) {
                useful.emplace_back(cost, &plan);
            }
        }
        std::stable_sort(useful.begin(), useful.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        useful.resize(std::min(useful.size(), mostUseful - m_usefulSettled));
        m_usefulSettled += useful.size();
        std::vector<SegmentPlan*> fromLayersAlone;
        std::vector<SegmentPlan*> fromPartitions;
        for (const auto& [cost, plan] : useful) {
            (plan->stage == SegmentPlan::EstimateStage::LayersAlone ? fromLayersAlone : fromPartitions).push_back(plan);
        }
        return settle(fromLayersAlone, fromPartitions);
    }

    /// Plans chains that are expected to be better than the best schedule, now that it is known what segments cost in
    /// schedules. False if there are none, or none that was not among the choices.
    bool addBetterChains(SegmentChoices& choices, const LeastCosts& known)
    {
        m_expected.learnFromSchedules(m_planner.segments(), known);
        m_chains = Chains::Any;
        m_useful = m_best->cost * (m_isSmall && m_planner.segments().size() <= fewSegments ? 1 + doubtOfFew : 1 - leastGain);
        for (SegmentPlan& plan : m_planner.segments()) {
            plan.estimate = plan.leastEstimate; // layers by themselves may tell little about longer segments
        }
        m_expected.learnFromPlans(m_planner.segments());
        while (findSegments() || findSmallerGrids() || (m_isSmall && planUseful())) {
        }
        if (m_control.stop.stop_requested() || m_control.enough.stop_requested() || m_segmentChains.cost() >= m_useful) {
            return false;
        }
        const auto count = [&choices] {
            return std::accumulate(choices.begin(), choices.end(), std::size_t{0},
                                   [](std::size_t sum, const auto& atPlace) { return sum + atPlace.size(); });
        };
        const std::size_t before = count();
        addChoicesOfBest(choices);
        return count() > before;
    }

    /// Plans the best chains, and asks what the layers have to choose from on all that are about as good. False once there is
    /// nothing left to ask.
    bool findSegments()
    {
        planBestChains();
        measureChains(m_control.enough.stop_requested());
        if (m_control.stop.stop_requested() || m_segmentChains.cost() == infinite || m_segmentChains.cost() >= m_useful) {
            return false;
        }
        std::vector<SegmentPlan*> open;
        for (SegmentPlan* plan : onBestChains()) {
            if (!plan->hasChoices) {
                open.push_back(plan);
            }
        }
        m_planner.choose(open);
        return !open.empty();
    }

    /// Smaller grids for segments that may then be part of a better chain. False once there are none.
    bool findSmallerGrids()
    {
        if (m_control.stop.stop_requested() || m_control.enough.stop_requested()) {
            return false;
        }
        struct Known {
            const SegmentPlan* first = nullptr;
            const SegmentPlan* best = nullptr;
            double cost = infinite; ///< expected, of the best
        };
        std::map<LayerRun, Known> runs;
        for (const SegmentPlan& plan : m_planner.segments()) {
            if (plan.placements.size() > 1 && mayChain(plan)) {
                const LayerRun run{plan.segment.first, plan.end(), plan.segment.regions.size()};
                Known& known = runs.try_emplace(run, Known{&plan, &plan, infinite}).first->second;
                const double cost = m_expected.of(plan);
                if (cost < known.cost) {
                    known.best = &plan;
                    known.cost = cost;
                }
            }
        }
        std::vector<SegmentPlan*> added;
        for (const auto& [run, known] : runs) {
            const double room = m_segmentChains.roomBetween(run.first, run.end);
            const double most = std::min(known.cost, room) * (1 - WorkingTiles::leastGain);
            const SegmentPlanner::Miss miss = missOf(*known.best, known.cost);
            for (SegmentPlan* other : m_planner.addSmallerGrids(*known.first, most, miss)) {
                m_segmentChains.add(*other);
                added.push_back(other);
            }
        }
        m_planner.limitEstimates(added);
        return !added.empty();
    }

    void measureChains(bool plannedOnly)
    {
        m_segmentChains.measure(m_expected, [&](const SegmentPlan& plan) { return mayChain(plan) && (!plannedOnly || plan.plans); });
    }

    /// How far a segment's cost is above the estimate by which grids are ranked: the estimate misses about as much on other grids of as many
    /// tiles. Where cycles decide that is not so, and on a small chip the few grids there are may all be tried.
    [[nodiscard]] SegmentPlanner::Miss missOf(const SegmentPlan& plan, double cost)
    {
        const bool isTold = !m_objective.delayFirst && std::isfinite(cost) && !m_isSmall;
        const double same = m_objective.cyclePj > 0 ? sameMissOfPricedCycles : sameMiss;
        return {isTold ? std::max(1.0, same * cost / m_planner.estimateOnGrids(plan)) : 1, dataflow::tilesOf(plan.regions)};
    }

    [[nodiscard]] double mostOfChain() const
    {
        return std::isfinite(m_useful) ? m_useful : m_segmentChains.cost() * (1 + m_effort.chainMargin);
    }

    /// Of what is planned: whatever may be part of a chain that is as good as the best, give or take where maps lie.
    [[nodiscard]] std::vector<SegmentPlan*> onBestChains() const
    {
        std::vector<SegmentPlan*> found;
        for (const std::vector<SegmentPlan*>& atPlace : m_segmentChains.startingAt()) {
            for (SegmentPlan* plan : atPlace) {
                if (plan->plans && mayChain(*plan)
                    && m_segmentChains.through(plan->segment.first, m_expected.of(*plan), plan->end()) <= mostOfChain()) {
                    found.push_back(plan);
                }
            }
        }
        return found;
    }

    void addChoicesOfBest(SegmentChoices& choices) const
    {
        for (const SegmentPlan* plan : onBestChains()) {
            const std::size_t first = plan->segment.first;
            for (const GroupPlan& groups : *plan->plans) {
                const bool isKnown =
                    std::any_of(choices[first].begin(), choices[first].end(), [&](const SegmentChoice& other) {
                        return other.plan == plan && other.groups == &groups;
                    });
                if (!isKnown && plan->isUsable(groups)
                    && m_segmentChains.through(first, m_expected.of(*plan, groups), plan->end()) <= mostOfChain()) {
                    choices[first].push_back({plan, &groups});
                }
            }
        }
    }

    const SearchTask& m_task;
    const Objective& m_objective;
    const ChainControl& m_control;
    std::vector<std::size_t> m_order;
    bool m_isSmall; ///< a chip whose few segments may all be chained: one that does badly does not rule out others
    SearchEffort m_effort;
    std::mutex m_tellMutex;
    Count m_told = 0;                 ///< layers of which the progress was told
    double m_donePart = 0;            ///< of the search, before the planner's step under way
    double m_openPart = listingPart;  ///< of the search, that this step is
    SegmentPlanner m_planner;  ///< tells how far it is: after what it needs for that
    Chains m_chains = Chains::Any;    ///< that are planned now
    SegmentChains m_segmentChains;
    ExpectedCosts m_expected{!m_isSmall};
    std::size_t m_usefulSettled = 0; ///< of `mostUseful`
    double m_useful = infinite;      ///< chains of this cost and above are of no use
    ChainMaker m_chainMaker;
    ChainCounts m_chainCounts;              ///< of all chains that were laid out
    std::set<const SegmentPlan*> m_chained; ///< in one of them
    std::optional<LayoutChain> m_best;
    bool m_isNewlyPlanned = false; ///< since a chain of what is planned was looked for
};

} // namespace

ChainAnswer searchKapla(const SearchTask& task, const Objective& objective, KaplaCache& cache,
                        const ChainControl& control)
{
    const std::unique_lock lock = cache.tryLock();
    if (!lock || control.effort != 1) { // what the cache holds was found with the usual limits
        KaplaCache own;
        own.begin();
        return KaplaSearch(task, objective, own, control).run();
    }
    if (control.given) {
        cache.goOn();
    } else {
        cache.begin();
    }
    return KaplaSearch(task, objective, cache, control).run();
}

} // namespace tilescape::search
