#include "core/search/exhaustive/partial_mappings.h"

#include <algorithm>

namespace tilescape::search {

using dataflow::Partition;
using dataflow::Region;

namespace {

/// Partial mappings kept from one layer of a segment to the next.
constexpr std::size_t beamWidth = 2;

} // namespace

std::vector<PartialMapping> PartialMappings::through(const SegmentTasks& tasks,
                                                     const pipeline::LoopOrderConstraints& rules,
                                                     const std::vector<Count>& values, const LayoutKey& key)
{
    std::vector<PartialMapping> partials(1);
    for (std::size_t place = 0; place < tasks.placements.size() && !partials.empty(); ++place) {
        std::vector<PartialMapping> next;
        for (const PartialMapping& partial : partials) {
            extend(tasks, place, rules.groupsAt(place, values, partial.outputGroups), key, partial, next);
        }
        std::stable_sort(next.begin(), next.end(),
                         [](const PartialMapping& a, const PartialMapping& b) { return a.value < b.value; });
        next.resize(std::min(next.size(), beamWidth));
        partials = std::move(next);
    }
    return partials;
}

/// Where the layer finds each of its inputs.
std::vector<pipeline::LayoutNumber> PartialMappings::inputLayouts(const SegmentTasks& tasks, std::size_t place,
                                                                  const LayoutKey& key, const PartialMapping& partial)
{
    const std::size_t layer = tasks.placements[place].layer;
    const pipeline::Links& links = tasks.links[place];
    const Region* forwarder =
        links.forwarder ? &tasks.regions[static_cast<std::size_t>(tasks.regionOf(*links.forwarder))] : nullptr;
    std::vector<pipeline::LayoutNumber> layouts;
    for (const network::Source& source : m_task.topology.sources[layer]) {
        const pipeline::MapNumber map = pipeline::mapNumber(m_task.network, source);
        std::size_t maker = 0;
        while (maker < place
               && !(source == network::Source{network::Source::Kind::Layer, tasks.placements[maker].layer})) {
            ++maker;
        }
        if (maker == place) {
            const Partition& partition = m_registry.partitionOf(key[map]);
            layouts.push_back(forwarder ? m_registry.numberOf(map, partition, m_registry.numberOf(*forwarder))
                                        : key[map]);
            continue;
        }
        const Region& home = tasks.links[maker].outputToMemory
                                 ? m_memoryChannels
                                 : tasks.regions[static_cast<std::size_t>(tasks.placements[maker].slot.region)];
        // As it was laid out where it went, then moved on to where it is forwarded from.
        const Partition stored = dataflow::project(partial.choices[maker].partition->partition, home.extent);
        layouts.push_back(m_registry.numberOf(map, stored, m_registry.numberOf(forwarder ? *forwarder : home)));
    }
    return layouts;
}

void PartialMappings::extend(const SegmentTasks& tasks, std::size_t place, const pipeline::TopGroups& top,
                             const LayoutKey& key, const PartialMapping& partial, std::vector<PartialMapping>& next)
{
    const auto [table, answer] = m_layers.at(tasks, place, top);
    if (!answer) {
        return;
    }
    const std::vector<pipeline::LayoutNumber> inputs = inputLayouts(tasks, place, key, partial);
    std::vector<std::pair<ObjectiveValue, LayerChoice>> best;
    for (const PartitionChoice& partition : answer->partitions) {
        ObjectiveValue least{std::numeric_limits<double>::infinity(), 0};
        for (const BlockingChoice& blocking : partition.blockings) {
            least = std::min(least, objectiveValue(tasks.tasks[place].objective, energyOf(partition, blocking, {}),
                                                   blocking.cycles));
        }
        if (best.size() == beamWidth && best.back().first < least) {
            continue;
        }
        const pipeline::HopsIn hops =
            m_registry.hopsIn(tasks.placements[place].layer, table->partitions[partition.number].inputs,
                              table->partitions[partition.number].operands, inputs);
        std::pair<ObjectiveValue, LayerChoice> found{{std::numeric_limits<double>::infinity(), 0},
                                                     {&partition, 0, 0, &answer->counts}};
        for (std::size_t i = 0; i < partition.blockings.size(); ++i) {
            const double energy = energyOf(partition, partition.blockings[i], hops);
            const ObjectiveValue value =
                objectiveValue(tasks.tasks[place].objective, energy, partition.blockings[i].cycles);
            if (value < found.first) {
                found = {value, {&partition, i, energy, &answer->counts}};
            }
        }
        best.insert(std::upper_bound(best.begin(), best.end(), found,
                                     [](const auto& a, const auto& b) { return a.first < b.first; }),
                    found);
        best.resize(std::min(best.size(), beamWidth));
    }
    for (const auto& [value, choice] : best) {
        PartialMapping longer = partial;
        longer.value = longer.value + value;
        longer.choices.push_back(choice);
        longer.outputGroups.push_back(choice.chosen().blocking.factors[Loop::OutputChannel][0]);
        next.push_back(std::move(longer));
    }
}

double PartialMappings::energyOf(const PartitionChoice& partition, const BlockingChoice& blocking,
                                 const pipeline::HopsIn& in) const
{
    const double hops =
        cost::hopsOfAll({partition.weightHops + in.operand, in.input, partition.outputHops}, blocking.fetches);
    return blocking.energyPj + m_task.machine.prices.hopPj * hops;
}

} // namespace tilescape::search
