#include "core/search/kapla/layout_chain.h"

#include "core/pipeline/segment_links.h"
#include "core/search/kapla/blocking_branch_and_bound.h"
#include "core/search/kapla/chain_states.h"
#include "core/search/space/objective.h"
#include "core/search/space/partition_space.h"
#include "core/search/space/segment_cycles.h"
#include "core/support/parallel.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

namespace tilescape::search {

using dataflow::Partition;
using dataflow::Region;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// Schedules kept for each place in the order, of different layouts; beam width from one layer of a segment to the next.
constexpr std::size_t schedulesKept = 8;
constexpr std::size_t beamWidth = 4;

/// An estimate of hops may be as much too high.
constexpr double hopsCounted = 0.9;

struct Choice {
    const CandidateChoice* partition = nullptr;
    std::size_t blocking = 0;
    double energyPj = 0; ///< hops included
    [[nodiscard]] const BlockingChoice& chosen() const { return partition->blockings[blocking]; }
};

/// One segment of a schedule, and those before it.
struct Step {
    std::size_t before = noStep;
    const SegmentPlan* plan = nullptr;
    const GroupPlan* groups = nullptr;
    std::vector<Choice> choices; ///< by place in the segment
};

struct PartialMapping {
    double value = 0;
    std::vector<Choice> choices;
};

/// A schedule, one segment longer.
struct Longer {
    LiveLayouts layouts;
    double value = 0;
    std::vector<Choice> choices;
};

class ChainMaker {
public:
    ChainMaker(const SearchTask& task, const Objective& objective, const std::vector<std::size_t>& order,
               const SegmentChoices& choices, const ChainControl& control)
        : m_task(task),
          m_objective(objective),
          m_order(order),
          m_choices(choices),
          m_control(control),
          m_lastUse(pipeline::mapCount(task.network), 0),
          m_registry(task),
          m_memoryChannels(m_registry.numberOf(pipeline::memoryRegion(task.machine))),
          m_states(order.size() + 1)
    {
        for (std::size_t place = 0; place < m_order.size(); ++place) {
            for (const network::Source& source : task.topology.sources[m_order[place]]) {
                m_lastUse[pipeline::mapNumber(task.network, source)] = place + 1;
            }
        }
    }

    std::optional<LayoutChain> run()
    {
        startWithInputs();
        countAll();
        for (std::size_t place = 0; place < m_order.size() && !m_control.stop.stop_requested(); ++place) {
            extendAt(place);
        }
        if (m_control.stop.stop_requested() || m_states.back().all().empty()) {
            return std::nullopt;
        }
        return chainTo(*m_states.back().best(1).front());
    }

private:
    /// Hops of every partition that may be chosen: nearly all are asked for, and threads would wait for each other.
    void countAll() const
    {
        std::set<const PlacedCandidate*> distinct;
        for (const std::vector<SegmentChoice>& atPlace : m_choices) {
            for (const SegmentChoice& segment : atPlace) {
                for (const std::vector<CandidateChoice>& ofLayer : segment.groups->choices) {
                    for (const CandidateChoice& choice : ofLayer) {
                        distinct.insert(choice.partition);
                    }
                }
            }
        }
        const std::vector<const PlacedCandidate*> all(distinct.begin(), distinct.end());
        support::parallelFor(all.size(), m_control.threads, [&](std::size_t i) {
            if (!m_control.stop.stop_requested()) {
                all[i]->counted();
            }
        });
    }

    void startWithInputs()
    {
        const network::ExternalInput& input = m_task.network.input;
        m_inputPartitions = partitions({m_task.batch, input.channels, input.size, 1},
                                       m_registry.regionOf(m_memoryChannels).extent, m_task.space);
        for (std::size_t number = 0; number < m_inputPartitions.size(); ++number) {
            LiveLayouts layouts;
            for (pipeline::MapNumber map = 0; map <= m_task.network.externalInputs.size(); ++map) {
                if (m_lastUse[map] > 0) {
                    layouts.emplace_back(map, m_registry.numberOf(map, m_inputPartitions[number], m_memoryChannels));
                }
            }
            ChainState& state = m_states.front().at(layouts);
            if (state.value > 0) {
                state.value = 0;
                state.input = number;
            }
        }
    }

    /// Every schedule that is kept goes on with every segment, all at once.
    void extendAt(std::size_t place)
    {
        struct Task {
            const SegmentChoice* choice;
            const ChainState* from;
        };
        const std::size_t kept = m_control.schedulesKept > 0 ? m_control.schedulesKept : schedulesKept;
        const std::vector<const ChainState*> states = m_states[place].best(kept);
        m_counts.beyond += place > 0 ? static_cast<Count>(m_states[place].all().size() - states.size()) : 0;
        std::vector<Task> tasks;
        for (const SegmentChoice& choice : m_choices[place]) {
            for (const ChainState* state : states) {
                tasks.push_back({&choice, state});
            }
        }
        std::vector<std::vector<Longer>> found(tasks.size());
        support::parallelFor(tasks.size(), m_control.threads, [&](std::size_t i) {
            if (!m_control.stop.stop_requested()) {
                found[i] = extend(*tasks[i].choice, *tasks[i].from);
            }
        });
        for (std::size_t i = 0; i < tasks.size(); ++i) {
            const SegmentPlan& plan = *tasks[i].choice->plan;
            for (Longer& longer : found[i]) {
                ChainState& known = m_states[plan.end()].at(longer.layouts);
                ++m_counts.tried;
                m_counts.dominated += known.value < infinite ? 1 : 0;
                if (longer.value < known.value) {
                    m_steps.push_back({tasks[i].from->step, &plan, tasks[i].choice->groups, std::move(longer.choices)});
                    known.value = longer.value;
                    known.step = m_steps.size() - 1;
                    known.input = tasks[i].from->input;
                }
            }
        }
    }

    std::vector<Longer> extend(const SegmentChoice& choice, const ChainState& from)
    {
        const SegmentPlan& plan = *choice.plan;
        std::vector<PartialMapping> partials(1);
        for (std::size_t place = 0; place < plan.placements.size(); ++place) {
            std::vector<PartialMapping> next;
            for (const PartialMapping& partial : partials) {
                extend(choice, place, from.layouts, partial, next);
            }
            std::stable_sort(next.begin(), next.end(),
                             [](const PartialMapping& a, const PartialMapping& b) { return a.value < b.value; });
            next.resize(std::min(next.size(), beamWidth));
            partials = std::move(next);
        }
        std::vector<Longer> longer;
        for (PartialMapping& partial : partials) {
            longer.push_back(finished(plan, from, std::move(partial)));
        }
        return longer;
    }

    static Count regionOf(const SegmentPlan& plan, std::size_t layer)
    {
        return std::find_if(plan.placements.begin(), plan.placements.end(),
                            [layer](const pipeline::Placement& placed) { return placed.layer == layer; })
            ->slot.region;
    }

    /// Where the layer finds each of its inputs.
    std::vector<pipeline::LayoutNumber> inputLayouts(const SegmentPlan& plan, std::size_t place,
                                                     const LiveLayouts& layouts, const PartialMapping& partial)
    {
        const pipeline::Links& links = plan.links[place];
        const auto number = [&](Count region) {
            return m_registry.numberOf(plan.regions[static_cast<std::size_t>(region)]);
        };
        const std::optional<pipeline::RegionNumber> forwarder =
            links.forwarder ? std::optional(number(regionOf(plan, *links.forwarder))) : std::nullopt;
        std::vector<pipeline::LayoutNumber> found;
        for (const network::Source& source : m_task.topology.sources[plan.placements[place].layer]) {
            const pipeline::MapNumber map = pipeline::mapNumber(m_task.network, source);
            std::size_t maker = 0;
            while (maker < place
                   && !(source == network::Source{network::Source::Kind::Layer, plan.placements[maker].layer})) {
                ++maker;
            }
            if (maker == place) {
                const pipeline::LayoutNumber stored = layoutOf(layouts, map);
                found.push_back(forwarder ? m_registry.numberOf(map, m_registry.partitionOf(stored), *forwarder)
                                          : stored);
                continue;
            }
            const pipeline::RegionNumber home =
                plan.links[maker].outputToMemory ? m_memoryChannels : number(plan.placements[maker].slot.region);
            // As it was laid out where it went, then moved on to where it is forwarded from.
            const Partition stored = dataflow::project(partial.choices[maker].partition->partition->partition(),
                                                       m_registry.regionOf(home).extent);
            found.push_back(m_registry.numberOf(map, stored, forwarder.value_or(home)));
        }
        return found;
    }

    void extend(const SegmentChoice& segment, std::size_t place, const LiveLayouts& layouts,
                const PartialMapping& partial, std::vector<PartialMapping>& next)
    {
        const SegmentPlan& plan = *segment.plan;
        const std::vector<pipeline::LayoutNumber> inputs = inputLayouts(plan, place, layouts, partial);
        const Objective& objective = plan.layers[place].task->objective;
        std::vector<std::pair<double, Choice>> best;
        for (const CandidateChoice& choice : segment.groups->choices[place]) {
            if (best.size() == beamWidth && best.back().first <= leastOf(objective, choice)) {
                continue;
            }
            const CountedPartition& counted = choice.partition->counted();
            const pipeline::HopsIn hops =
                m_registry.hopsIn(plan.placements[place].layer, counted.inputs, counted.operands, inputs);
            std::pair<double, Choice> found{infinite, {&choice, 0, 0}};
            for (std::size_t i = 0; i < choice.blockings.size(); ++i) {
                const double energy = energyOf(counted, choice.blockings[i], hops);
                const double value = scalarOf(objective, energy, choice.blockings[i].cycles);
                if (value < found.first) {
                    found = {value, {&choice, i, energy}};
                }
            }
            best.insert(std::upper_bound(best.begin(), best.end(), found,
                                         [](const auto& a, const auto& b) { return a.first < b.first; }),
                        found);
            best.resize(std::min(best.size(), beamWidth));
        }
        for (const auto& [value, choice] : best) {
            PartialMapping longer = partial;
            longer.value += value;
            longer.choices.push_back(choice);
            next.push_back(std::move(longer));
        }
    }

    /// With the hops that its estimate has, its inputs no further away than one of the tiles that share them.
    [[nodiscard]] static double leastOf(const Objective& objective, const CandidateChoice& choice)
    {
        const std::array<double, 3>& fetchPj = choice.partition->fetchPj();
        double least = infinite;
        for (const BlockingChoice& blocking : choice.blockings) {
            const double hops = fetchPj[0] * static_cast<double>(blocking.fetches[Tensor::Weight])
                                + choice.partition->inputTreePj() * static_cast<double>(blocking.fetches[Tensor::Input])
                                + fetchPj[2] * static_cast<double>(blocking.fetches[Tensor::Output]);
            least = std::min(least, scalarOf(objective, blocking.energyPj + hopsCounted * hops, blocking.cycles));
        }
        return least;
    }

    [[nodiscard]] double energyOf(const CountedPartition& partition, const BlockingChoice& blocking,
                                  const pipeline::HopsIn& in) const
    {
        const double hops =
            cost::hopsOfAll({partition.weightHops + in.operand, in.input, partition.outputHops}, blocking.fetches);
        return blocking.energyPj + m_task.machine.prices.hopPj * hops;
    }

    /// Puts the segment's own time in the place of its layers' times.
    Longer finished(const SegmentPlan& plan, const ChainState& from, PartialMapping partial)
    {
        std::vector<const BlockingChoice*> blockings;
        double energy = 0;
        for (std::size_t place = 0; place < partial.choices.size(); ++place) {
            const Choice& choice = partial.choices[place];
            energy += choice.energyPj - plan.layers[place].task->machine.prices.staticPjPerCycle * choice.chosen().cycles;
            blockings.push_back(&choice.chosen());
        }
        const double cycles = segmentCycles(m_task, plan.placements, blockings, plan.wholeNetwork);
        energy += m_task.machine.prices.staticPjPerCycle * cycles;

        LiveLayouts after = from.layouts;
        for (std::size_t place = 0; place < plan.placements.size(); ++place) {
            if (plan.links[place].outputToMemory) {
                const pipeline::MapNumber map = pipeline::outputMap(m_task.network, plan.placements[place].layer);
                after.emplace_back(map,
                                   m_registry.numberOf(map, partial.choices[place].partition->partition->partition(),
                                                       m_memoryChannels));
            }
        }
        std::erase_if(after, [&](const auto& entry) { return m_lastUse[entry.first] <= plan.end(); });
        std::sort(after.begin(), after.end());
        return {std::move(after), from.value + scalarOf(m_objective, energy, cycles), std::move(partial.choices)};
    }

    [[nodiscard]] LayoutChain chainTo(const ChainState& best) const
    {
        LayoutChain chain{m_inputPartitions[best.input], {}, {}, m_counts};
        std::vector<const Step*> steps;
        for (std::size_t step = best.step; step != noStep; step = m_steps[step].before) {
            steps.push_back(&m_steps[step]);
        }
        std::reverse(steps.begin(), steps.end());
        for (std::size_t number = 0; number < steps.size(); ++number) {
            const Step& step = *steps[number];
            chain.groups.push_back(step.groups);
            for (std::size_t place = 0; place < step.plan->placements.size(); ++place) {
                const Choice& choice = step.choices[place];
                pipeline::Placement placed = step.plan->placements[place];
                placed.slot.segment = static_cast<Count>(number);
                chain.layers.push_back(
                    {placed.layer,
                     placed.slot,
                     {step.plan->regions[static_cast<std::size_t>(placed.slot.region)],
                      choice.partition->partition->partition(), choice.partition->replications[choice.blocking],
                      choice.chosen().blocking, choice.chosen().sharing},
                     {}});
            }
        }
        return chain;
    }

    const SearchTask& m_task;
    const Objective& m_objective;
    const std::vector<std::size_t>& m_order;
    const SegmentChoices& m_choices;
    const ChainControl& m_control;
    std::vector<std::size_t> m_lastUse; ///< of each map: place after its last consumer
    pipeline::LayoutRegistry m_registry;
    pipeline::RegionNumber m_memoryChannels;
    std::vector<Partition> m_inputPartitions;
    std::vector<ChainStates> m_states; ///< by place
    std::vector<Step> m_steps;
    ChainCounts m_counts;
};

} // namespace

std::optional<LayoutChain> chainLayouts(const SearchTask& task, const Objective& objective,
                                        const std::vector<std::size_t>& order, const SegmentChoices& choices,
                                        const ChainControl& control)
{
    return ChainMaker(task, objective, order, choices, control).run();
}

} // namespace tilescape::search
