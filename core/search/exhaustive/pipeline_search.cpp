#include "core/search/exhaustive/pipeline_search.h"

#include "core/search/exhaustive/partial_mappings.h"
#include "core/search/space/partition_space.h"
#include "core/search/space/segment_cycles.h"
#include "core/search/space/working_tiles.h"

#include <algorithm>
#include <limits>
#include <list>
#include <map>

namespace tilescape::search {

using dataflow::Partition;
using dataflow::Region;

namespace {

/// Schedules kept for each place in the order, of different layouts.
constexpr std::size_t usuallyKept = 16;
constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

/// One segment of a schedule, and those before it.
struct Step {
    std::size_t before = none;
    const pipeline::Segment* segment = nullptr;
    const std::vector<Region>* regions = nullptr;
    std::vector<LayerChoice> choices; ///< by place in the segment
};

struct State {
    ObjectiveValue value;
    double energyPj = 0;
    double cycles = 0;
    std::size_t step = none;
    std::size_t input = 0;
};

class PipelineSearch {
public:
    PipelineSearch(const SearchTask& task, const Objective& objective, LayerAnswerCache& remembered,
                   const ChainControl& control, const LayerLookup& lookup)
        : m_task(task),
          m_objective(objective),
          m_control(control),
          m_lookup(lookup),
          m_tiles(task, objective),
          m_layers(remembered, control, lookup),
          m_memoryChannels(pipeline::memoryRegion(task.machine)),
          m_registry(task),
          m_partialMappings(task, m_layers, m_registry),
          m_order(network::scheduleOrder(task.network)),
          m_lastUse(pipeline::mapCount(task.network), 0),
          m_segments(segmentsOf(task.network, task.topology,
                                {task.space.spatialPipelining, task.space.keepOutputsOnChip, task.space.mostVertices,
                                 task.space.linearChains}))
    {
        for (std::size_t place = 0; place < m_order.size(); ++place) {
            for (const network::Source& source : task.topology.sources[m_order[place]]) {
                m_lastUse[pipeline::mapNumber(task.network, source)] = place + 1;
            }
        }
    }

    ChainAnswer run()
    {
        ChainAnswer answer;
        answer.complete = false;
        m_states.resize(m_order.size() + 1);
        startWithInputs();
        for (std::size_t place = 0; place < m_order.size(); ++place) {
            keepBest(m_states[place]);
            for (const pipeline::Segment& segment : m_segments) {
                if (segment.first == place && !m_control.stop.stop_requested()) {
                    extend(segment);
                }
            }
            if (m_control.stop.stop_requested()) {
                return answer;
            }
            if (m_control.onProgress) {
                m_control.onProgress(static_cast<Count>(place + 1), static_cast<Count>(m_order.size()));
            }
        }
        answer.counts = m_layers.counts();
        answer.chains = m_chains;
        answer.runOutcomes = std::move(m_outcomes);
        if (m_states.back().empty()) {
            answer.obstacles = findObstacles(m_task, m_control.threads);
            return answer;
        }
        collect(answer);
        return answer;
    }

private:
    using States = std::map<LayoutKey, State>;

    pipeline::LayoutNumber layoutNumber(pipeline::MapNumber map, const Partition& partition, const Region& region)
    {
        return m_registry.numberOf(map, partition, m_registry.numberOf(region));
    }

    void startWithInputs()
    {
        const network::ExternalInput& input = m_task.network.input;
        m_inputPartitions =
            partitions({m_task.batch, input.channels, input.size, 1}, m_memoryChannels.extent, m_task.space);
        for (std::size_t number = 0; number < m_inputPartitions.size(); ++number) {
            LayoutKey key(pipeline::mapCount(m_task.network), deadLayout);
            for (pipeline::MapNumber map = 0; map <= m_task.network.externalInputs.size(); ++map) {
                if (m_lastUse[map] > 0) {
                    key[map] = layoutNumber(map, m_inputPartitions[number], m_memoryChannels);
                }
            }
            m_states.front().try_emplace(key, State{{}, 0, 0, none, number});
        }
    }

    void keepBest(States& states)
    {
        const std::size_t schedulesKept = m_control.schedulesKept > 0 ? m_control.schedulesKept : usuallyKept;
        if (states.size() <= schedulesKept) {
            return;
        }
        std::vector<ObjectiveValue> values;
        for (const auto& [key, state] : states) {
            values.push_back(state.value);
        }
        std::nth_element(values.begin(), values.begin() + schedulesKept - 1, values.end());
        const ObjectiveValue worst = values[schedulesKept - 1];
        m_chains.beyond +=
            static_cast<Count>(std::erase_if(states, [&](const auto& entry) { return worst < entry.second.value; }));
    }

    void extend(const pipeline::Segment& segment)
    {
        const States& states = m_states[segment.first];
        if (states.empty()) {
            return;
        }
        SegmentOutcome outcome = SegmentOutcome::NoRegions;
        for (const std::vector<Region>& regions : m_tiles.manyChoicesFor(segment)) {
            outcome = std::max(outcome, extendOn(segment, regions));
        }
        m_outcomes.push_back({{segment.first, segment.first + segment.layerCount(), segment.regions.size()}, outcome});
    }

    SegmentOutcome extendOn(const pipeline::Segment& segment, const std::vector<Region>& regions)
    {
        const auto rules =
            pipeline::LoopOrderConstraints::of(m_task.network, m_task.topology, segment, regions, m_task.batch,
                                               m_task.machine, m_task.space.alternateLoopOrder);
        if (!rules) {
            return SegmentOutcome::NoRoom;
        }
        const SegmentTasks& tasks = m_tried.emplace_back(tasksOf(m_task, m_objective, segment, regions));
        std::vector<Count> values(rules->domains().size());
        m_fits = false;
        overValues(tasks, *rules, 0, values);
        return m_fits ? SegmentOutcome::Chained : SegmentOutcome::Unfit;
    }

    void overValues(const SegmentTasks& tasks, const pipeline::LoopOrderConstraints& rules, std::size_t depth,
                    std::vector<Count>& values)
    {
        if (m_control.stop.stop_requested()) {
            return;
        }
        if (depth < values.size()) {
            for (const Count value : rules.domains()[depth]) {
                values[depth] = value;
                overValues(tasks, rules, depth + 1, values);
            }
            return;
        }
        if (m_lookup.looksAt && tasks.placements.size() > 1 && !m_lookup.looksAt(*tasks.segment, values)) {
            return;
        }
        for (const auto& [key, state] : m_states[tasks.segment->first]) {
            for (const PartialMapping& partial : m_partialMappings.through(tasks, rules, values, key)) {
                finish(tasks, key, state, partial);
                m_fits = true;
            }
        }
    }

    /// Puts the segment's own time in the place of its layers' times.
    void finish(const SegmentTasks& tasks, const LayoutKey& key, const State& state, const PartialMapping& partial)
    {
        std::vector<const BlockingChoice*> blockings;
        double energy = 0;
        for (std::size_t place = 0; place < partial.choices.size(); ++place) {
            const LayerChoice& choice = partial.choices[place];
            energy += choice.energyPj - tasks.tasks[place].machine.prices.staticPjPerCycle * choice.chosen().cycles;
            blockings.push_back(&choice.chosen());
        }
        const double cycles = segmentCycles(m_task, tasks.placements, blockings, tasks.wholeNetwork);
        energy += m_task.machine.prices.staticPjPerCycle * cycles;

        State after;
        after.energyPj = state.energyPj + energy;
        after.cycles = state.cycles + cycles;
        after.value = objectiveValue(m_objective, after.energyPj, after.cycles);
        after.input = state.input;

        const std::size_t end = tasks.segment->first + tasks.segment->layerCount();
        LayoutKey layouts = key;
        for (std::size_t place = 0; place < tasks.placements.size(); ++place) {
            if (tasks.links[place].outputToMemory) {
                const pipeline::MapNumber map = pipeline::outputMap(m_task.network, tasks.placements[place].layer);
                layouts[map] = layoutNumber(map, partial.choices[place].partition->partition, m_memoryChannels);
            }
        }
        for (pipeline::MapNumber map = 0; map < layouts.size(); ++map) {
            layouts[map] = m_lastUse[map] > end ? layouts[map] : deadLayout;
        }
        const auto known = m_states[end].find(layouts);
        ++m_chains.tried;
        m_chains.dominated += known != m_states[end].end() ? 1 : 0;
        if (known != m_states[end].end() && !(after.value < known->second.value)) {
            return;
        }
        m_steps.push_back({state.step, tasks.segment, &tasks.regions, partial.choices});
        after.step = m_steps.size() - 1;
        m_states[end][layouts] = after;
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
            SearchCounts& blockings = answer.blockings.emplace_back();
            const std::vector<pipeline::Placement> placements = step.segment->placements(static_cast<Count>(number));
            for (std::size_t place = 0; place < placements.size(); ++place) {
                const LayerChoice& choice = step.choices[place];
                const pipeline::Placement& placed = placements[place];
                blockings += *choice.counts;
                answer.layers.push_back({placed.layer,
                                         placed.slot,
                                         {(*step.regions)[static_cast<std::size_t>(placed.slot.region)],
                                          choice.partition->partition, choice.partition->replications[choice.blocking],
                                          choice.chosen().blocking, choice.chosen().sharing},
                                         {}});
            }
        }
        answer.segments = pipeline::priceLayers(m_task, answer.inputPartition, answer.layers);
    }

    const SearchTask& m_task;
    const Objective& m_objective;
    const ChainControl& m_control;
    const LayerLookup& m_lookup;
    WorkingTiles m_tiles;
    SegmentAnswers m_layers;
    Region m_memoryChannels;
    pipeline::LayoutRegistry m_registry;
    PartialMappings m_partialMappings;
    std::vector<std::size_t> m_order;
    std::vector<std::size_t> m_lastUse; ///< of each map: place after its last consumer
    std::vector<pipeline::Segment> m_segments;
    std::list<SegmentTasks> m_tried;
    std::vector<Partition> m_inputPartitions;

    std::vector<States> m_states; ///< by place: schedules of all layers before it
    std::vector<Step> m_steps;
    ChainCounts m_chains;
    std::vector<RunOutcome> m_outcomes;
    bool m_fits = false; ///< the segment at hand
};

} // namespace

ChainAnswer searchPipelines(const SearchTask& task, const Objective& objective, LayerAnswerCache& cache,
                            const ChainControl& control, const LayerLookup& lookup)
{
    return PipelineSearch(task, objective, cache, control, lookup).run();
}

} // namespace tilescape::search
