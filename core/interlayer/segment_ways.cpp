#include "core/interlayer/segment_ways.h"

#include <algorithm>

namespace tilescape::interlayer {

using dataflow::Partition;
using dataflow::Region;
using intralayer::BlockingChoice;
using intralayer::PartitionChoice;

namespace {

/// Ways kept from one layer of a segment to the next.
constexpr std::size_t waysKept = 2;

} // namespace

std::vector<SegmentWay> SegmentWays::through(const SegmentTasks& tasks, const pipeline::LoopOrderConstraints& rules,
                                             const std::vector<Count>& values, const LayoutKey& key)
{
    std::vector<SegmentWay> ways(1);
    for (std::size_t place = 0; place < tasks.placements.size() && !ways.empty(); ++place) {
        std::vector<SegmentWay> next;
        for (const SegmentWay& way : ways) {
            extendWay(tasks, place, rules.groupsAt(place, values, way.outputGroups), key, way, next);
        }
        std::stable_sort(next.begin(), next.end(), [](const SegmentWay& a, const SegmentWay& b) { return a.value < b.value; });
        next.resize(std::min(next.size(), waysKept));
        ways = std::move(next);
    }
    return ways;
}

/// Where the layer finds each of its inputs.
std::vector<pipeline::LayoutNumber> SegmentWays::inputLayouts(const SegmentTasks& tasks, std::size_t place, const LayoutKey& key,
                                                    const SegmentWay& way)
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
            const Partition& partition = m_book.partitionOf(key[map]);
            layouts.push_back(forwarder ? m_book.numberOf(map, partition, m_book.numberOf(*forwarder)) : key[map]);
            continue;
        }
        const Region& home = tasks.links[maker].outputToMemory
            ? m_memory
            : tasks.regions[static_cast<std::size_t>(tasks.placements[maker].slot.region)];
        // As it was laid out where it went, then moved on to where it is forwarded from.
        const Partition stored = dataflow::project(way.choices[maker].partition->partition, home.extent);
        layouts.push_back(m_book.numberOf(map, stored, m_book.numberOf(forwarder ? *forwarder : home)));
    }
    return layouts;
}

void SegmentWays::extendWay(const SegmentTasks& tasks, std::size_t place, const pipeline::TopGroups& top, const LayoutKey& key,
                            const SegmentWay& way, std::vector<SegmentWay>& next)
{
    const auto [frame, answer] = m_layers.at(tasks, place, top);
    if (!answer) {
        return;
    }
    const std::vector<pipeline::LayoutNumber> inputs = inputLayouts(tasks, place, key, way);
    std::vector<std::pair<Value, LayerChoice>> best;
    for (const PartitionChoice& partition : answer->partitions) {
        Value least{std::numeric_limits<double>::infinity(), 0};
        for (const BlockingChoice& blocking : partition.blockings) {
            least = std::min(least, valueOf(tasks.tasks[place].objective, energyOf(partition, blocking, {}), blocking.cycles));
        }
        if (best.size() == waysKept && best.back().first < least) {
            continue;
        }
        const pipeline::HopsIn hops = m_book.hopsIn(tasks.placements[place].layer, frame->partitions[partition.frame].inputs,
                                          frame->partitions[partition.frame].operands, inputs);
        std::pair<Value, LayerChoice> found{{std::numeric_limits<double>::infinity(), 0}, {&partition, 0, 0, &answer->counts}};
        for (std::size_t i = 0; i < partition.blockings.size(); ++i) {
            const double energy = energyOf(partition, partition.blockings[i], hops);
            const Value value = valueOf(tasks.tasks[place].objective, energy, partition.blockings[i].cycles);
            if (value < found.first) {
                found = {value, {&partition, i, energy, &answer->counts}};
            }
        }
        best.insert(std::upper_bound(best.begin(), best.end(), found,
                                     [](const auto& a, const auto& b) { return a.first < b.first; }),
                    found);
        best.resize(std::min(best.size(), waysKept));
    }
    for (const auto& [value, choice] : best) {
        SegmentWay longer = way;
        longer.value = longer.value + value;
        longer.choices.push_back(choice);
        longer.outputGroups.push_back(choice.chosen().blocking.factors[Loop::OutputChannel][0]);
        next.push_back(std::move(longer));
    }
}

double SegmentWays::energyOf(const PartitionChoice& partition, const BlockingChoice& blocking, const pipeline::HopsIn& in) const
{
    const double hops = cost::hopsOfAll(
        {partition.weightHops + in.operand, in.input, partition.outputHops}, blocking.fetches);
    return blocking.energyPj + m_task.machine.hopPj * hops;
}

} // namespace tilescape::interlayer
