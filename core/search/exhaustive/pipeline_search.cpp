#include "core/search/exhaustive/pipeline_search.h"

#include "core/search/exhaustive/partial_mappings.h"
#include "core/search/space/layout_program.h"
#include "core/search/space/run_order.h"
#include "core/search/space/segment_totals.h"
#include "core/search/space/working_tiles.h"

#include <algorithm>
#include <list>

namespace tilescape::search {

using dataflow::Region;

namespace {

/// Schedules kept for each place in the order, of different layouts.
constexpr std::size_t usuallyKept = 16;

/// One segment of a schedule.
struct PlacedStep {
    const pipeline::Segment* segment = nullptr;
    const std::vector<Region>* regions = nullptr;
    std::vector<LayerChoice> choices; ///< by place in the segment
};

/// What the segments of a schedule take together, compared by the objective.
struct Sums {
    ObjectiveValue value;
    double energyPj = 0;
    double cycles = 0;
    friend bool operator<(const Sums& a, const Sums& b) { return a.value < b.value; }
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
          m_registry(task, m_layouts),
          m_memoryChannels(m_registry.numberOf(pipeline::memoryRegion(task.machine))),
          m_partialMappings(task, m_layers, m_registry),
          m_order(runOrder(task.network)),
          m_segments(segmentsOf(task)),
          m_schedules(task, m_order)
    {}

    ChainAnswer run()
    {
        ChainAnswer answer;
        answer.complete = false;
        m_schedules.start(m_registry.regionOf(m_memoryChannels),
                          [this](pipeline::MapNumber map, const dataflow::Partition& partition) {
                              return m_registry.numberOf(map, partition, m_memoryChannels);
                          });
        for (std::size_t place = 0; place < m_order.size(); ++place) {
            keepBest(place);
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
        answer.chains = m_schedules.counts();
        answer.chains.beyond = m_beyond;
        answer.runOutcomes = std::move(m_outcomes);
        if (const Schedules::State* best = m_schedules.best(TieOrder::ByLayouts)) {
            collect(*best, answer);
        } else {
            answer.obstacles = findObstacles(m_task, m_control.threads);
        }
        return answer;
    }

private:
    using Schedules = LayoutProgram<Sums, PlacedStep>;

    void keepBest(std::size_t place)
    {
        const std::size_t schedulesKept = m_control.schedulesKept > 0 ? m_control.schedulesKept : usuallyKept;
        const std::size_t all = m_schedules.at(place).size();
        m_beyond +=
            static_cast<Count>(all - m_schedules.narrow(place, schedulesKept, TieOrder::ByLayouts, true).size());
    }

    void extend(const pipeline::Segment& segment)
    {
        if (m_schedules.at(segment.first).empty()) {
            return;
        }
        SegmentOutcome outcome = SegmentOutcome::NoRegions;
        for (const std::vector<Region>& regions : m_tiles.manyChoicesFor(segment)) {
            outcome = std::max(outcome, extendOn(segment, regions));
        }
        if (outcome == SegmentOutcome::NoRoom && segment.regions.size() > 1) {
            for (const std::vector<Region>& regions : m_tiles.choicesOnParts(segment)) {
                outcome = std::max(outcome, extendOn(segment, regions));
                if (outcome != SegmentOutcome::NoRoom) {
                    break;
                }
            }
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
        for (const auto& [layouts, state] : m_schedules.at(tasks.segment->first)) {
            for (const PartialMapping& partial :
                 m_partialMappings.through(tasks, tasks.placesWith(m_memoryChannels), rules, values, layouts)) {
                finish(tasks, layouts, state, partial);
                m_fits = true;
            }
        }
    }

    /// Offers the schedule of `state`, longer by the segment with these choices.
    void finish(const SegmentTasks& tasks, const LiveLayouts& before, const Schedules::State& state,
                const PartialMapping& partial)
    {
        std::vector<ChosenBlocking> layers;
        for (std::size_t place = 0; place < partial.choices.size(); ++place) {
            const LayerChoice& choice = partial.choices[place];
            layers.push_back({&choice.chosen(), choice.energyPj, tasks.tasks[place].machine.prices.staticPjPerCycle,
                              &choice.partition->partition});
        }
        const SegmentTotals own = segmentTotals(m_task, tasks.placements, layers, tasks.room, tasks.wholeNetwork);
        Sums sums;
        sums.energyPj = state.value.energyPj + own.energyPj;
        sums.cycles = state.value.cycles + own.cycles;
        sums.value = objectiveValue(m_objective, sums.energyPj, sums.cycles);

        const std::size_t end = tasks.segment->first + tasks.segment->layerCount();
        const LiveLayouts written =
            writtenLayouts(m_task, m_registry, tasks.placesWith(m_memoryChannels), partial.partitions());
        m_schedules.offer(state, end, m_schedules.live().after(before, written, end), sums, [&] {
            return PlacedStep{tasks.segment, &tasks.regions, partial.choices};
        });
    }

    void collect(const Schedules::State& best, ChainAnswer& answer) const
    {
        answer.inputPartition = m_schedules.inputPartition(best);
        const std::vector<const PlacedStep*> steps = m_schedules.stepsTo(best);
        for (std::size_t number = 0; number < steps.size(); ++number) {
            const PlacedStep& step = *steps[number];
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
    pipeline::LayoutCache m_layouts;
    pipeline::LayoutRegistry m_registry;
    pipeline::RegionNumber m_memoryChannels;
    PartialMappings m_partialMappings;
    std::vector<std::size_t> m_order;
    std::vector<pipeline::Segment> m_segments;
    std::list<SegmentTasks> m_tried;

    Schedules m_schedules;
    Count m_beyond = 0; ///< schedules dropped because only the best are kept
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
