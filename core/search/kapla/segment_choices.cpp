#include "core/search/kapla/segment_choices.h"

#include "core/search/space/infinite.h"
#include "core/search/space/objective.h"
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

/// What a blocking costs, in the units of `scalarOf`, with hops as its groups were searched with.
double choiceCost(const SegmentPlan& plan, std::size_t place, const CandidateChoice& choice,
                  const BlockingChoice& blocking)
{
    double energyPj = blocking.energyPj;
    for (const Tensor tensor : allTensors) {
        energyPj += choice.partition->fetchPj()[static_cast<std::size_t>(tensor)]
                    * static_cast<double>(blocking.fetches[tensor]);
    }
    return scalarOf(plan.layers[place].task->objective, energyPj, blocking.cycles);
}

/// Of a layer's best choice.
double leastCost(const SegmentPlan& plan, std::size_t place, const std::vector<CandidateChoice>& choices)
{
    double least = infinite;
    for (const CandidateChoice& choice : choices) {
        for (const BlockingChoice& blocking : choice.blockings) {
            least = std::min(least, choiceCost(plan, place, choice, blocking));
        }
    }
    return least;
}

/// Of each layer's best choice.
double sumOfBest(const SegmentPlan& plan, const std::vector<std::vector<CandidateChoice>>& choices)
{
    double sum = 0;
    for (std::size_t place = 0; place < choices.size(); ++place) {
        sum += leastCost(plan, place, choices[place]);
    }
    return sum;
}

/// Whether the layers of each region have choices with room for all of them that cost little more than the best of each: of three, each two
/// may have room that all three have not. True where so many are tried in vain that others may well have it.
class RoomTogether {
public:
    RoomTogether(const SegmentPlan& plan, const std::vector<std::vector<CandidateChoice>>& choices)
        : m_plan(plan), m_choices(choices)
    {}

    bool isThere()
    {
        bool isThere = true;
        for (std::size_t first = 0; first < m_choices.size() && isThere; ++first) {
            if (m_plan.room->firstAt(first) == first && m_plan.room->hasNext(first)) {
                m_steps = 0;
                m_shares.clear();
                double least = 0;
                for (std::size_t place = first; place < m_choices.size(); ++place) {
                    m_least[place] = leastCost(m_plan, place, m_choices[place]);
                    least += m_plan.room->firstAt(place) == first ? m_least[place] : 0;
                }
                isThere = isFrom(first, least * mostForRoom);
            }
        }
        return isThere;
    }

private:
    /// Of the layer at `place` and those after it, beside `m_shares`, for so much above their best.
    bool isFrom(std::size_t place, double spare)
    {
        const std::size_t first = m_plan.room->firstAt(place);
        for (const CandidateChoice& choice : m_choices[place]) {
            for (const BlockingChoice& blocking : choice.blockings) {
                const double left = spare - (choiceCost(m_plan, place, choice, blocking) - m_least[place]);
                if (left < 0) {
                    continue;
                }
                if (++m_steps > mostSteps) {
                    return true;
                }
                m_shares.push_back(shareOf(choice.partition->partition(), blocking));
                const bool isThere =
                    m_plan.room->fits(first, m_shares) && (!m_plan.room->hasNext(place) || isFrom(place + 1, left));
                m_shares.pop_back();
                if (isThere) {
                    return true;
                }
            }
        }
        return false;
    }

    static constexpr int mostSteps = 2000;
    const SegmentPlan& m_plan;
    const std::vector<std::vector<CandidateChoice>>& m_choices;
    std::vector<double> m_least = std::vector<double>(m_choices.size());
    std::vector<pipeline::RegionShare> m_shares;
    int m_steps = 0;
};

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

/// With the input where it lies, another partition may be best than in the plan, in output groups that those who take them over cannot
/// follow: then the layer is asked for those of the plan.
LayerOptions optionsFor(const SegmentPlan& plan, const GroupPlan& groups, SearchCounts& counts)
{
    LayerOptions found = optionsWith(plan, groups, groups.leads, counts);
    return found.choices.empty() && groups.plannedLeads != groups.leads
               ? optionsWith(plan, groups, groups.plannedLeads, counts)
               : found;
}

/// Words of the output in a tile's buffer, whether or not it bypasses that.
Count leastKept(const std::vector<CandidateChoice>& choices)
{
    Count least = std::numeric_limits<Count>::max();
    for (const CandidateChoice& choice : choices) {
        for (const BlockingChoice& blocking : choice.blockings) {
            least = std::min(least, blocking.keptOutputWords);
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

/// Blockings of layers that run beside outputs of others on their tiles: such as need no more than what these leave.
void addForRoom(const SegmentPlan& plan, LayerOptions& options, SearchCounts& counts)
{
    for (std::size_t place = 0; place < options.choices.size(); ++place) {
        Count room = plan.room->bufferWords();
        for (const std::size_t maker : plan.room->standingAt(place)) {
            room -= leastKept(options.choices[maker]);
        }
        if (room < plan.room->bufferWords() && room > 0) {
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
        if (beside[place] > 0 && room > 0) {
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
            least = std::min(least, blocking.bufferWords[Tensor::Weight] + input
                                        + std::max(blocking.bufferWords[Tensor::Output], blocking.keptOutputWords));
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
        if (room > 0 && plan.room->isShared(place)) {
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

} // namespace

/// Blockings that are best with the buffer to themselves come first: others are looked for where none of these have room together, or only
/// some that cost more; and where none of those have, or again only some that cost more, such as leave others room; and last, where all layers of
/// a region have no room together, though each two of them may have, or again only with some that cost more, such as leave room for all that the
/// others keep.
void findChoices(const SegmentPlan& plan, GroupPlan& groups)
{
    LayerOptions options = optionsFor(plan, groups, groups.counts);
    if (groups.waitsForRoom) {
        addForPieces(plan, options, groups.counts);
    }
    addFrugal(plan, options, groups.counts);
    groups.hasChoices = true;
    groups.choices = options.choices;
    if (!plan.room || groups.choices.empty()) {
        return;
    }
    const double least = sumOfBest(plan, groups.choices);
    dropWithoutRoom(*plan.room, groups.choices);
    const auto areOthersDue = [&] {
        return isMissing(groups.choices) || sumOfBest(plan, groups.choices) > least * (1 + mostForRoom);
    };
    if (areOthersDue()) {
        addForRoom(plan, options, groups.counts);
        groups.choices = options.choices;
        dropWithoutRoom(*plan.room, groups.choices);
    }
    if (areOthersDue()) {
        addLeavingRoom(plan, options, groups.counts);
        addForRoom(plan, options, groups.counts);
        groups.choices = options.choices;
        dropWithoutRoom(*plan.room, groups.choices);
    }
    if (isMissing(groups.choices) || !RoomTogether(plan, groups.choices).isThere()) {
        addSideBySide(plan, options, groups.counts);
        groups.choices = std::move(options.choices);
        dropWithoutRoom(*plan.room, groups.choices);
    }
    if (isMissing(groups.choices)) {
        groups.choices.clear();
    } else {
        groups.forRoom = sumOfBest(plan, groups.choices) - least;
    }
}

} // namespace tilescape::search
