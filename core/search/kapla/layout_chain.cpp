#include "core/search/kapla/layout_chain.h"

#include "core/search/space/best_few.h"
#include "core/search/space/blocking_under_hops.h"
#include "core/search/space/infinite.h"
#include "core/search/space/layout_program.h"
#include "core/search/space/objective.h"
#include "core/search/space/region_shares.h"
#include "core/search/space/segment_totals.h"
#include "core/support/parallel.h"

#include <algorithm>
#include <set>

namespace tilescape::search {

namespace {

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

/// One segment of a schedule.
struct Step {
    const SegmentPlan* plan = nullptr;
    const GroupPlan* groups = nullptr;
    std::vector<Choice> choices; ///< by place in the segment
};

struct PartialMapping {
    double value = 0;
    std::vector<Choice> choices;
    /// The partitions of the layers, valid as long as this.
    [[nodiscard]] PartitionAt partitions() const
    {
        return [this](std::size_t place) -> const dataflow::Partition& {
            return choices[place].partition->partition->partition();
        };
    }
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
               const SegmentChoices& choices, pipeline::LayoutCache& layouts, const ChainControl& control)
        : m_task(task),
          m_objective(objective),
          m_order(order),
          m_choices(choices),
          m_control(control),
          m_registry(task, layouts),
          m_memoryChannels(m_registry.numberOf(pipeline::memoryRegion(task.machine))),
          m_schedules(task, order)
    {}

    std::optional<LayoutChain> run()
    {
        m_schedules.start(m_registry.regionOf(m_memoryChannels),
                          [this](pipeline::MapNumber map, const dataflow::Partition& partition) {
                              return m_registry.numberOf(map, partition, m_memoryChannels);
                          });
        countAll();
        for (std::size_t place = 0; place < m_order.size() && !m_control.stop.stop_requested(); ++place) {
            extendAt(place);
        }
        const Schedules::State* best = m_schedules.best(TieOrder::AsFound);
        if (m_control.stop.stop_requested() || !best) {
            return std::nullopt;
        }
        return chainTo(*best);
    }

private:
    using Schedules = LayoutProgram<double, Step>;
    using Beam = BestFew<double, PartialMapping>;

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

    /// Every schedule that is kept goes on with every segment, all at once.
    void extendAt(std::size_t place)
    {
        struct Task {
            const SegmentChoice* choice;
            const Schedules::Entry* from;
        };
        const std::size_t kept =
            m_control.schedulesKept > 0 ? m_control.schedulesKept : schedulesKept * m_control.effort;
        const std::size_t all = m_schedules.at(place).size();
        const std::vector<const Schedules::Entry*> states = m_schedules.narrow(place, kept, TieOrder::AsFound, false);
        m_beyond += place > 0 ? static_cast<Count>(all - states.size()) : 0;
        std::vector<Task> tasks;
        for (const SegmentChoice& choice : m_choices[place]) {
            for (const Schedules::Entry* state : states) {
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
            double& least = m_leastCosts.try_emplace(tasks[i].choice->groups, infinite).first->second;
            for (Longer& longer : found[i]) {
                least = std::min(least, longer.value - tasks[i].from->second.value);
                m_schedules.offer(tasks[i].from->second, plan.end(), longer.layouts, longer.value, [&] {
                    return Step{&plan, tasks[i].choice->groups, std::move(longer.choices)};
                });
            }
        }
    }

    std::vector<Longer> extend(const SegmentChoice& choice, const Schedules::Entry& from)
    {
        const SegmentPlan& plan = *choice.plan;
        const SegmentPlaces places{plan.placements, plan.links, plan.regions, m_memoryChannels};
        std::vector<PartialMapping> partials(1);
        for (std::size_t place = 0; place < plan.placements.size(); ++place) {
            Beam next(beamWidth);
            for (const PartialMapping& partial : partials) {
                extend(choice, place, inputLayouts(m_task, m_registry, places, place, from.first, partial.partitions()),
                       partial, next);
            }
            partials.clear();
            for (auto& [value, partial] : next.entries()) {
                partials.push_back(std::move(partial));
            }
        }
        std::vector<Longer> longer;
        for (PartialMapping& partial : partials) {
            longer.push_back(finished(plan, places, from, std::move(partial)));
        }
        return longer;
    }

    void extend(const SegmentChoice& segment, std::size_t place, const std::vector<pipeline::LayoutNumber>& inputs,
                const PartialMapping& partial, Beam& next)
    {
        const SegmentPlan& plan = *segment.plan;
        const Objective& objective = plan.layers[place].task->objective;
        const auto valueOf = [&](double energyPj, double cycles) { return scalarOf(objective, energyPj, cycles); };
        const bool isShared = plan.room && plan.room->isShared(place);
        std::vector<pipeline::RegionShare> shares;
        if (isShared) {
            shares = sharesBefore(*plan.room, place, [&](std::size_t earlier) {
                const Choice& chosen = partial.choices[earlier];
                return shareOf(chosen.partition->partition->partition(), chosen.chosen());
            });
        }
        BestFew<double, Choice> best(beamWidth);
        for (const CandidateChoice& choice : segment.groups->choices[place]) {
            if (best.isFull() && best.worst() <= leastOf(objective, choice)) {
                continue;
            }
            const CountedPartition& counted = choice.partition->counted();
            const pipeline::HopsIn in =
                m_registry.hopsIn(plan.placements[place].layer, counted.inputs, counted.operands, inputs);
            const cost::UnitHops hops{counted.weightHops + in.operand, in.input, counted.outputHops};
            const auto mayTake = [&](std::size_t number) {
                return !isShared
                       || hasRoomFor(*plan.room, plan.room->firstAt(place), shares,
                                     shareOf(choice.partition->partition(), choice.blockings[number]));
            };
            const auto found =
                bestUnderHops(choice.blockings, hops, m_task.machine.prices.hopPj, infinite, valueOf, mayTake);
            if (found.value < infinite) {
                best.offer(found.value, {&choice, found.blocking, found.energyPj});
            }
        }
        for (const auto& [own, choice] : best.entries()) {
            const double value = partial.value + own;
            if (next.accepts(value)) {
                PartialMapping longer = partial;
                longer.value = value;
                longer.choices.push_back(choice);
                next.offer(value, std::move(longer));
            }
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

    Longer finished(const SegmentPlan& plan, const SegmentPlaces& places, const Schedules::Entry& from,
                    PartialMapping partial)
    {
        std::vector<ChosenBlocking> layers;
        for (std::size_t place = 0; place < partial.choices.size(); ++place) {
            const Choice& choice = partial.choices[place];
            layers.push_back(
                {&choice.chosen(), choice.energyPj, plan.layers[place].task->machine.prices.staticPjPerCycle});
        }
        const SegmentTotals own = segmentTotals(m_task, plan.placements, layers, plan.wholeNetwork);
        const LiveLayouts written = writtenLayouts(m_task, m_registry, places, partial.partitions());
        return {m_schedules.live().after(from.first, written, plan.end()),
                from.second.value + scalarOf(m_objective, own.energyPj, own.cycles), std::move(partial.choices)};
    }

    [[nodiscard]] LayoutChain chainTo(const Schedules::State& best) const
    {
        LayoutChain chain{m_schedules.inputPartition(best), {}, {}, best.value, m_leastCosts, m_schedules.counts()};
        chain.counts.beyond = m_beyond;
        const std::vector<const Step*> steps = m_schedules.stepsTo(best);
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
    pipeline::LayoutRegistry m_registry;
    pipeline::RegionNumber m_memoryChannels;
    Schedules m_schedules;
    std::map<const GroupPlan*, double> m_leastCosts;
    Count m_beyond = 0; ///< schedules dropped because only the best are kept
};

} // namespace

std::optional<LayoutChain> chainLayouts(const SearchTask& task, const Objective& objective,
                                        const std::vector<std::size_t>& order, const SegmentChoices& choices,
                                        pipeline::LayoutCache& layouts, const ChainControl& control)
{
    return ChainMaker(task, objective, order, choices, layouts, control).run();
}

} // namespace tilescape::search
