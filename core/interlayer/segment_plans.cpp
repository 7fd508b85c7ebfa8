#include "core/interlayer/segment_plans.h"

#include "core/interlayer/group_plans.h"
#include "core/intralayer/quick_blocking.h"
#include "core/support/parallel.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace tilescape::interlayer {

using intralayer::LayerTask;
using intralayer::Objective;
using intralayer::QuickFrame;

namespace {

/// Longer runs than this are looked at only where they are the whole network: its weights may then stay on chip.
constexpr double mostVertices = 16;
constexpr std::size_t mostVerticesOfWhole = 64;
/// None, and such as the rules may ask of a layer: few and many groups of the batch, with few and many of the channels.
std::vector<TopGroups> likelyGroups(const SegmentPlan& plan, std::size_t place)
{
    std::vector<TopGroups> tops{{}};
    if (plan.placements.size() == 1) {
        return tops;
    }
    const auto& domains = plan.rules->domains();
    for (const std::size_t batchThird : {2U}) {
        for (const std::size_t channelThird : {0U, 1U}) {
            std::vector<Count> values;
            for (const std::vector<Count>& domain : domains) {
                values.push_back(domain[(domain.size() - 1) * (values.empty() ? batchThird : channelThird) / 3]);
            }
            const TopGroups top = plan.rules->groupsAt(place, values, std::vector<Count>(place, 0));
            if (std::find(tops.begin(), tops.end(), top) == tops.end()) {
                tops.push_back(top);
            }
        }
    }
    return tops;
}

} // namespace

double SegmentPlan::cost() const
{
    return !plans ? promise : plans->empty() ? std::numeric_limits<double>::infinity() : plans->front().cost;
}

SegmentPlanner::SegmentPlanner(const PricingTask& task, const Objective& objective,
                               const intralayer::QuickEffort& effort, int threads, const std::stop_token& stop)
    : m_task(task), m_objective(objective), m_effort(effort), m_threads(threads), m_stop(stop),
      m_memory(memoryRegion(task.machine)), m_single(task.network.layers.size(), nullptr)
{
    addSegments();
    std::vector<SegmentPlan*> alone;
    for (SegmentPlan& plan : m_segments) {
        if (plan.placements.size() == 1) {
            alone.push_back(&plan);
            m_single[plan.placements.front().layer] = &plan;
        }
    }
    search(alone);
    for (SegmentPlan& plan : m_segments) {
        if (!plan.plans) {
            promise(plan);
        }
    }
}

SegmentPlanner::~SegmentPlanner() = default;

bool SegmentPlanner::mayPinWeights(const SegmentPlan& plan) const
{
    return plan.wholeNetwork
        && std::all_of(plan.segment.regions.begin(), plan.segment.regions.end(), [&](const auto& region) {
               return std::count_if(region.begin(), region.end(), [&](std::size_t layer) {
                          return network::hasWeights(m_task.network.layers[layer]);
                      }) <= 1;
           });
}

void SegmentPlanner::addSegments()
{
    const intralayer::SearchSpace& space = m_task.space;
    const std::size_t vertices = network::scheduleVertices(m_task.network).size();
    const double longest = vertices <= mostVerticesOfWhole ? std::numeric_limits<double>::infinity() : mostVertices;
    const std::vector<Segment> segments =
        segmentsOf(m_task.network, m_task.topology,
                   {space.spatialPipelining, space.keepOutputsOnChip, std::min(space.mostVertices, longest), space.linearChains});
    for (const Segment& segment : segments) {
        SegmentPlan plan;
        plan.segment = segment;
        plan.wholeNetwork = segment.layerCount() == m_task.network.layers.size();
        if (!plan.wholeNetwork && static_cast<double>(segment.regions.size()) > mostVertices) {
            continue;
        }
        plan.regions = segment.regions.size() == 1 ? std::vector{dataflow::wholeChip(m_task.machine.tiles)}
                                                   : allocate(m_task.network, segment, m_task.machine.tiles, m_task.space.zigzagRegions);
        if (plan.regions.empty()) {
            continue;
        }
        plan.rules =
            GroupRules::of(m_task.network, m_task.topology, segment, plan.regions, m_task.batch, m_task.machine,
                           m_task.space.alternateLoopOrder);
        if (!plan.rules) {
            continue;
        }
        plan.placements = segment.placements(0);
        plan.links = linksOf(m_task.topology, plan.placements);
        m_segments.push_back(std::move(plan));
    }
    for (SegmentPlan& plan : m_segments) {
        const bool pins = mayPinWeights(plan);
        for (std::size_t place = 0; place < plan.placements.size(); ++place) {
            const Placement& placed = plan.placements[place];
            const Links& links = plan.links[place];
            const auto regionOf = [&](std::size_t layer) {
                return std::find_if(plan.placements.begin(), plan.placements.end(),
                                    [layer](const Placement& other) { return other.layer == layer; })
                    ->position.region;
            };
            const network::Layer& layer = m_task.network.layers[placed.layer];
            const bool local = links.source && regionOf(*links.source) == placed.position.region;
            const dataflow::Region& region = plan.regions[static_cast<std::size_t>(placed.position.region)];
            const std::size_t regionNumber = m_regionNumbers.try_emplace(region.tiles, m_regionNumbers.size()).first->second;
            auto task = std::make_unique<LayerTask>(
                LayerTask{layer, m_task.batch, {}, {}, m_task.machine, m_task.space, m_objective,
                          links.source.has_value(), local, !links.outputToMemory, pins && !network::hasOperand(layer)});
            // A number stands for the region's tiles: within one search the text need not spell them out.
            PlannedLayer planned;
            planned.key = fmt::format("{}@{} {}", regionNumber, region.extent.height, intralayer::keyOf(*task));
            task->region = region;
            task->memory = m_memory;
            planned.task = m_tasks.try_emplace(planned.key, std::move(task)).first->second.get();
            plan.key += planned.key;
            plan.layers.push_back(std::move(planned));
        }
        for (const std::vector<Count>& domain : plan.rules->domains()) {
            plan.key += fmt::format("/{}", domain.size());
        }
        for (const Placement& placed : plan.placements) {
            plan.key += fmt::format("+{}.{}", placed.position.region, placed.position.slot);
        }
    }
}

void SegmentPlanner::rankLayers(const std::vector<SegmentPlan*>& segments)
{
    std::vector<std::pair<const LayerTask*, std::vector<intralayer::RankedShares>*>> missing;
    for (SegmentPlan* plan : segments) {
        for (PlannedLayer& layer : plan->layers) {
            const auto [known, isNew] = m_rankings.try_emplace(layer.key);
            if (isNew) {
                missing.emplace_back(layer.task, &known->second);
            }
            layer.ranking = &known->second;
        }
    }
    support::parallelFor(missing.size(), m_threads, [&](std::size_t i) {
        if (!m_stop.stop_requested()) {
            *missing[i].second = intralayer::rankShares(*missing[i].first);
        }
    });
}

void SegmentPlanner::bound(const std::vector<SegmentPlan*>& segments)
{
    rankLayers(segments);
    for (SegmentPlan* plan : segments) {
        double least = 0;
        for (const PlannedLayer& layer : plan->layers) {
            least += layer.ranking->empty() ? 0 : layer.ranking->front().cost;
        }
        plan->promise = std::max(plan->promise, least);
        plan->bounded = true;
    }
}

void SegmentPlanner::makeFrames(const std::vector<SegmentPlan*>& segments)
{
    rankLayers(segments);
    struct Missing {
        const PlannedLayer* layer = nullptr;
        std::vector<TopGroups> tops;
        QuickFrame* frame = nullptr;
    };
    std::vector<Missing> missing;
    for (SegmentPlan* plan : segments) {
        for (std::size_t place = 0; place < plan->layers.size(); ++place) {
            PlannedLayer& layer = plan->layers[place];
            const std::vector<TopGroups> tops = likelyGroups(*plan, place);
            std::string key = layer.key;
            for (const TopGroups& top : tops) {
                key += fmt::format("|{} {} {}", top.batch, top.input, top.output);
            }
            const auto [known, isNew] = m_frames.try_emplace(key);
            if (isNew) {
                missing.push_back({&layer, tops, &known->second});
            }
            layer.frame = &known->second;
        }
    }
    support::parallelFor(missing.size(), m_threads, [&](std::size_t i) {
        if (!m_stop.stop_requested()) {
            *missing[i].frame = intralayer::quickFrameOf(*missing[i].layer->task, *missing[i].layer->ranking,
                                                         missing[i].tops, m_effort);
        }
    });
}

void SegmentPlanner::search(const std::vector<SegmentPlan*>& segments)
{
    std::vector<std::pair<const SegmentPlan*, std::vector<GroupPlan>*>> missing;
    makeFrames(segments);
    for (SegmentPlan* plan : segments) {
        const auto [place, isNew] = m_plans.try_emplace(plan->key);
        plan->plans = &place->second;
        if (isNew) {
            missing.emplace_back(plan, &place->second);
        }
    }
    std::vector<intralayer::SearchCounts> counts(missing.size());
    support::parallelFor(missing.size(), m_threads, [&](std::size_t i) {
        if (!m_stop.stop_requested()) {
            *missing[i].second = planGroups(m_task, m_objective, m_effort, *missing[i].first, counts[i]);
        }
    });
    for (const intralayer::SearchCounts& own : counts) {
        m_counts += own;
    }
}

/// As its layers do by themselves on the whole chip, less all that stays on chip, and less hops on a smaller region.
void SegmentPlanner::promise(SegmentPlan& plan) const
{
    const hardware::Machine& machine = m_task.machine;
    for (std::size_t place = 0; place < plan.placements.size(); ++place) {
        const SegmentPlan& single = *m_single[plan.placements[place].layer];
        const LayerTask& task = *plan.layers[place].task;
        double best = std::numeric_limits<double>::infinity();
        const double share = static_cast<double>(task.region.extent.size()) / static_cast<double>(machine.tiles.size());
        const auto words = [&](Count count) { return static_cast<double>(count * m_task.batch); };
        const double input = task.inputFromTiles ? words(network::inputWords(task.layer)) : 0;
        const double output = task.outputStays ? words(network::outputWords(task.layer)) : 0;
        const double weights = task.mayPinWeights ? static_cast<double>(network::weightWords(task.layer)) : 0;
        for (const GroupPlan& alone : *single.plans) {
            for (const intralayer::PartitionChoice& partition : alone.answers.front()->partitions) {
                for (const intralayer::BlockingChoice& blocking : partition.blockings) {
                    const auto fetches = [&](Tensor tensor) { return static_cast<double>(blocking.fetches[tensor]); };
                    const double saved = input * fetches(Tensor::Input) + output * fetches(Tensor::Output)
                        + weights * fetches(Tensor::Weight);
                    const double hops = static_cast<double>(partition.weightHops) * fetches(Tensor::Weight) * share
                        * (task.mayPinWeights ? 0 : 1);
                    const double energy =
                        blocking.energyPj - machine.accessPj[Level::Dram] * saved + machine.hopPj * hops;
                    best = std::min(best, intralayer::scalarOf(m_objective, energy, blocking.cycles));
                }
            }
        }
        plan.promise += best;
    }
}

} // namespace tilescape::interlayer
