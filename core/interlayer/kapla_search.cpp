#include "core/interlayer/kapla_search.h"

#include "core/interlayer/layout_book.h"
#include "core/interlayer/segment_plans.h"
#include "core/interlayer/value.h"
#include "core/intralayer/partition_space.h"
#include "core/intralayer/quick_blocking.h"

#include <algorithm>
#include <limits>

namespace tilescape::interlayer {

using dataflow::Partition;
using dataflow::Region;
using intralayer::BlockingChoice;
using intralayer::Objective;
using intralayer::QuickChoice;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
/// Schedules kept for each place in the order, of different layouts; ways kept from one layer of a segment to the next.
constexpr std::size_t schedulesKept = 8;
constexpr std::size_t waysKept = 4;
/// Chains this much worse than the best may still win once layouts are known.
constexpr double chainMargin = 0.005;

/// Searched segments of a kind after which their mean tells about the others, and how far these may do better.
constexpr double fewestToLearnFrom = 3;
constexpr double doubt = 0.03;

/// An estimate of hops may be as much too high.
constexpr double hopsHeeded = 0.9;

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

struct Choice {
    const QuickChoice* partition = nullptr;
    std::size_t blocking = 0;
    double energyPj = 0; ///< hops included
    [[nodiscard]] const BlockingChoice& chosen() const { return partition->blockings[blocking]; }
};

/// One segment of a schedule, and those before it.
struct Step {
    std::size_t before = none;
    const SegmentPlan* plan = nullptr;
    std::vector<Choice> choices; ///< by place in the segment
};

/// Where the maps lie that are still needed.
using LiveLayouts = std::map<MapNumber, LayoutNumber>;

struct State {
    double value = 0;
    std::size_t step = none;
    std::size_t input = 0;
};

struct Way {
    double value = 0;
    std::vector<Choice> choices;
};

class KaplaSearch {
public:
    KaplaSearch(const PricingTask& task, const Objective& objective, KaplaMemory& memory, const ChainControl& control)
        : m_task(task), m_objective(objective), m_control(control), m_memory(memoryRegion(task.machine)),
          m_order(network::scheduleOrder(task.network)), m_lastUse(mapCount(task.network), 0), m_book(task), m_memoryNumber(m_book.numberOf(m_memory)),
          m_planner(task, objective, memory, {}, control.threads, control.stop)
    {
        for (std::size_t place = 0; place < m_order.size(); ++place) {
            for (const network::Source& source : task.topology.sources[m_order[place]]) {
                m_lastUse[mapNumber(task.network, source)] = place + 1;
            }
        }
    }

    ChainAnswer run()
    {
        ChainAnswer answer;
        answer.complete = false;
        planBestChains();
        measureChains(m_control.enough.stop_requested());
        if (!m_control.stop.stop_requested() && m_before.back() < infinite) {
            chainLayouts();
        }
        answer.counts = m_planner.counts();
        answer.segmentCounts = countSegments();
        if (m_control.stop.stop_requested()) {
            return answer;
        }
        if (m_states.empty() || m_states.back().empty()) {
            answer.obstacles = findObstacles(m_task, m_control.threads);
            return answer;
        }
        collect(answer);
        return answer;
    }

private:
    using States = std::map<LiveLayouts, State>;

    /// Plans what the best chain of segments goes through, until nothing on it is a mere promise any more.
    void planBestChains()
    {
        while (!m_control.stop.stop_requested() && !m_control.enough.stop_requested()) {
            measureChains(false);
            std::vector<SegmentPlan*> guessed;
            std::vector<SegmentPlan*> bounded;
            std::vector<SegmentPlan*> estimated;
            std::size_t open = 0; // layers of the best chain whose segments are not planned
            std::size_t place = m_order.size();
            while (place > 0 && m_bestInto[place]) {
                SegmentPlan* plan = m_bestInto[place];
                if (!plan->plans) {
                    open += plan->placements.size();
                    (plan->stage == SegmentPlan::Promise::Guessed       ? guessed
                         : plan->stage == SegmentPlan::Promise::Bounded ? bounded
                                                                        : estimated)
                        .push_back(plan);
                }
                place = plan->segment.first;
            }
            if (m_control.onProgress) {
                m_control.onProgress(static_cast<Count>(m_order.size() - open), static_cast<Count>(m_order.size()));
            }
            if (!guessed.empty()) {
                m_planner.bound(guessed);
            } else if (!bounded.empty()) {
                m_planner.estimate(bounded);
            } else if (!estimated.empty()) {
                m_planner.search(estimated);
                learn();
            } else {
                return;
            }
        }
    }

    /// What a segment is expected to cost: a promise is taken as those of its kind have turned out to be kept.
    [[nodiscard]] double expected(const SegmentPlan& plan) const
    {
        const auto kind = m_kept.find(kindOf(plan));
        return plan.plans || plan.stage != SegmentPlan::Promise::Estimated || kind == m_kept.end() ? plan.cost()
                                                                                                  : plan.cost() * kind->second;
    }

    /// Segments of as many regions and layers break their promises alike.
    static std::pair<std::size_t, std::size_t> kindOf(const SegmentPlan& plan)
    {
        return {plan.segment.regions.size(), plan.placements.size()};
    }

    void learn()
    {
        std::map<std::pair<std::size_t, std::size_t>, std::pair<double, double>> sums; // ratios and how many
        for (const SegmentPlan& plan : m_planner.segments()) {
            if (plan.plans && !plan.plans->empty() && plan.placements.size() > 1 && plan.promise > 0) {
                auto& [sum, count] = sums[kindOf(plan)];
                sum += plan.cost() / plan.promise;
                count += 1;
            }
        }
        for (const auto& [kind, sum] : sums) {
            if (sum.second >= fewestToLearnFrom) {
                m_kept[kind] = std::max(1.0, sum.first / sum.second * (1 - doubt));
            }
        }
    }

    /// The cheapest chain up to each place, and from each place on; of all segments, or of those that are planned.
    void measureChains(bool plannedOnly)
    {
        m_before.assign(m_order.size() + 1, infinite);
        m_after.assign(m_order.size() + 1, infinite);
        m_bestInto.assign(m_order.size() + 1, nullptr);
        m_before.front() = 0;
        m_after.back() = 0;
        if (m_startingAt.empty()) {
            m_startingAt.resize(m_order.size());
            for (SegmentPlan& plan : m_planner.segments()) {
                m_startingAt[plan.segment.first].push_back(&plan);
            }
        }
        for (std::size_t place = 0; place < m_order.size(); ++place) {
            for (SegmentPlan* plan : m_startingAt[place]) {
                const double cost = plannedOnly && !plan->plans ? infinite : m_before[place] + expected(*plan);
                if (cost < m_before[plan->end()]) {
                    m_before[plan->end()] = cost;
                    m_bestInto[plan->end()] = plan;
                }
            }
        }
        for (std::size_t place = m_order.size(); place-- > 0;) {
            for (const SegmentPlan* plan : m_startingAt[place]) {
                if (!plannedOnly || plan->plans) {
                    m_after[place] = std::min(m_after[place], expected(*plan) + m_after[plan->end()]);
                }
            }
        }
    }

    void chainLayouts()
    {
        m_states.resize(m_order.size() + 1);
        startWithInputs();
        const double most = m_before.back() * (1 + chainMargin);
        for (std::size_t place = 0; place < m_order.size(); ++place) {
            keepBest(m_states[place]);
            for (const SegmentPlan* plan : m_startingAt[place]) {
                const bool promising =
                    plan->plans && m_before[place] + expected(*plan) + m_after[plan->end()] <= most;
                if (!promising || m_control.stop.stop_requested()) {
                    continue;
                }
                for (const GroupPlan& groups : *plan->plans) {
                    if (m_before[place] + groups.cost + m_after[plan->end()] <= most) {
                        extend(*plan, groups);
                    }
                }
            }
        }
    }

    void startWithInputs()
    {
        const network::ExternalInput& input = m_task.network.input;
        m_inputPartitions =
            intralayer::partitions({m_task.batch, input.channels, input.size, 1}, m_memory.extent, m_task.space);
        for (std::size_t number = 0; number < m_inputPartitions.size(); ++number) {
            LiveLayouts layouts;
            for (MapNumber map = 0; map <= m_task.network.externalInputs.size(); ++map) {
                if (m_lastUse[map] > 0) {
                    layouts[map] = m_book.numberOf(map, m_inputPartitions[number], m_memoryNumber);
                }
            }
            m_states.front().try_emplace(layouts, State{0, none, number});
        }
    }

    /// Of equal ones those whose layouts were met first: where only time counts, a great many may be equal.
    static void keepBest(States& states)
    {
        std::vector<States::iterator> order;
        for (auto state = states.begin(); state != states.end(); ++state) {
            order.push_back(state);
        }
        std::stable_sort(order.begin(), order.end(),
                         [](const auto& a, const auto& b) { return a->second.value < b->second.value; });
        for (std::size_t i = schedulesKept; i < order.size(); ++i) {
            states.erase(order[i]);
        }
    }

    void extend(const SegmentPlan& plan, const GroupPlan& groups)
    {
        for (const auto& [layouts, state] : m_states[plan.segment.first]) {
            std::vector<Way> ways(1);
            for (std::size_t place = 0; place < plan.placements.size(); ++place) {
                std::vector<Way> next;
                for (const Way& way : ways) {
                    extendWay(plan, groups, place, layouts, way, next);
                }
                std::stable_sort(next.begin(), next.end(), [](const Way& a, const Way& b) { return a.value < b.value; });
                next.resize(std::min(next.size(), waysKept));
                ways = std::move(next);
            }
            for (const Way& way : ways) {
                finish(plan, layouts, state, way);
            }
        }
    }

    static Count regionOf(const SegmentPlan& plan, std::size_t layer)
    {
        return std::find_if(plan.placements.begin(), plan.placements.end(),
                            [layer](const Placement& placed) { return placed.layer == layer; })
            ->position.region;
    }

    /// Where the layer finds each of its inputs.
    std::vector<LayoutNumber> inputLayouts(const SegmentPlan& plan, std::size_t place, const LiveLayouts& layouts,
                                           const Way& way)
    {
        const Links& links = plan.links[place];
        const auto number = [&](Count region) { return m_book.numberOf(plan.regions[static_cast<std::size_t>(region)]); };
        const std::optional<RegionNumber> forwarder =
            links.forwarder ? std::optional(number(regionOf(plan, *links.forwarder))) : std::nullopt;
        std::vector<LayoutNumber> found;
        for (const network::Source& source : m_task.topology.sources[plan.placements[place].layer]) {
            const MapNumber map = mapNumber(m_task.network, source);
            std::size_t maker = 0;
            while (maker < place
                   && !(source == network::Source{network::Source::Kind::Layer, plan.placements[maker].layer})) {
                ++maker;
            }
            if (maker == place) {
                const LayoutNumber stored = layouts.at(map);
                found.push_back(forwarder ? m_book.numberOf(map, m_book.partitionOf(stored), *forwarder) : stored);
                continue;
            }
            const RegionNumber home =
                plan.links[maker].outputToMemory ? m_memoryNumber : number(plan.placements[maker].position.region);
            // As it was laid out where it went, then moved on to where it is forwarded from.
            const Partition stored =
                dataflow::project(way.choices[maker].partition->partition->partition(), m_book.regionOf(home).extent);
            found.push_back(m_book.numberOf(map, stored, forwarder.value_or(home)));
        }
        return found;
    }

    void extendWay(const SegmentPlan& plan, const GroupPlan& groups, std::size_t place,
                   const LiveLayouts& layouts, const Way& way, std::vector<Way>& next)
    {
        const std::vector<LayoutNumber> inputs = inputLayouts(plan, place, layouts, way);
        std::vector<std::pair<double, Choice>> best;
        for (const QuickChoice& choice : groups.choices[place]) {
            if (best.size() == waysKept && best.back().first <= leastOf(choice)) {
                continue;
            }
            const intralayer::FramePartition& counted = choice.partition->counted();
            const HopsIn hops = m_book.hopsIn(plan.placements[place].layer, counted.inputs, counted.operands, inputs);
            std::pair<double, Choice> found{infinite, {&choice, 0, 0}};
            for (std::size_t i = 0; i < choice.blockings.size(); ++i) {
                const double energy = energyOf(counted, choice.blockings[i], hops);
                const double value = intralayer::scalarOf(m_objective, energy, choice.blockings[i].cycles);
                if (value < found.first) {
                    found = {value, {&choice, i, energy}};
                }
            }
            best.insert(std::upper_bound(best.begin(), best.end(), found,
                                         [](const auto& a, const auto& b) { return a.first < b.first; }),
                        found);
            best.resize(std::min(best.size(), waysKept));
        }
        for (const auto& [value, choice] : best) {
            Way longer = way;
            longer.value += value;
            longer.choices.push_back(choice);
            next.push_back(std::move(longer));
        }
    }

    /// With the hops that its estimate has, its inputs next to it.
    [[nodiscard]] double leastOf(const QuickChoice& choice) const
    {
        const std::array<double, 3>& fetchPj = choice.partition->fetchPj();
        double least = infinite;
        for (const BlockingChoice& blocking : choice.blockings) {
            const double hops = fetchPj[0] * static_cast<double>(blocking.fetches[Tensor::Weight])
                + fetchPj[2] * static_cast<double>(blocking.fetches[Tensor::Output]);
            least = std::min(least, intralayer::scalarOf(m_objective, blocking.energyPj + hopsHeeded * hops, blocking.cycles));
        }
        return least;
    }

    [[nodiscard]] double energyOf(const intralayer::FramePartition& partition, const BlockingChoice& blocking,
                                  const HopsIn& in) const
    {
        const double hops = cost::hopsOfAll(
            {{partition.weightHops + in.operand, in.input, partition.outputHops}}, blocking.fetches);
        return blocking.energyPj + m_task.machine.hopPj * hops;
    }

    /// Puts the segment's own time in the place of its layers' times.
    void finish(const SegmentPlan& plan, const LiveLayouts& layouts, const State& state, const Way& way)
    {
        std::vector<dataflow::LayerScheme> schemes(way.choices.size());
        std::vector<cost::LayerCost> costs(way.choices.size());
        std::vector<TimedLayer> timed;
        double energy = 0;
        for (std::size_t place = 0; place < way.choices.size(); ++place) {
            const Choice& choice = way.choices[place];
            schemes[place].blocking = choice.chosen().blocking;
            costs[place].cycles = choice.chosen().cycles;
            costs[place].dramCycles = choice.chosen().dramCycles;
            energy += choice.energyPj - m_task.machine.staticPjPerCycle * choice.chosen().cycles;
            timed.push_back({plan.placements[place], &schemes[place], &costs[place]});
        }
        const SegmentTiming timing = timeSegment(m_task.network, m_task.topology, timed);
        const auto cycles = static_cast<double>(plan.wholeNetwork ? timing.criticalCycles : timing.cycles());
        energy += m_task.machine.staticPjPerCycle * cycles;

        LiveLayouts after = layouts;
        for (std::size_t place = 0; place < plan.placements.size(); ++place) {
            if (plan.links[place].outputToMemory) {
                const MapNumber map = outputMap(m_task.network, plan.placements[place].layer);
                after[map] = m_book.numberOf(map, way.choices[place].partition->partition->partition(), m_memoryNumber);
            }
        }
        std::erase_if(after, [&](const auto& entry) { return m_lastUse[entry.first] <= plan.end(); });

        const double value = state.value + intralayer::scalarOf(m_objective, energy, cycles);
        const auto [known, isNew] = m_states[plan.end()].try_emplace(after);
        if (isNew || value < known->second.value) {
            m_steps.push_back({state.step, &plan, way.choices});
            known->second = {value, m_steps.size() - 1, state.input};
        }
    }

    [[nodiscard]] SegmentCounts countSegments() const
    {
        SegmentCounts counts;
        for (const SegmentPlan& plan : m_planner.segments()) {
            ++counts.legal;
            if (plan.plans) {
                ++counts.planned;
                counts.unfit += plan.plans->empty() ? 1 : 0;
                continue;
            }
            switch (plan.stage) {
            case SegmentPlan::Promise::Guessed: ++counts.byLayers; break;
            case SegmentPlan::Promise::Bounded: ++counts.byBound; break;
            case SegmentPlan::Promise::Estimated: ++counts.byEstimate; break;
            }
        }
        return counts;
    }

    void collect(ChainAnswer& answer) const
    {
        const auto best =
            std::min_element(m_states.back().begin(), m_states.back().end(),
                             [](const auto& a, const auto& b) { return a.second.value < b.second.value; });
        answer.inputPartition = m_inputPartitions[best->second.input];
        std::vector<const Step*> steps;
        for (std::size_t step = best->second.step; step != none; step = m_steps[step].before) {
            steps.push_back(&m_steps[step]);
        }
        std::reverse(steps.begin(), steps.end());
        for (std::size_t number = 0; number < steps.size(); ++number) {
            const Step& step = *steps[number];
            for (std::size_t place = 0; place < step.plan->placements.size(); ++place) {
                const Choice& choice = step.choices[place];
                Placement placed = step.plan->placements[place];
                placed.position.segment = static_cast<Count>(number);
                answer.layers.push_back({placed.layer,
                                         placed.position,
                                         {step.plan->regions[static_cast<std::size_t>(placed.position.region)],
                                          choice.partition->partition->partition(), choice.partition->replications[choice.blocking],
                                          choice.chosen().blocking, choice.chosen().sharing},
                                         {}});
            }
        }
        answer.segments = priceLayers(m_task, answer.inputPartition, answer.layers);
    }

    const PricingTask& m_task;
    const Objective& m_objective;
    const ChainControl& m_control;
    Region m_memory;
    std::vector<std::size_t> m_order;
    std::vector<std::size_t> m_lastUse; ///< of each map: place after its last consumer
    LayoutBook m_book;
    RegionNumber m_memoryNumber;
    mutable SegmentPlanner m_planner;
    std::vector<std::vector<SegmentPlan*>> m_startingAt; ///< by place
    std::vector<double> m_before;                        ///< cost of the best chain up to each place
    std::vector<double> m_after;
    std::vector<SegmentPlan*> m_bestInto;
    std::map<std::pair<std::size_t, std::size_t>, double> m_kept; ///< by kind of segment: cost over promise
    std::vector<Partition> m_inputPartitions;
    std::vector<States> m_states; ///< by place: schedules of all layers before it
    std::vector<Step> m_steps;
};

} // namespace

ChainAnswer searchKapla(const PricingTask& task, const Objective& objective, KaplaMemory& memory,
                        const ChainControl& control)
{
    const std::unique_lock lock = memory.tryLock();
    if (!lock) {
        KaplaMemory own;
        return searchKapla(task, objective, own, control);
    }
    memory.begin();
    return KaplaSearch(task, objective, memory, control).run();
}

} // namespace tilescape::interlayer
