#include "core/search/exhaustive/partial_mappings.h"

#include "core/search/space/blocking_under_hops.h"

#include <limits>

namespace tilescape::search {

namespace {

/// Partial mappings kept from one layer of a segment to the next.
constexpr std::size_t beamWidth = 2;

constexpr ObjectiveValue worst{std::numeric_limits<double>::infinity(), 0};

} // namespace

std::vector<PartialMapping> PartialMappings::through(const SegmentTasks& tasks, const SegmentPlaces& places,
                                                     const pipeline::LoopOrderConstraints& rules,
                                                     const std::vector<Count>& values, const LiveLayouts& before)
{
    std::vector<PartialMapping> partials(1);
    for (std::size_t place = 0; place < tasks.placements.size() && !partials.empty(); ++place) {
        Beam next(beamWidth);
        for (const PartialMapping& partial : partials) {
            extend(tasks, place, rules.groupsAt(place, values, partial.outputGroups),
                   inputLayouts(m_task, m_registry, places, place, before, partial.partitions()), partial, next);
        }
        partials.clear();
        for (auto& [value, partial] : next.entries()) {
            partials.push_back(std::move(partial));
        }
    }
    return partials;
}

void PartialMappings::extend(const SegmentTasks& tasks, std::size_t place, const pipeline::TopGroups& top,
                             const std::vector<pipeline::LayoutNumber>& inputs, const PartialMapping& partial,
                             Beam& next)
{
    const auto [table, answer] = m_layers.at(tasks, place, top);
    if (!answer) {
        return;
    }
    const auto valueOf = [&](double energyPj, double cycles) {
        return objectiveValue(tasks.tasks[place].objective, energyPj, cycles);
    };
    const double hopPj = m_task.machine.prices.hopPj;
    BestFew<ObjectiveValue, LayerChoice> best(beamWidth);
    for (const PartitionChoice& partition : answer->partitions) {
        const cost::UnitHops least{partition.weightHops, 0, partition.outputHops};
        if (best.isFull() && best.worst() < bestUnderHops(partition.blockings, least, hopPj, worst, valueOf).value) {
            continue;
        }
        const CountedPartition& traffic = table->partitions[partition.number];
        const pipeline::HopsIn in =
            m_registry.hopsIn(tasks.placements[place].layer, traffic.inputs, traffic.operands, inputs);
        const cost::UnitHops hops{partition.weightHops + in.operand, in.input, partition.outputHops};
        const auto found = bestUnderHops(partition.blockings, hops, hopPj, worst, valueOf);
        best.offer(found.value, {&partition, found.blocking, found.energyPj, &answer->counts});
    }
    for (const auto& [own, choice] : best.entries()) {
        const ObjectiveValue value = partial.value + own;
        if (next.accepts(value)) {
            PartialMapping longer = partial;
            longer.value = value;
            longer.choices.push_back(choice);
            longer.outputGroups.push_back(choice.chosen().blocking.factors[Loop::OutputChannel][0]);
            next.offer(value, std::move(longer));
        }
    }
}

} // namespace tilescape::search
