#include "core/search/exhaustive/partial_mappings.h"

#include "core/search/space/blocking_under_hops.h"
#include "core/search/space/region_shares.h"

#include <algorithm>
#include <limits>

namespace tilescape::search {

namespace {

/// Partial mappings kept from one layer of a segment to the next.
constexpr std::size_t beamWidth = 2;

constexpr ObjectiveValue worst{std::numeric_limits<double>::infinity(), 0};

/// Which blockings of a layer have room on the tiles of its region, beside those chosen for the layers before it and one at least
/// of the layer after it.
class RoomOfLayer {
public:
    /// Without `room` all have.
    template <typename ShareAt>
    RoomOfLayer(const std::optional<pipeline::RegionRoom>& room, std::size_t place, const ShareAt& shareAt)
        : m_room(room && room->isShared(place) ? &*room : nullptr), m_place(place)
    {
        if (m_room) {
            m_shares = sharesBefore(*m_room, place, shareAt);
        }
    }

    /// `nextAnswer(outputGroups)` gives what the next layer has to choose from, or null.
    template <typename NextAnswer>
    bool mayTake(const PartitionChoice& partition, const BlockingChoice& choice, const NextAnswer& nextAnswer)
    {
        if (!m_room) {
            return true;
        }
        const std::size_t first = m_room->firstAt(m_place);
        if (!hasRoomFor(*m_room, first, m_shares, shareOf(partition.partition, choice))) {
            return false;
        }
        const LayerAnswer* const next =
            m_room->hasNext(m_place) ? nextAnswer(choice.blocking.factors[Loop::OutputChannel][0]) : nullptr;
        if (!next) {
            return !m_room->hasNext(m_place);
        }
        m_shares.push_back(shareOf(partition.partition, choice));
        const bool fits = std::any_of(next->partitions.begin(), next->partitions.end(), [&](const PartitionChoice& other) {
            return std::any_of(other.blockings.begin(), other.blockings.end(), [&](const BlockingChoice& blocking) {
                return hasRoomFor(*m_room, first, m_shares, shareOf(other.partition, blocking));
            });
        });
        m_shares.pop_back();
        return fits;
    }

private:
    const pipeline::RegionRoom* m_room;
    std::size_t m_place;
    std::vector<pipeline::RegionShare> m_shares;
};

} // namespace

std::vector<PartialMapping> PartialMappings::through(const SegmentTasks& tasks, const SegmentPlaces& places,
                                                     const pipeline::LoopOrderConstraints& rules,
                                                     const std::vector<Count>& values, const LiveLayouts& before)
{
    std::vector<PartialMapping> partials(1);
    for (std::size_t place = 0; place < tasks.placements.size() && !partials.empty(); ++place) {
        Beam next(beamWidth);
        for (const PartialMapping& partial : partials) {
            extend(tasks, place, rules, values,
                   inputLayouts(m_task, m_registry, places, place, before, partial.partitions()), partial, next);
        }
        partials.clear();
        for (auto& [value, partial] : next.entries()) {
            partials.push_back(std::move(partial));
        }
    }
    return partials;
}

void PartialMappings::extend(const SegmentTasks& tasks, std::size_t place, const pipeline::LoopOrderConstraints& rules,
                             const std::vector<Count>& values, const std::vector<pipeline::LayoutNumber>& inputs,
                             const PartialMapping& partial, Beam& next)
{
    const auto [table, answer] = m_layers.at(tasks, place, rules.groupsAt(place, values, partial.outputGroups));
    if (!answer) {
        return;
    }
    const auto valueOf = [&](double energyPj, const BlockingChoice& blocking) {
        return objectiveValue(tasks.tasks[place].objective, energyPj, blocking.cycles);
    };
    const double hopPj = m_task.machine.prices.hopPj;
    RoomOfLayer room(tasks.room, place, [&](std::size_t earlier) {
        const LayerChoice& chosen = partial.choices[earlier];
        return shareOf(chosen.partition->partition, chosen.chosen());
    });
    const auto nextAnswer = [&](Count ownGroups) {
        std::vector<Count> outputGroups = partial.outputGroups;
        outputGroups.push_back(ownGroups);
        return m_layers.at(tasks, place + 1, rules.groupsAt(place + 1, values, outputGroups)).answer;
    };
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
        const auto found = bestUnderHops(partition.blockings, hops, hopPj, worst, valueOf, [&](std::size_t number) {
            return room.mayTake(partition, partition.blockings[number], nextAnswer);
        });
        if (!(found.value < worst)) {
            continue;
        }
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
