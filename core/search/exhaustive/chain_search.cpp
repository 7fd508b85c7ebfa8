#include "core/search/exhaustive/chain_search.h"

#include "core/cost/hops.h"
#include "core/search/exhaustive/layer_choices.h"
#include "core/search/space/objective.h"
#include "core/search/space/partition_space.h"
#include "core/support/parallel.h"

#include <algorithm>
#include <limits>
#include <map>
#include <span>

namespace tilescape::search {

using dataflow::Layout;
using dataflow::Partition;

namespace {

/// Combinations of layouts kept from one layer to the next. Corner channels allow a dozen layouts a map, so that chains
/// and short branches are searched completely.
constexpr std::size_t layoutsKept = 128;
/// Partitions whose hops are counted between two looks at what is still worth counting.
constexpr std::size_t partitionsAtOnce = 64;

/// Word-hops to bring what depends on where it lies, once.
struct HopsIn {
    Count input = -1; ///< -1: not counted yet
    Count operand = 0;
};

constexpr std::size_t noStep = std::numeric_limits<std::size_t>::max();

/// One layer's choice, and the choices before it.
struct Step {
    std::size_t before = noStep;
    const PartitionChoice* choice = nullptr;
    const dataflow::Region* region = nullptr;
    std::size_t blocking = 0;
    std::size_t input = 0; ///< number of the input layout; of the first step
};

/// The best way to arrive at these layouts of the maps that are still needed.
struct State {
    ObjectiveValue value;
    std::size_t step = noStep;
    std::size_t input = 0;
};

/// For each map, the number of its layout; `dead` where no later layer needs it.
using LayoutKey = std::vector<std::uint32_t>;
constexpr std::uint32_t dead = std::numeric_limits<std::uint32_t>::max();

class ChainSearch {
public:
    ChainSearch(const SearchTask& task, const Objective& objective, LayerAnswerCache& cache,
                const ChainControl& control, const LayerLookup& lookup)
        : m_task(task),
          m_objective(objective),
          m_control(control),
          m_layers(task, objective, cache, control, lookup),
          m_memoryChannels(pipeline::memoryRegion(task.machine)),
          m_order(network::scheduleOrder(task.network)),
          m_layoutNumbers(pipeline::mapCount(task.network)),
          m_layouts(pipeline::mapCount(task.network))
    {}

    ChainAnswer run();

private:
    using States = std::map<LayoutKey, State>;

    void startWithInputs();
    void extend(std::size_t place);
    void extendState(std::size_t place, const LayoutKey& key, const State& state, States& next);
    void countInputHops(std::size_t place, const std::vector<std::uint32_t>& inputs,
                        std::span<const std::size_t> choices);
    void offer(States& next, const LayoutKey& key, const State& state);
    void keepBest(States& states, std::size_t limit);
    std::uint32_t layoutNumber(pipeline::MapNumber map, const Partition& partition);
    [[nodiscard]] bool neededAfter(pipeline::MapNumber map, std::size_t place) const;
    [[nodiscard]] ObjectiveValue bestValue(const PartitionChoice& choice, const HopsIn& in,
                                           std::size_t& blocking) const;
    void collect(ChainAnswer& answer) const;

    const SearchTask& m_task;
    const Objective& m_objective;
    const ChainControl& m_control;
    LayerChoices m_layers;
    dataflow::Region m_memoryChannels;
    std::vector<std::size_t> m_order;
    std::vector<std::size_t> m_lastUse; ///< of each map: place of its last consumer

    std::vector<std::map<Partition, std::uint32_t>> m_layoutNumbers; ///< of each map
    std::vector<std::vector<Layout>> m_layouts;                      ///< of each map, by number
    std::vector<Partition> m_inputPartitions;

    std::vector<Step> m_steps;
    States m_states;
    double m_threshold = 0; ///< values above it are not among the best `layoutsKept`
    bool m_complete = true;
    /// Of the layer at hand: input hops by input layouts, then by choice; and the choices by lower bound.
    std::map<std::vector<std::uint32_t>, std::vector<HopsIn>> m_inputHops;
    std::vector<std::pair<ObjectiveValue, std::size_t>> m_bounds;
};

ChainAnswer ChainSearch::run()
{
    ChainAnswer answer;
    if (!m_layers.search(answer)) {
        return answer;
    }
    m_lastUse.assign(pipeline::mapCount(m_task.network), 0);
    for (std::size_t place = 0; place < m_order.size(); ++place) {
        for (const network::Source& source : m_task.topology.sources[m_order[place]]) {
            m_lastUse[pipeline::mapNumber(m_task.network, source)] = place + 1;
        }
    }
    startWithInputs();
    for (std::size_t place = 0; place < m_order.size(); ++place) {
        if (m_control.stop.stop_requested()) {
            return answer;
        }
        extend(place);
    }
    collect(answer);
    return answer;
}

std::uint32_t ChainSearch::layoutNumber(pipeline::MapNumber map, const Partition& partition)
{
    const auto [place, isNew] =
        m_layoutNumbers[map].try_emplace(partition, static_cast<std::uint32_t>(m_layouts[map].size()));
    if (isNew) {
        Layout layout = pipeline::mapLayout(m_task, map, partition, m_memoryChannels);
        // Different partitions may place alike.
        const auto equal = std::find(m_layouts[map].begin(), m_layouts[map].end(), layout);
        place->second = static_cast<std::uint32_t>(equal - m_layouts[map].begin());
        if (equal == m_layouts[map].end()) {
            m_layouts[map].push_back(std::move(layout));
        }
    }
    return place->second;
}

bool ChainSearch::neededAfter(pipeline::MapNumber map, std::size_t place) const { return m_lastUse[map] > place + 1; }

void ChainSearch::startWithInputs()
{
    const network::ExternalInput& input = m_task.network.input;
    // The input has no reduction: any split of the batch and the map that the space allows.
    const Splittable what{m_task.batch, input.channels, input.size, 1};
    m_inputPartitions = partitions(what, m_memoryChannels.extent, m_task.space);
    m_threshold = std::numeric_limits<double>::infinity();
    for (std::size_t number = 0; number < m_inputPartitions.size(); ++number) {
        LayoutKey key(pipeline::mapCount(m_task.network), dead);
        for (pipeline::MapNumber map = 0; map <= m_task.network.externalInputs.size(); ++map) {
            key[map] = m_lastUse[map] > 0 ? layoutNumber(map, m_inputPartitions[number]) : dead;
        }
        m_states.try_emplace(key, State{{}, noStep, number});
    }
}

ObjectiveValue ChainSearch::bestValue(const PartitionChoice& choice, const HopsIn& in, std::size_t& blocking) const
{
    ObjectiveValue best{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    for (std::size_t i = 0; i < choice.blockings.size(); ++i) {
        const BlockingChoice& candidate = choice.blockings[i];
        const double hops =
            cost::hopsOfAll({choice.weightHops + in.operand, in.input, choice.outputHops}, candidate.fetches);
        const ObjectiveValue value =
            objectiveValue(m_objective, candidate.energyPj + m_task.machine.prices.hopPj * hops, candidate.cycles);
        if (value < best) {
            best = value;
            blocking = i;
        }
    }
    return best;
}

void ChainSearch::extend(std::size_t place)
{
    const std::vector<LayerChoices::Choice>& choices = m_layers.at(place);
    m_inputHops.clear();
    m_bounds.clear();
    for (std::size_t choice = 0; choice < choices.size(); ++choice) {
        std::size_t blocking = 0;
        m_bounds.emplace_back(bestValue(*choices[choice].partition, {0, 0}, blocking), choice);
    }
    std::sort(m_bounds.begin(), m_bounds.end());

    std::vector<std::pair<LayoutKey, State>> current(m_states.begin(), m_states.end());
    std::stable_sort(current.begin(), current.end(),
                     [](const auto& a, const auto& b) { return a.second.value < b.second.value; });
    m_threshold = std::numeric_limits<double>::infinity();
    States next;
    for (const auto& [key, state] : current) {
        extendState(place, key, state, next);
    }
    keepBest(next, layoutsKept);
    m_states = std::move(next);
}

void ChainSearch::extendState(std::size_t place, const LayoutKey& key, const State& state, States& next)
{
    const std::size_t layer = m_order[place];
    const std::vector<LayerChoices::Choice>& choices = m_layers.at(place);
    std::vector<std::uint32_t> inputs;
    for (const network::Source& source : m_task.topology.sources[layer]) {
        inputs.push_back(key[pipeline::mapNumber(m_task.network, source)]);
    }
    std::vector<HopsIn>& hops = m_inputHops.try_emplace(inputs, choices.size()).first->second;

    LayoutKey after = key;
    for (pipeline::MapNumber map = 0; map < after.size(); ++map) {
        if (!neededAfter(map, place)) {
            after[map] = dead;
        }
    }
    const pipeline::MapNumber output = pipeline::outputMap(m_task.network, layer);
    const bool outputNeeded = neededAfter(output, place);

    for (std::size_t begin = 0; begin < m_bounds.size(); begin += partitionsAtOnce) {
        const std::size_t end = std::min(begin + partitionsAtOnce, m_bounds.size());
        std::vector<std::size_t> worthwhile;
        for (std::size_t i = begin; i < end; ++i) {
            if (state.value.first + m_bounds[i].first.first <= m_threshold) {
                worthwhile.push_back(m_bounds[i].second);
            }
        }
        if (worthwhile.empty()) {
            m_complete = false;
            return;
        }
        countInputHops(place, inputs, worthwhile);
        for (const std::size_t number : worthwhile) {
            const PartitionChoice& choice = *choices[number].partition;
            std::size_t blocking = 0;
            const ObjectiveValue value = state.value + bestValue(choice, hops[number], blocking);
            if (value.first > m_threshold) {
                m_complete = false;
                continue;
            }
            after[output] = outputNeeded ? layoutNumber(output, choice.outputPartition) : dead;
            const auto known = next.find(after);
            if (known == next.end() || value < known->second.value) {
                m_steps.push_back({state.step, &choice, choices[number].region, blocking, state.input});
                offer(next, after, {value, m_steps.size() - 1, state.input});
            }
        }
    }
}

void ChainSearch::countInputHops(std::size_t place, const std::vector<std::uint32_t>& inputs,
                                 std::span<const std::size_t> choices)
{
    const std::size_t layer = m_order[place];
    std::vector<HopsIn>& hops = m_inputHops[inputs];
    std::vector<std::size_t> unknown;
    for (const std::size_t choice : choices) {
        if (hops[choice].input < 0) {
            unknown.push_back(choice);
        }
    }
    if (unknown.empty()) {
        return;
    }
    std::vector<const Layout*> layouts;
    std::vector<Count> channels;
    const auto& sources = m_task.topology.sources[layer];
    for (std::size_t i = 0; i < sources.size(); ++i) {
        layouts.push_back(&m_layouts[pipeline::mapNumber(m_task.network, sources[i])][inputs[i]]);
        channels.push_back(network::channelsOf(m_task.network, sources[i]));
    }
    const Layout* operand = nullptr;
    if (network::hasOperand(m_task.network.layers[layer])) {
        operand = layouts.back();
        layouts.pop_back();
        channels.pop_back();
    }
    const Layout layout = dataflow::concatenate(layouts, channels);
    const bool forwarding = spreadsFetches(m_task.space);
    support::parallelFor(unknown.size(), m_control.threads, [&](std::size_t i) {
        const PartitionChoice& choice = *m_layers.at(place)[unknown[i]].partition;
        const cost::Traffic traffic =
            cost::trafficOf(m_task.network.layers[layer], m_task.batch, *m_layers.at(place)[unknown[i]].region,
                            choice.partition, m_memoryChannels, forwarding, m_task.space.counts);
        hops[unknown[i]] = {cost::inputHops(traffic, layout, forwarding),
                            operand ? cost::operandHops(traffic, *operand, forwarding) : 0};
    });
}

void ChainSearch::offer(States& next, const LayoutKey& key, const State& state)
{
    next[key] = state;
    if (next.size() >= 2 * layoutsKept) {
        keepBest(next, layoutsKept);
    }
}

void ChainSearch::keepBest(States& states, std::size_t limit)
{
    if (states.size() <= limit) {
        return;
    }
    std::vector<std::pair<ObjectiveValue, const LayoutKey*>> ranked;
    for (const auto& [key, state] : states) {
        ranked.emplace_back(state.value, &key);
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    m_threshold = ranked[limit - 1].first.first;
    m_complete = false;
    std::vector<LayoutKey> losers;
    for (std::size_t i = limit; i < ranked.size(); ++i) {
        losers.push_back(*ranked[i].second);
    }
    for (const LayoutKey& key : losers) {
        states.erase(key);
    }
}

void ChainSearch::collect(ChainAnswer& answer) const
{
    const auto best = std::min_element(m_states.begin(), m_states.end(),
                                       [](const auto& a, const auto& b) { return a.second.value < b.second.value; });
    answer.inputPartition = m_inputPartitions[best->second.input];
    answer.complete = m_complete;
    answer.layers.resize(m_order.size());
    answer.blockings.resize(m_order.size());
    std::size_t step = best->second.step;
    for (std::size_t place = m_order.size(); place-- > 0;) {
        const Step& taken = m_steps[step];
        answer.blockings[place] = m_layers.countsAt(place);
        answer.layers[place] = {m_order[place],
                                {static_cast<Count>(place), 0, 0},
                                {*taken.region, taken.choice->partition, taken.choice->replications[taken.blocking],
                                 taken.choice->blockings[taken.blocking].blocking,
                                 taken.choice->blockings[taken.blocking].sharing},
                                {}};
        step = taken.before;
    }
    answer.segments = pipeline::priceLayers(m_task, answer.inputPartition, answer.layers);
}

} // namespace

ChainAnswer searchChain(const SearchTask& task, const Objective& objective, LayerAnswerCache& cache,
                        const ChainControl& control, const LayerLookup& lookup)
{
    return ChainSearch(task, objective, cache, control, lookup).run();
}

} // namespace tilescape::search
