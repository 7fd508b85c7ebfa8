#include "core/interlayer/segment_plans.h"

#include "core/intralayer/quick_blocking.h"
#include "core/support/parallel.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace tilescape::interlayer {

using intralayer::LayerAnswer;
using intralayer::LayerTask;
using intralayer::Objective;
using intralayer::QuickBest;
using intralayer::QuickFrame;

namespace {

/// Longer runs than this are looked at only where they are the whole network: its weights may then stay on chip.
constexpr double mostVertices = 8;
constexpr std::size_t mostVerticesOfWhole = 24;
/// Partitions of each layer that are looked at while groups are searched.
constexpr std::size_t partitionsForGroups = 8;
/// Groups that a segment's layers are answered for.
constexpr std::size_t plansKept = 2;
constexpr int mostSweeps = 3;

/// Searches the groups of one segment. A layer is bound to few of the variables: with the batch groups fixed, one variable
/// after the other finds its best, and groups of the batch are tried as long as layers free of all other groups promise
/// something.
class GroupSearch {
public:
    GroupSearch(const PricingTask& task, const Objective& objective, const SegmentPlan& plan)
        : m_task(task), m_objective(objective), m_plan(plan), m_domains(plan.rules->domains()),
          m_frames(plan.placements.size())
    {
        for (std::size_t place = 0; place < m_frames.size(); ++place) {
            m_frames[place].push_back(plan.layers[place].frame);
        }
    }

    /// Partitions of `frame` may be chosen from now on, too.
    void add(std::size_t place, const QuickFrame* frame)
    {
        m_frames[place].push_back(frame);
        std::erase_if(m_known, [place](const auto& entry) { return entry.first.first == place; });
    }

    /// The best values, best first.
    std::vector<std::vector<Count>> run()
    {
        m_best.clear();
        std::vector<std::pair<double, Count>> batches;
        for (const Count batch : m_domains.front()) {
            batches.emplace_back(leastWith(batch), batch);
        }
        std::stable_sort(batches.begin(), batches.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        for (const auto& [least, batch] : batches) {
            if (std::isfinite(least) && (m_best.size() < plansKept || least < m_best.back().first)) {
                descend(batch);
            }
        }
        std::vector<std::vector<Count>> found;
        for (const auto& [cost, best] : m_best) {
            found.push_back(best);
        }
        return found;
    }

    double costOf(const std::vector<Count>& values)
    {
        std::vector<Count> outputGroups;
        std::vector<dataflow::LayerScheme> schemes(m_plan.placements.size());
        std::vector<cost::LayerCost> costs(m_plan.placements.size());
        std::vector<TimedLayer> timed;
        double energy = 0;
        for (std::size_t place = 0; place < m_plan.placements.size(); ++place) {
            const QuickBest& best = bestAt(place, m_plan.rules->groupsAt(place, values, outputGroups));
            if (!std::isfinite(best.cost)) {
                return best.cost;
            }
            outputGroups.push_back(best.blocking.factors[Loop::OutputChannel][0]);
            schemes[place].blocking = best.blocking;
            costs[place].cycles = best.cycles;
            costs[place].dramCycles = best.dramCycles;
            energy += best.energyPj - m_task.machine.staticPjPerCycle * best.cycles;
            timed.push_back({m_plan.placements[place], &schemes[place], &costs[place]});
        }
        const SegmentTiming timing = timeSegment(m_task.network, m_task.topology, timed);
        const auto cycles = static_cast<double>(m_plan.wholeNetwork ? timing.criticalCycles : timing.cycles());
        return intralayer::scalarOf(m_objective, energy + m_task.machine.staticPjPerCycle * cycles, cycles);
    }

    const QuickBest& bestAt(std::size_t place, const TopGroups& top)
    {
        const auto [known, isNew] = m_known.try_emplace({place, top});
        if (isNew) {
            const PlannedLayer& layer = m_plan.layers[place];
            for (const QuickFrame* frame : m_frames[place]) {
                const QuickBest best = intralayer::quickBest(*layer.task, *frame, top, partitionsForGroups);
                if (best.cost < known->second.cost) {
                    known->second = best;
                }
            }
        }
        return known->second;
    }

private:
    /// Layers one by one, each with the groups of channels that it likes best.
    double leastWith(Count batch)
    {
        double least = 0;
        for (std::size_t place = 0; place < m_plan.placements.size() && std::isfinite(least); ++place) {
            const TopGroups bound = m_plan.rules->groupsAt(place, anyValues(), std::vector<Count>(place, 0));
            least += bestAt(place, {bound.batch == 0 ? 0 : batch, 0, 0}).cost;
        }
        return least;
    }

    /// Any values: what they are does not matter.
    [[nodiscard]] std::vector<Count> anyValues() const
    {
        std::vector<Count> values;
        for (const std::vector<Count>& domain : m_domains) {
            values.push_back(domain.front());
        }
        return values;
    }

    /// From the middle, the finest, the coarsest groups: whichever of them fit.
    void descend(Count batch)
    {
        std::vector<Count> values;
        double cost = std::numeric_limits<double>::infinity();
        for (const std::size_t start : {1U, 2U, 0U}) {
            values.clear();
            for (const std::vector<Count>& domain : m_domains) {
                values.push_back(domain[(domain.size() - 1) * start / 2]);
            }
            values.front() = batch;
            cost = sumOf(values);
            if (std::isfinite(cost)) {
                break;
            }
        }
        for (int sweep = 0; sweep < mostSweeps; ++sweep) {
            const double before = cost;
            for (std::size_t variable = 1; variable < values.size(); ++variable) {
                std::vector<Count> other = values;
                for (const Count value : m_domains[variable]) {
                    other[variable] = value;
                    const double own = sumOf(other);
                    if (own < cost) {
                        cost = own;
                        values = other;
                    }
                }
            }
            if (!(cost < before)) {
                break;
            }
        }
        if (std::isfinite(cost)) {
            offer(values);
        }
    }

    /// Of the layers one by one.
    double sumOf(const std::vector<Count>& values)
    {
        double sum = 0;
        std::vector<Count> outputGroups;
        for (std::size_t place = 0; place < m_plan.placements.size() && std::isfinite(sum); ++place) {
            const QuickBest& best = bestAt(place, m_plan.rules->groupsAt(place, values, outputGroups));
            sum += best.cost;
            outputGroups.push_back(best.blocking.factors[Loop::OutputChannel][0]);
        }
        return sum;
    }

    void offer(const std::vector<Count>& values)
    {
        const double cost = costOf(values);
        if (!std::isfinite(cost)) {
            return;
        }
        const auto place = std::upper_bound(m_best.begin(), m_best.end(), cost,
                                            [](double own, const auto& best) { return own < best.first; });
        m_best.insert(place, {cost, values});
        m_best.resize(std::min(m_best.size(), plansKept));
    }

    const PricingTask& m_task;
    const Objective& m_objective;
    const SegmentPlan& m_plan;
    const std::vector<std::vector<Count>>& m_domains;
    std::vector<std::vector<const QuickFrame*>> m_frames; ///< by place
    std::map<std::pair<std::size_t, TopGroups>, QuickBest> m_known;
    std::vector<std::pair<double, std::vector<Count>>> m_best;
};

struct Searched {
    std::vector<GroupPlan> plans;
    intralayer::SearchCounts counts;
};

/// Layers that take over the groups of the one before them count on these.
void dropOtherGroups(LayerAnswer& answer, Count outputGroups)
{
    for (intralayer::PartitionChoice& partition : answer.partitions) {
        std::vector<dataflow::Replication> replications;
        std::vector<intralayer::BlockingChoice> blockings;
        for (std::size_t i = 0; i < partition.blockings.size(); ++i) {
            if (partition.blockings[i].blocking.factors[Loop::OutputChannel][0] == outputGroups) {
                replications.push_back(partition.replications[i]);
                blockings.push_back(partition.blockings[i]);
            }
        }
        partition.replications = std::move(replications);
        partition.blockings = std::move(blockings);
    }
    std::erase_if(answer.partitions, [](const auto& partition) { return partition.blockings.empty(); });
}

class PlanMaker {
public:
    PlanMaker(const PricingTask& task, const Objective& objective, const intralayer::QuickEffort& effort,
              const SegmentPlan& plan)
        : m_effort(effort), m_plan(plan), m_search(task, objective, plan)
    {
    }

    /// Groups, then partitions that suit them, and with these groups once more.
    Searched run()
    {
        Searched searched;
        if (m_plan.placements.size() > 1) {
            for (const std::vector<Count>& values : m_search.run()) {
                for (const auto& [place, top] : groupsOf(values)) {
                    m_search.add(place, frameAt(place, top).get());
                }
            }
        }
        for (const std::vector<Count>& values : m_search.run()) {
            if (auto plan = planOf(values)) {
                searched.plans.push_back(std::move(*plan));
            }
        }
        searched.counts = m_counts;
        return searched;
    }

private:
    std::vector<std::pair<std::size_t, TopGroups>> groupsOf(const std::vector<Count>& values)
    {
        std::vector<std::pair<std::size_t, TopGroups>> groups;
        std::vector<Count> outputGroups;
        for (std::size_t place = 0; place < m_plan.placements.size(); ++place) {
            groups.emplace_back(place, m_plan.rules->groupsAt(place, values, outputGroups));
            outputGroups.push_back(m_search.bestAt(place, groups.back().second).blocking.factors[Loop::OutputChannel][0]);
        }
        return groups;
    }

    std::shared_ptr<const QuickFrame> frameAt(std::size_t place, const TopGroups& top)
    {
        std::shared_ptr<const QuickFrame>& frame = m_frames[{place, top}];
        if (!frame) {
            const PlannedLayer& layer = m_plan.layers[place];
            frame = std::make_shared<const QuickFrame>(
                intralayer::quickFrameOf(*layer.task, *layer.ranking, {top}, m_effort));
            m_counts += frame->counts;
        }
        return frame;
    }

    std::optional<GroupPlan> planOf(const std::vector<Count>& values)
    {
        GroupPlan found{values, m_search.costOf(values), {}, {}};
        std::vector<Count> outputGroups;
        for (std::size_t place = 0; place < m_plan.placements.size(); ++place) {
            const PlannedLayer& layer = m_plan.layers[place];
            const TopGroups top = m_plan.rules->groupsAt(place, values, outputGroups);
            const bool alone = m_plan.placements.size() == 1;
            found.frames.push_back(alone ? std::shared_ptr<const QuickFrame>(layer.frame, [](const QuickFrame*) {})
                                         : frameAt(place, top));
            auto answer = std::make_shared<LayerAnswer>(
                intralayer::quickAnswer(*layer.task, *found.frames.back(), top, m_effort));
            m_counts += answer->counts;
            if (answer->partitions.empty()) {
                return std::nullopt;
            }
            outputGroups.push_back(
                answer->partitions.front().blockings.front().blocking.factors[Loop::OutputChannel][0]);
            if (!alone) {
                dropOtherGroups(*answer, outputGroups.back());
            }
            found.answers.push_back(std::move(answer));
        }
        return found;
    }

    const intralayer::QuickEffort& m_effort;
    const SegmentPlan& m_plan;
    GroupSearch m_search;
    std::map<std::pair<std::size_t, TopGroups>, std::shared_ptr<const QuickFrame>> m_frames;
    intralayer::SearchCounts m_counts;
};

} // namespace

namespace {

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
            Searched searched = PlanMaker(m_task, m_objective, m_effort, *missing[i].first).run();
            *missing[i].second = std::move(searched.plans);
            counts[i] = searched.counts;
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
