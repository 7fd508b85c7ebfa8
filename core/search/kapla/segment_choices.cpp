#include "core/search/kapla/segment_choices.h"

#include "core/search/kapla/room_together.h"
#include "core/search/space/infinite.h"
#include "core/search/space/region_shares.h"

#include <algorithm>
#include <limits>

namespace tilescape::search {

namespace {

/// Blockings that leave more room are looked for where those that have room beside each other cost more than the best by this fraction.
constexpr double mostForRoom = 0.01;

/// Only the blockings for which `isKept(choice, number)` is true, and partitions that have any.
template <typename IsKept>
void keepBlockings(std::vector<CandidateChoice>& choices, const IsKept& isKept)
{
    for (CandidateChoice& choice : choices) {
        std::vector<dataflow::Replication> replications;
        std::vector<BlockingChoice> blockings;
        for (std::size_t i = 0; i < choice.blockings.size(); ++i) {
            if (isKept(choice, i)) {
                replications.push_back(choice.replications[i]);
                blockings.push_back(choice.blockings[i]);
            }
        }
        choice.replications = std::move(replications);
        choice.blockings = std::move(blockings);
    }
    std::erase_if(choices, [](const CandidateChoice& choice) { return choice.blockings.empty(); });
}

/// Layers that take over the groups of the one before them count on these.
void dropOtherGroups(std::vector<CandidateChoice>& choices, Count outputGroups)
{
    keepBlockings(choices, [&](const CandidateChoice& choice, std::size_t number) {
        return choice.blockings[number].blocking.factors[Loop::OutputChannel][0] == outputGroups;
    });
}

/// Drops what leaves no room for any blocking of the next layer on the same tiles, or has none beside any of the one before.
void dropWithoutRoom(const pipeline::RegionRoom& room, std::vector<std::vector<CandidateChoice>>& choices)
{
    const auto haveRoom = [&room](std::size_t place, const CandidateChoice& choice, std::size_t number,
                                  const CandidateChoice& next, std::size_t nextNumber) {
        return room.fits(place, {shareOf(choice.partition->partition(), choice.blockings[number]),
                                 shareOf(next.partition->partition(), next.blockings[nextNumber])});
    };
    const auto any = [](const std::vector<CandidateChoice>& others, const auto& fits) {
        for (const CandidateChoice& other : others) {
            for (std::size_t number = 0; number < other.blockings.size(); ++number) {
                if (fits(other, number)) {
                    return true;
                }
            }
        }
        return false;
    };
    for (std::size_t place = 0; place < choices.size(); ++place) {
        if (!room.hasNext(place)) {
            continue;
        }
        keepBlockings(choices[place], [&](const CandidateChoice& own, std::size_t number) {
            return any(choices[place + 1], [&](const CandidateChoice& next, std::size_t nextNumber) {
                return haveRoom(place, own, number, next, nextNumber);
            });
        });
        keepBlockings(choices[place + 1], [&](const CandidateChoice& next, std::size_t nextNumber) {
            return any(choices[place], [&](const CandidateChoice& own, std::size_t number) {
                return haveRoom(place, own, number, next, nextNumber);
            });
        });
    }
}

/// Ranked candidates for a layer whose input lies where a layer of the segment, answered for already, leaves it.
RankedCandidates rankedAfter(const SegmentPlan& plan, std::size_t place, const pipeline::TopGroups& top,
                             const std::vector<std::vector<CandidateChoice>>& choices)
{
    const auto maker =
        std::find_if(plan.placements.begin(), plan.placements.begin() + static_cast<std::ptrdiff_t>(place),
                     [&](const pipeline::Placement& placed) { return placed.layer == plan.links[place].source; });
    const auto number = static_cast<std::size_t>(maker - plan.placements.begin());
    PlacedCandidates& placed = *plan.layers[place].placed;
    if (number == place || !plan.layers[number].task->outputStays) {
        return placed.choices(top);
    }
    const dataflow::Region& region = plan.regions[static_cast<std::size_t>(maker->slot.region)];
    std::vector<LikelyInput> inputs;
    for (const CandidateChoice& choice : choices[number]) {
        if (inputs.size() < placed.effort().makers) {
            inputs.push_back({dataflow::project(choice.partition->partition(), region.extent), &region});
        }
    }
    return placed.choices(top, inputs);
}

/// What the layers of a segment have to choose from, and the groups that were asked of them.
struct LayerOptions {
    std::vector<pipeline::TopGroups> tops;
    std::vector<Count> outputGroups;
    std::vector<std::vector<CandidateChoice>> choices; ///< by position; empty if a layer has none
};

/// `leads` are asked of the layers that may choose their output groups.
LayerOptions optionsWith(const SegmentPlan& plan, const GroupPlan& groups, const std::vector<Count>& leads,
                         SearchCounts& counts)
{
    LayerOptions found;
    for (std::size_t place = 0; place < plan.placements.size(); ++place) {
        PlacedCandidates& placed = *plan.layers[place].placed;
        pipeline::TopGroups top = plan.rules->groupsAt(place, groups.values, found.outputGroups);
        top.output = top.output == 0 ? leads[place] : top.output;
        const bool alone = plan.placements.size() == 1;
        const RankedCandidates ranked = alone ? placed.choices({}) : rankedAfter(plan, place, top, found.choices);
        std::vector<CandidateChoice> choices = chooseCandidates(ranked, top, placed.effort(), counts);
        if (choices.empty()) {
            return {};
        }
        // What is best in pieces may go less well with the other layers than what is best in one.
        if (plan.rules->mayTakePieces(place)) {
            addBlockingsForRoom(choices, placed, {{top.batch, 1, top.output}}, counts);
        }
        found.tops.push_back(top);
        found.outputGroups.push_back(choices.front().blockings.front().blocking.factors[Loop::OutputChannel][0]);
        if (!alone) {
            dropOtherGroups(choices, found.outputGroups.back());
        }
        found.choices.push_back(std::move(choices));
    }
    return found;
}

/// Words of the output in a tile's buffer.
Count leastKept(const std::vector<CandidateChoice>& choices)
{
    Count least = std::numeric_limits<Count>::max();
    for (const CandidateChoice& choice : choices) {
        for (const BlockingChoice& blocking : choice.blockings) {
            least = std::min(least, blocking.bufferWords[Tensor::Output]);
        }
    }
    return least;
}

/// Blockings of a layer within so many words of the buffer. No other layer counts on its groups where none takes its output.
void addWithin(const SegmentPlan& plan, std::size_t place, Count room, LayerOptions& options, SearchCounts& counts)
{
    addBlockingsForRoom(options.choices[place], *plan.layers[place].placed, {options.tops[place], room}, counts);
    if (plan.room->handsOn(place)) {
        dropOtherGroups(options.choices[place], options.outputGroups[place]);
    }
}

/// Blockings of layers that share their tiles: such as need no more than what the outputs leave that stand beside them.
void addForRoom(const SegmentPlan& plan, LayerOptions& options, SearchCounts& counts)
{
    for (std::size_t place = 0; place < options.choices.size(); ++place) {
        Count room = plan.room->bufferWords();
        for (const std::size_t maker : plan.room->standingAt(place)) {
            room -= leastKept(options.choices[maker]);
        }
        if (room >= 0 && plan.room->isShared(place)) {
            addWithin(plan, place, room, options, counts);
        }
    }
}

/// Blockings of layers whose outputs stand while others run on their tiles: such as leave room for what those make.
void addLeavingRoom(const SegmentPlan& plan, LayerOptions& options, SearchCounts& counts)
{
    // By place: words of an output that must have room beside that of the layer.
    std::vector<Count> beside(options.choices.size(), 0);
    for (std::size_t place = 0; place < options.choices.size(); ++place) {
        for (const std::size_t maker : plan.room->standingAt(place)) {
            beside[maker] = std::max(beside[maker], leastKept(options.choices[place]));
        }
    }
    for (std::size_t place = 0; place < options.choices.size(); ++place) {
        const Count room = plan.room->bufferWords() - beside[place];
        if (beside[place] > 0 && room >= 0) {
            addWithin(plan, place, room, options, counts);
        }
    }
}

/// The fewest words of a tile's buffer that a layer keeps with any of its choices. What is made on its tiles has no room of its own where it
/// is taken once.
Count leastWords(const std::vector<CandidateChoice>& choices, bool inputIsLocal)
{
    Count least = std::numeric_limits<Count>::max();
    for (const CandidateChoice& choice : choices) {
        for (const BlockingChoice& blocking : choice.blockings) {
            const Count input = inputIsLocal && blocking.takesInputOnce ? 0 : blocking.bufferWords[Tensor::Input];
            least =
                std::min(least, blocking.bufferWords[Tensor::Weight] + input + blocking.bufferWords[Tensor::Output]);
        }
    }
    return least;
}

/// Blockings of layers on the same tiles that leave room for what the others keep, all of it side by side.
void addSideBySide(const SegmentPlan& plan, LayerOptions& options, SearchCounts& counts)
{
    std::vector<Count> words;
    for (std::size_t place = 0; place < options.choices.size(); ++place) {
        words.push_back(leastWords(options.choices[place], plan.layers[place].task->inputIsLocal));
    }
    for (std::size_t place = 0; place < options.choices.size(); ++place) {
        Count room = plan.room->bufferWords();
        for (std::size_t other = 0; other < options.choices.size(); ++other) {
            room -= other != place && plan.room->firstAt(other) == plan.room->firstAt(place) ? words[other] : 0;
        }
        if (room >= 0 && plan.room->isShared(place)) {
            addWithin(plan, place, room, options, counts);
        }
    }
}

/// Blockings that leave room for a second piece of what a layer hands over to other tiles, so that it need not wait until the first
/// is taken; and such as take at once what they take over, so that what made it need not wait until they have gone through it.
void addForPieces(const SegmentPlan& plan, LayerOptions& options, SearchCounts& counts)
{
    const auto add = [&](std::size_t place, const BlockingLimits& limits) {
        addBlockingsForRoom(options.choices[place], *plan.layers[place].placed, limits, counts);
        dropOtherGroups(options.choices[place], options.outputGroups[place]);
    };
    for (std::size_t place = 0; place < options.choices.size(); ++place) {
        if (plan.room->handsOver(place)) {
            add(place, withSecondPiece(options.tops[place]));
        }
        if (plan.room->takesOver(place) && plan.layers[place].task->space.bufferBypass[Tensor::Input]) {
            add(place, withInputRoom(options.tops[place], InputRoom::InBuffer));
            add(place, withInputRoom(options.tops[place], InputRoom::AtOnce));
        }
    }
}

/// Where cycles decide and regions side by side may wait for memory: blockings that ask for less of it.
void addFrugal(const SegmentPlan& plan, LayerOptions& options, SearchCounts& counts)
{
    if (plan.regions.size() == 1 || !plan.layers.front().task->objective.delayFirst) {
        return;
    }
    for (std::size_t place = 0; place < options.choices.size(); ++place) {
        addFrugalBlockings(options.choices[place], options.tops[place], counts);
        dropOtherGroups(options.choices[place], options.outputGroups[place]);
    }
}

bool isMissing(const std::vector<std::vector<CandidateChoice>>& choices)
{
    return std::any_of(choices.begin(), choices.end(), [](const auto& own) { return own.empty(); });
}

/// What layers choose from that have room beside each other.
struct ChoicesWithRoom {
    std::vector<std::vector<CandidateChoice>> choices; ///< by place; empty if there are none
    double cost = infinite;                            ///< of the cheapest that have room, in the units of `scalarOf`
    double forRoom = infinite;                         ///< of this, what choices without regard to room do not cost
};

/// Blockings that are best with the buffer to themselves come first: others are looked for where none of these have room together, or only
/// some that cost more; and where none of those have, or again only some that cost more, such as leave others room; and last, where all layers of
/// a region have no room together, though each two of them may have, or again only with some that cost more, such as leave room for all that the
/// others keep.
ChoicesWithRoom choicesWithRoom(const SegmentPlan& plan, LayerOptions options, SearchCounts& counts)
{
    if (options.choices.empty()) {
        return {};
    }
    const double least = sumOfBest(plan, options.choices);
    if (!plan.room) {
        return {std::move(options.choices), least, 0};
    }
    ChoicesWithRoom found{options.choices};
    dropWithoutRoom(*plan.room, found.choices);
    const auto areOthersDue = [&] {
        return isMissing(found.choices) || sumOfBest(plan, found.choices) > least * (1 + mostForRoom);
    };
    if (areOthersDue()) {
        addForRoom(plan, options, counts);
        found.choices = options.choices;
        dropWithoutRoom(*plan.room, found.choices);
    }
    if (areOthersDue()) {
        addLeavingRoom(plan, options, counts);
        addForRoom(plan, options, counts);
        found.choices = options.choices;
        dropWithoutRoom(*plan.room, found.choices);
    }
    double over = 0;
    if (isMissing(found.choices) || !RoomTogether(plan, found.choices).isThere(mostForRoom)) {
        addSideBySide(plan, options, counts);
        found.choices = std::move(options.choices);
        dropWithoutRoom(*plan.room, found.choices);
        RoomTogether together(plan, found.choices);
        over = isMissing(found.choices) ? infinite : together.isThere(mostForRoom) ? 0 : together.leastOver();
    }
    if (over == infinite) {
        return {};
    }
    found.cost = sumOfBest(plan, found.choices) + over;
    found.forRoom = found.cost - least;
    return found;
}

/// The layers that may choose their output groups are asked for `leads`.
ChoicesWithRoom choicesFor(const SegmentPlan& plan, GroupPlan& groups, const std::vector<Count>& leads)
{
    LayerOptions options = optionsWith(plan, groups, leads, groups.counts);
    if (groups.waitsForRoom) {
        addForPieces(plan, options, groups.counts);
    }
    addFrugal(plan, options, groups.counts);
    return choicesWithRoom(plan, std::move(options), groups.counts);
}

} // namespace

/// With the input where it lies, another partition may be best than in the plan, in output groups that those who take them over cannot
/// follow, or with which layers have no room: then the layer is asked for those of the plan, and for whole maps, as no loops need be in step then.
void findChoices(const SegmentPlan& plan, GroupPlan& groups)
{
    ChoicesWithRoom best = choicesFor(plan, groups, groups.leads);
    const auto isRoomScarce = [&] {
        return best.choices.empty() || (plan.looksForRoom && best.forRoom > mostForRoom * best.cost);
    };
    std::vector<Count> whole(groups.leads.size(), 0);
    for (std::size_t place = 0; plan.room && place < whole.size(); ++place) {
        whole[place] = plan.room->handsOn(place) ? 1 : 0;
    }
    for (const std::vector<Count>& leads : {groups.plannedLeads, whole}) {
        if (isRoomScarce() && leads != groups.leads) {
            ChoicesWithRoom other = choicesFor(plan, groups, leads);
            if (other.cost < best.cost) {
                best = std::move(other);
            }
        }
    }
    groups.hasChoices = true;
    groups.choices = std::move(best.choices);
    groups.forRoom = groups.choices.empty() ? 0 : best.forRoom;
}

} // namespace tilescape::search
