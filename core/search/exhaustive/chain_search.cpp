#include "core/search/exhaustive/chain_search.h"

#include "core/cost/hops.h"
#include "core/search/exhaustive/layer_choices.h"
#include "core/search/space/blocking_under_hops.h"
#include "core/search/space/infinite.h"
#include "core/search/space/layout_program.h"
#include "core/search/space/objective.h"
#include "core/search/space/run_order.h"
#include "core/support/parallel.h"

#include <algorithm>
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


/// One layer's choice.
struct Step {
    const PartitionChoice* choice = nullptr;
    const dataflow::Region* region = nullptr;
    std::size_t blocking = 0;
};

class ChainSearch {
public:
    ChainSearch(const SearchTask& task, const Objective& objective, LayerAnswerCache& cache,
                const ChainControl& control, const LayerLookup& lookup)
        : m_task(task),
          m_objective(objective),
          m_control(control),
          m_layers(task, objective, cache, control, lookup),
          m_memoryChannels(pipeline::memoryRegion(task.machine)),
          m_order(runOrder(task.network)),
          m_layoutNumbers(pipeline::mapCount(task.network)),
          m_layouts(pipeline::mapCount(task.network)),
          m_schedules(task, m_order)
    {}

    ChainAnswer run();

private:
    using Schedules = LayoutProgram<ObjectiveValue, Step>;

    void extend(std::size_t place);
    void extendState(std::size_t place, const Schedules::Entry& from);
    void countInputHops(std::size_t place, const std::vector<pipeline::LayoutNumber>& inputs,
                        std::span<const std::size_t> choices);
    void keepBest(std::size_t place);
    pipeline::LayoutNumber layoutNumber(pipeline::MapNumber map, const Partition& partition);
    [[nodiscard]] BlockingUnderHops<ObjectiveValue> bestBlocking(const PartitionChoice& choice, const HopsIn& in) const;
    void collect(ChainAnswer& answer) const;

    const SearchTask& m_task;
    const Objective& m_objective;
    const ChainControl& m_control;
    LayerChoices m_layers;
    dataflow::Region m_memoryChannels;
    std::vector<std::size_t> m_order;

    std::vector<std::map<Partition, pipeline::LayoutNumber>> m_layoutNumbers; ///< of each map
    std::vector<std::vector<Layout>> m_layouts;                               ///< of each map, by number

    Schedules m_schedules;
    double m_threshold = infinite; ///< values above it are not among the best `layoutsKept`
    bool m_complete = true;
    /// Of the layer at hand: input hops by input layouts, then by choice; and the choices by lower bound.
    std::map<std::vector<pipeline::LayoutNumber>, std::vector<HopsIn>> m_inputHops;
    std::vector<std::pair<ObjectiveValue, std::size_t>> m_bounds;
};

ChainAnswer ChainSearch::run()
{
    ChainAnswer answer;
    if (!m_layers.search(answer)) {
        return answer;
    }
    m_schedules.start(m_memoryChannels, [this](pipeline::MapNumber map, const Partition& partition) {
        return layoutNumber(map, partition);
    });
    for (std::size_t place = 0; place < m_order.size(); ++place) {
        if (m_control.stop.stop_requested()) {
            return answer;
        }
        extend(place);
    }
    collect(answer);
    return answer;
}

pipeline::LayoutNumber ChainSearch::layoutNumber(pipeline::MapNumber map, const Partition& partition)
{
    const auto [place, isNew] =
        m_layoutNumbers[map].try_emplace(partition, static_cast<pipeline::LayoutNumber>(m_layouts[map].size()));
    if (isNew) {
        Layout layout = pipeline::mapLayout(m_task, map, partition, m_memoryChannels);
        // Different partitions may place alike.
        const auto equal = std::find(m_layouts[map].begin(), m_layouts[map].end(), layout);
        place->second = static_cast<pipeline::LayoutNumber>(equal - m_layouts[map].begin());
        if (equal == m_layouts[map].end()) {
            m_layouts[map].push_back(std::move(layout));
        }
    }
    return place->second;
}

BlockingUnderHops<ObjectiveValue> ChainSearch::bestBlocking(const PartitionChoice& choice, const HopsIn& in) const
{
    return bestUnderHops(
        choice.blockings, {choice.weightHops + in.operand, in.input, choice.outputHops}, m_task.machine.prices.hopPj,
        ObjectiveValue{infinite, infinite},
        [this](double energyPj, const BlockingChoice& blocking) { return objectiveValue(m_objective, energyPj, blocking.cycles); });
}

void ChainSearch::extend(std::size_t place)
{
    const std::vector<LayerChoices::Choice>& choices = m_layers.at(place);
    m_inputHops.clear();
    m_bounds.clear();
    for (std::size_t choice = 0; choice < choices.size(); ++choice) {
        m_bounds.emplace_back(bestBlocking(*choices[choice].partition, {0, 0}).value, choice);
    }
    std::sort(m_bounds.begin(), m_bounds.end());

    m_threshold = infinite;
    for (const Schedules::Entry* state : m_schedules.ranked(place, TieOrder::ByLayouts)) {
        extendState(place, *state);
    }
    keepBest(place + 1);
}

void ChainSearch::extendState(std::size_t place, const Schedules::Entry& from)
{
    const auto& [layouts, state] = from;
    const std::size_t layer = m_order[place];
    const std::vector<LayerChoices::Choice>& choices = m_layers.at(place);
    std::vector<pipeline::LayoutNumber> inputs;
    for (const network::Source& source : m_task.topology.sources[layer]) {
        inputs.push_back(layoutOf(layouts, pipeline::mapNumber(m_task.network, source)));
    }
    std::vector<HopsIn>& hops = m_inputHops.try_emplace(inputs, choices.size()).first->second;

    const pipeline::MapNumber output = pipeline::outputMap(m_task.network, layer);
    LiveLayouts after = m_schedules.live().after(layouts, {{output, 0}}, place + 1);
    const auto written =
        std::find_if(after.begin(), after.end(), [&](const auto& entry) { return entry.first == output; });

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
            const auto found = bestBlocking(choice, hops[number]);
            const ObjectiveValue value = state.value + found.value;
            if (value.first > m_threshold) {
                m_complete = false;
                continue;
            }
            if (written != after.end()) {
                written->second = layoutNumber(output, choice.outputPartition);
            }
            m_schedules.offer(state, place + 1, after, value, [&] {
                return Step{&choice, choices[number].region, found.blocking};
            });
            if (m_schedules.at(place + 1).size() >= 2 * layoutsKept) {
                keepBest(place + 1);
            }
        }
    }
}

void ChainSearch::countInputHops(std::size_t place, const std::vector<pipeline::LayoutNumber>& inputs,
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

void ChainSearch::keepBest(std::size_t place)
{
    const std::size_t all = m_schedules.at(place).size();
    const std::vector<const Schedules::Entry*> kept =
        m_schedules.narrow(place, layoutsKept, TieOrder::ByLayouts, false);
    if (kept.size() < all) {
        m_threshold = kept.back()->second.value.first;
        m_complete = false;
    }
}

void ChainSearch::collect(ChainAnswer& answer) const
{
    const Schedules::State& best = *m_schedules.best(TieOrder::ByLayouts);
    answer.inputPartition = m_schedules.inputPartition(best);
    answer.complete = answer.complete && m_complete;
    for (const Step* taken : m_schedules.stepsTo(best)) {
        const std::size_t place = answer.layers.size();
        const BlockingChoice& chosen = taken->choice->blockings[taken->blocking];
        answer.blockings.push_back(m_layers.countsAt(place));
        answer.layers.push_back({m_order[place],
                                 {static_cast<Count>(place), 0, 0},
                                 {*taken->region, taken->choice->partition,
                                  taken->choice->replications[taken->blocking], chosen.blocking, chosen.sharing},
                                 {}});
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
