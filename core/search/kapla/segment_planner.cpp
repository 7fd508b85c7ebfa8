#include "core/search/kapla/segment_planner.h"

#include "core/search/space/run_order.h"
#include "core/search/space/segment_enumeration.h"
#include "core/search/space/segment_tasks.h"
#include "core/support/byte_key.h"
#include "core/support/parallel.h"

#include <algorithm>
#include <atomic>
#include <limits>

namespace tilescape::search {

namespace {

/// Longer runs than this are looked at only where they are the whole network: its weights may then stay on chip.
constexpr double mostVertices = 16;
constexpr std::size_t mostVerticesOfWhole = 64;

/// Of the constructor's work: layers by themselves on the whole chip, then on smaller grids.
constexpr double alonePart = 0.2;
constexpr double gridsPart = 0.6;

} // namespace

double SegmentPlan::cost() const
{
    if (!plans) {
        return estimate;
    }
    double least = std::numeric_limits<double>::infinity();
    for (const GroupPlan& groups : *plans) {
        least = isUsable(groups) ? std::min(least, costOf(groups)) : least;
    }
    return least;
}

const GroupPlan* SegmentPlan::nextSpare() const
{
    if (!plans) {
        return nullptr;
    }
    const auto next =
        std::find_if(plans->begin(), plans->end(), [](const GroupPlan& groups) { return !groups.hasChoices; });
    return next == plans->end() ? nullptr : &*next;
}

SegmentPlanner::SegmentPlanner(const SearchTask& task, const Objective& objective, KaplaCache& cache,
                               const SearchEffort& effort, int threads, const std::stop_token& stop,
                               std::function<void(double part)> onPart, const std::vector<SegmentOnTiles>* given)
    : m_task(task),
      m_objective(objective),
      m_cache(cache),
      m_effort(effort),
      m_threads(threads),
      m_stop(stop),
      m_onPart(std::move(onPart)),
      m_memoryChannels(pipeline::memoryRegion(task.machine)),
      m_tiles(task, objective),
      m_single(task.network.layers.size())
{
    if (given) {
        planGiven(*given);
        return;
    }
    addSegments();
    std::vector<SegmentPlan*> alone;
    for (SegmentPlan& plan : m_segments) {
        if (plan.placements.size() == 1) {
            alone.push_back(&plan);
            m_single[plan.placements.front().layer].push_back(&plan);
        }
    }
    m_step = {0, alonePart};
    search(alone);
    choose(alone);
    m_step = {alonePart, gridsPart};
    searchSmallerGrids();
    addGridsOfLayers();
    if (m_stop.stop_requested()) {
        return;
    }
    std::vector<SegmentPlan*> together;
    for (SegmentPlan& plan : m_segments) {
        if (!plan.plans) {
            estimateFirst(plan);
            together.push_back(&plan);
        }
    }
    m_step = {gridsPart, 1};
    limitEstimates(together);
    m_step = {0, 1};
}

SegmentPlanner::~SegmentPlanner() = default;

void SegmentPlanner::planGiven(const std::vector<SegmentOnTiles>& given)
{
    for (const SegmentOnTiles& own : given) {
        const bool wholeNetwork = own.segment.layerCount() == m_task.network.layers.size();
        if (std::optional<SegmentPlan> plan = planIn(own.segment, wholeNetwork, own.regions)) {
            m_segments.push_back(std::move(*plan));
        } else {
            m_impossible.push_back(
                {{own.segment.first, own.segment.first + own.segment.layerCount(), own.segment.regions.size()}, SegmentOutcome::NoRoom});
        }
    }
    std::vector<SegmentPlan*> all;
    for (SegmentPlan& plan : m_segments) {
        all.push_back(&plan);
    }
    search(all);
    choose(all);
}

void SegmentPlanner::addSegments()
{
    const std::vector<std::vector<std::size_t>> vertices = runVertices(m_task.network);
    const double longest =
        vertices.size() <= mostVerticesOfWhole ? std::numeric_limits<double>::infinity() : mostVertices;
    SegmentOptions options = segmentOptionsOf(m_task.space, m_task.machine.shape);
    options.mostVertices = std::min(options.mostVertices, longest);
    const std::vector<pipeline::Segment> segments = segmentsOf(m_task.network, m_task.topology, options, vertices);
    for (const pipeline::Segment& segment : segments) {
        const bool wholeNetwork = segment.layerCount() == m_task.network.layers.size();
        const LayerRun run{segment.first, segment.first + segment.layerCount(), segment.regions.size()};
        if (!wholeNetwork && static_cast<double>(segment.regions.size()) > mostVertices) {
            m_impossible.push_back({run, SegmentOutcome::TooLong});
            continue;
        }
        const auto choices = m_tiles.choicesFor(segment);
        bool hasPlan = false;
        for (const std::vector<dataflow::Region>& regions : choices) {
            if (std::optional<SegmentPlan> plan = planIn(segment, wholeNetwork, regions)) {
                m_segments.push_back(std::move(*plan));
                hasPlan = true;
            }
        }
        if (!hasPlan && segment.regions.size() > 1 && !choices.empty()) {
            // A region with few operations and much data has more room where tiles are shared out otherwise.
            for (std::vector<dataflow::Region>& regions : m_tiles.choicesOnParts(segment)) {
                if (std::optional<SegmentPlan> plan = planIn(segment, wholeNetwork, std::move(regions))) {
                    m_segments.push_back(std::move(*plan));
                    hasPlan = true;
                    break;
                }
            }
        }
        if (!hasPlan) {
            m_impossible.push_back({run, choices.empty() ? SegmentOutcome::NoRegions : SegmentOutcome::NoRoom});
        }
    }
}

std::optional<SegmentPlan> SegmentPlanner::planIn(const pipeline::Segment& segment, bool wholeNetwork,
                                                  std::vector<dataflow::Region> regions)
{
    SegmentPlan plan;
    plan.segment = segment;
    plan.wholeNetwork = wholeNetwork;
    plan.looksForRoom = m_effort.looksForRoom;
    for (const dataflow::Region& region : regions) {
        plan.regions.push_back(m_cache.regionOf(m_cache.numberOf(region)));
    }
    plan.rules = pipeline::LoopOrderConstraints::of(m_task.network, m_task.topology, segment, plan.regions,
                                                    m_task.batch, m_task.machine, m_task.space.alternateLoopOrder,
                                                    m_task.space.roundedFactors);
    if (!plan.rules) {
        return std::nullopt;
    }
    plan.placements = segment.placements(0);
    plan.links = pipeline::linksOf(m_task.topology, plan.placements);
    if (m_task.rules.counts == Counts::Executed) {
        plan.room.emplace(m_task.network, m_task.topology, plan.placements, m_task.machine.capacities.bufferWordsPerTile);
    }
    addTasks(plan);
    return plan;
}

/// What each layer of the plan is asked.
void SegmentPlanner::addTasks(SegmentPlan& plan)
{
    std::vector<LayerTask> tasks = segmentTasks(m_task, m_objective, plan.placements, plan.links, plan.regions);
    for (std::size_t place = 0; place < plan.placements.size(); ++place) {
        const dataflow::Region& region = plan.regions[static_cast<std::size_t>(plan.placements[place].slot.region)];
        auto task = std::make_unique<LayerTask>(std::move(tasks[place]));
        // Numbers stand for the regions' tiles. The key of the exhaustive search leaves out what this one depends on.
        PlannedLayer planned;
        support::ByteKey ofCandidates;
        ofCandidates.add(region.extent.height, region.extent.width, m_task.machine.prices.hopPj, byteKeyOf(*task));
        planned.candidatesKey = ofCandidates.take();
        support::ByteKey own;
        own.add(m_cache.numberOf(region), m_cache.numberOf(m_memoryChannels), planned.candidatesKey);
        planned.key = own.take();
        task->region = region;
        task->memory = m_memoryChannels;
        planned.task = m_tasks.try_emplace(planned.key, std::move(task)).first->second.get();
        plan.key += planned.key;
        plan.layers.push_back(std::move(planned));
    }
    plan.key += linksKey(plan);
}

/// All that plans depend on beside the layers: the groups that may be chosen, who works where, who feeds whom, and whether few layers leave
/// time to try more.
std::string SegmentPlanner::linksKey(const SegmentPlan& plan) const
{
    support::ByteKey key;
    key.add(m_task.space.alternateLoopOrder, plan.wholeNetwork, WorkingTiles::hasFewLayers(m_task));
    for (const std::vector<Count>& domain : plan.rules->domains()) {
        key.add(domain.size());
        for (const Count value : domain) {
            key.add(value);
        }
    }
    for (std::size_t place = 0; place < plan.placements.size(); ++place) {
        const pipeline::Placement& placed = plan.placements[place];
        key.add(placed.slot.region, placed.slot.index, plan.links[place].outputToMemory);
        for (const network::Source& source : m_task.topology.sources[placed.layer]) {
            for (std::size_t maker = 0; maker < place; ++maker) {
                if (source == network::Source{network::Source::Kind::Layer, plan.placements[maker].layer}) {
                    key.add(maker);
                }
            }
        }
        key.add(place); // the makers end here: none comes after the layer itself
    }
    return key.take();
}

void SegmentPlanner::forAll(std::size_t count, double from, double to,
                            const std::function<void(std::size_t)>& body) const
{
    std::atomic<std::size_t> done = 0;
    support::parallelFor(count, m_threads, [&](std::size_t i) {
        if (m_stop.stop_requested()) {
            return;
        }
        body(i);
        if (m_onPart) {
            const double part = from + (to - from) * static_cast<double>(++done) / static_cast<double>(count);
            m_onPart(m_step.first + (m_step.second - m_step.first) * part);
        }
    });
}

SearchCounts SegmentPlanner::counts() const
{
    SearchCounts counts = m_counts;
    for (const auto& [candidates, before] : m_candidateSets) {
        counts += candidates->counts().since(before);
    }
    return counts;
}

std::vector<RunOutcome> SegmentPlanner::runOutcomes(const std::set<const SegmentPlan*>& chained) const
{
    const auto outcomeOf = [&](const SegmentPlan& plan) {
        if (plan.plans) {
            return plan.cost() == std::numeric_limits<double>::infinity() ? SegmentOutcome::Unfit
                   : chained.contains(&plan)                              ? SegmentOutcome::Chained
                                                                          : SegmentOutcome::ByPlan;
        }
        switch (plan.stage) {
        case SegmentPlan::EstimateStage::LayersAlone:
            return SegmentOutcome::ByLayerEstimate;
        case SegmentPlan::EstimateStage::BestPartitions:
            break;
        }
        return SegmentOutcome::ByPartitionEstimate;
    };
    std::vector<RunOutcome> runOutcomes = m_impossible;
    for (const SegmentPlan& plan : m_segments) {
        runOutcomes.push_back({{plan.segment.first, plan.end(), plan.segment.regions.size()}, outcomeOf(plan)});
    }
    return furthestOf(std::move(runOutcomes));
}

} // namespace tilescape::search
