#include "core/search/kapla/chain_planner.h"

#include <algorithm>
#include <cmath>

namespace tilescape::search {

namespace {

/// Once layouts are known, chains are looked for that are expected to be better by this fraction.
constexpr double leastGain = 0.001;
/// Of so many segments, which are soon planned, those too that are expected to be worse by up to this fraction: hops at mean distances
/// say too much of tiles that are close to memory.
constexpr std::size_t fewSegments = 256;
constexpr double doubtOfFew = 0.01;

/// Of how far a segment's cost is above its estimate on one grid, as much is counted on another.
constexpr double sameMiss = 0.98;
/// The same where cycles have a price of their own: these differ more from grid to grid.
constexpr double sameMissOfPricedCycles = 0.96;

/// `SearchEffort::chainMargin` of what `WorkingTiles::isSmall`.
constexpr double marginOfSmall = 0.05;
/// The same of what `WorkingTiles::isTiny`, where hops are much of the cost: estimates may say several times too much of them.
constexpr double mostMarginOfTiny = 0.2;
constexpr double marginOfHops = 3;

/// Steps of segments that are planned once layouts are known although the best chain does not go through them: enough for all of a small
/// network.
constexpr std::size_t mostUseful = 256;

/// A chain of segments is laid out as a first answer as soon as its estimate is within this of what is expected of the best.
constexpr double marginOfFirst = 0.1;

/// Ranked of each layer on a small chip.
constexpr std::size_t partitionsOfSmall = 16;

/// Kept of each partition where energy and cycles both count: those that are frugal and those that are fast differ more than for one of both.
constexpr std::size_t blockingsOfPricedCycles = 4;

/// Of the search's progress: listing the segments and estimating what they cost.
constexpr double listingPart = 0.5;

/// On a small chip, or of a network of few layers, segments are few, and soon planned: layouts make more of a difference there than
/// elsewhere to what hops at mean distances cost, as a few tiles may be close to memory.
SearchEffort usualEffort(const SearchTask& task, const Objective& objective)
{
    SearchEffort effort;
    if (objective.cyclePj > 0 && !objective.delayFirst) {
        effort.blockings = blockingsOfPricedCycles;
    }
    if (WorkingTiles::isSmall(task)) {
        effort.chainMargin = WorkingTiles::isTiny(task) ? mostMarginOfTiny : marginOfSmall;
    }
    if (WorkingTiles::isSmall(task.machine)) {
        effort.partitions = partitionsOfSmall;
    }
    effort.looksForRoom = WorkingTiles::isTiny(task);
    return effort;
}

} // namespace

ChainPlanner::ChainPlanner(const SearchTask& task, const Objective& objective, KaplaCache& cache,
                           const ChainControl& control)
    : m_objective(objective),
      m_control(control),
      m_layers(task.network.layers.size()),
      m_isTiny(WorkingTiles::isTiny(task)),
      m_isSmall(WorkingTiles::isSmall(task.machine)),
      m_mayTryManyGrids(WorkingTiles::isSmall(task)),
      m_effort(usualEffort(task, objective) * control.effort),
      m_openPart(listingPart),
      m_planner(task, objective, cache, m_effort, control.threads, control.stop,
                control.onProgress ? std::function<void(double)>([this](double part) { tell(part); }) : nullptr,
                control.given),
      m_chains(m_planner.segments(), m_layers),
      m_expected(!m_isSmall)
{}

void ChainPlanner::learnPartOfHops(double part)
{
    m_effort.chainMargin =
        std::clamp(marginOfHops * part, marginOfSmall, mostMarginOfTiny) * static_cast<double>(m_control.effort);
}

bool ChainPlanner::mayChain(const SegmentPlan& plan) const
{
    return m_kind == Kind::Any || plan.placements.size() == 1 || (m_kind == Kind::OneRegion && plan.segment.regions.size() == 1);
}

/// `part` of the planner's step is done. Steps that come back to layers that were done do not lower what was told.
void ChainPlanner::tell(double part)
{
    if (!m_control.onProgress) {
        return;
    }
    const std::lock_guard lock(m_tellMutex);
    const auto done = static_cast<Count>((m_donePart + m_openPart * part) * static_cast<double>(m_layers));
    if (done > m_told) {
        m_told = done;
        m_control.onProgress(done, static_cast<Count>(m_layers));
    }
}

std::vector<SegmentPlan*> ChainPlanner::bestPlanned()
{
    const double least = m_chains.cost();
    measureChains(true);
    std::vector<SegmentPlan*> chain;
    if (m_chains.cost() <= least * (1 + marginOfFirst)) {
        chain = m_chains.best();
        m_planner.choose(chain);
    }
    measureChains(false);
    return chain;
}

/// Plans what the best chain of segments goes through, until nothing on it is a mere estimate any more.
void ChainPlanner::planBestChains()
{
    while (!m_control.stop.stop_requested() && !m_control.enough.stop_requested()) {
        measureChains(false);
        if (m_chains.cost() >= m_useful) {
            return;
        }
        if (m_isNewlyPlanned && m_onPlanned) {
            m_isNewlyPlanned = false;
            m_onPlanned();
        }
        std::vector<SegmentPlan*> fromLayersAlone;
        std::vector<SegmentPlan*> fromPartitions;
        std::size_t open = 0; // layers of the best chain whose segments are not planned
        for (SegmentPlan* plan : m_chains.best()) {
            if (!plan->plans) {
                open += plan->placements.size();
                (plan->stage == SegmentPlan::EstimateStage::LayersAlone ? fromLayersAlone : fromPartitions).push_back(plan);
            }
        }
        m_openPart = (1 - listingPart) * static_cast<double>(open) / static_cast<double>(m_layers);
        m_donePart = 1 - m_openPart;
        tell(0);
        if (!settle(fromLayersAlone, fromPartitions)) {
            return;
        }
    }
}

/// The next step for segments that are estimates: from their layers alone first, as that may do. False if there are none.
bool ChainPlanner::settle(const std::vector<SegmentPlan*>& fromLayersAlone, const std::vector<SegmentPlan*>& fromPartitions)
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
bool ChainPlanner::planUseful()
{
    if (m_control.stop.stop_requested() || m_control.enough.stop_requested()) {
        return false;
    }
    measureChains(false);
    std::vector<std::pair<double, SegmentPlan*>> useful; // by the cost of the chain
    for (SegmentPlan& plan : m_planner.segments()) {
        const double cost = m_chains.through(plan.segment.first, std::min(plan.estimate, m_expected.of(plan)), plan.end());
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

bool ChainPlanner::planBetter(double cost, const std::map<const GroupPlan*, double>& leastCosts)
{
    m_expected.learnFromSchedules(m_planner.segments(), leastCosts);
    m_kind = Kind::Any;
    const bool areFew = m_isSmall && m_planner.segments().size() <= fewSegments;
    m_useful = cost * (areFew ? 1 + (m_isTiny ? m_effort.chainMargin : doubtOfFew) : 1 - leastGain);
    for (SegmentPlan& plan : m_planner.segments()) {
        plan.estimate = plan.leastEstimate; // layers by themselves may tell little about longer segments
    }
    m_expected.learnFromPlans(m_planner.segments());
    while (findSegments() || findSmallerGrids() || (m_mayTryManyGrids && planUseful()) || (m_isTiny && findSpares())) {
    }
    return !m_control.stop.stop_requested() && !m_control.enough.stop_requested() && m_chains.cost() < m_useful;
}

bool ChainPlanner::findSegments()
{
    planBestChains();
    measureChains(m_control.enough.stop_requested());
    if (m_control.stop.stop_requested() || m_chains.cost() == infinite || m_chains.cost() >= m_useful) {
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

/// What a segment costs in schedules may be far above its plan, where its layers have no room for what they would choose: then other groups
/// may do better, though by their plan they are worse.
bool ChainPlanner::findSpares()
{
    if (m_control.stop.stop_requested() || m_control.enough.stop_requested()) {
        return false;
    }
    measureChains(true);
    std::vector<SegmentPlan*> found;
    for (SegmentPlan& plan : m_planner.segments()) {
        if (const GroupPlan* const spare = plan.hasChoices ? plan.nextSpare() : nullptr;
            spare && spare->cost < m_expected.of(plan) * (1 - leastGain)
            && m_chains.through(plan.segment.first, spare->cost, plan.end()) < m_useful) {
            found.push_back(&plan);
        }
    }
    m_planner.chooseSpares(found);
    return !found.empty();
}

bool ChainPlanner::findSmallerGrids()
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
    const double gain = std::isfinite(m_useful) ? leastGain : WorkingTiles::leastGain; // estimates no longer stand for what schedules cost
    std::vector<SegmentPlan*> added;
    for (const auto& [run, known] : runs) {
        const double room = m_chains.roomBetween(run.first, run.end);
        const double most = std::min(known.cost, room) * (1 - gain);
        const SegmentPlanner::Miss miss = missOf(*known.best, known.cost);
        for (SegmentPlan* other : m_planner.addSmallerGrids(*known.first, most, miss)) {
            m_chains.add(*other);
            added.push_back(other);
        }
    }
    m_planner.limitEstimates(added);
    return !added.empty();
}

void ChainPlanner::measureChains(bool plannedOnly)
{
    m_chains.measure(m_expected, [&](const SegmentPlan& plan) { return mayChain(plan) && (!plannedOnly || plan.plans); });
}

/// How far a segment's cost is above the estimate by which grids are ranked: the estimate misses about as much on other grids of as many
/// tiles. Where cycles decide that is not so. On a small chip, or for a network of few layers, the grids that may be worth it are soon tried:
/// registers, buses and buffers, which the estimate leaves out, differ too.
SegmentPlanner::Miss ChainPlanner::missOf(const SegmentPlan& plan, double cost)
{
    const bool isTold = !m_objective.delayFirst && std::isfinite(cost) && !m_mayTryManyGrids;
    const double same = m_objective.cyclePj > 0 ? sameMissOfPricedCycles : sameMiss;
    return {isTold ? std::max(1.0, same * cost / m_planner.estimateOnGrids(plan)) : 1, dataflow::tilesOf(plan.regions)};
}

double ChainPlanner::mostOfChain() const
{
    return std::isfinite(m_useful) ? m_useful : m_chains.cost() * (1 + m_effort.chainMargin);
}

/// Of what is planned: whatever may be part of a chain that is as good as the best, give or take where maps lie.
std::vector<SegmentPlan*> ChainPlanner::onBestChains() const
{
    std::vector<SegmentPlan*> found;
    for (const std::vector<SegmentPlan*>& atPlace : m_chains.startingAt()) {
        for (SegmentPlan* plan : atPlace) {
            if (plan->plans && mayChain(*plan)
                && m_chains.through(plan->segment.first, m_expected.of(*plan), plan->end()) <= mostOfChain()) {
                found.push_back(plan);
            }
        }
    }
    return found;
}

void ChainPlanner::addChoicesOfBest(SegmentChoices& choices) const
{
    for (const SegmentPlan* plan : onBestChains()) {
        const std::size_t first = plan->segment.first;
        for (const GroupPlan& groups : *plan->plans) {
            const bool isKnown = std::any_of(choices[first].begin(), choices[first].end(), [&](const SegmentChoice& other) {
                return other.plan == plan && other.groups == &groups;
            });
            if (!isKnown && plan->isUsable(groups)
                && m_chains.through(first, m_expected.of(*plan, groups), plan->end()) <= mostOfChain()) {
                choices[first].push_back({plan, &groups});
            }
        }
    }
}

} // namespace tilescape::search
