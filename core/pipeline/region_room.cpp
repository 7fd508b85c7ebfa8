#include "core/pipeline/region_room.h"

#include "core/dataflow/sharing.h"
#include "core/dataflow/unit_pass.h"
#include "core/pipeline/loop_order_constraints.h"
#include "core/pipeline/turn_loops.h"

#include <algorithm>

namespace tilescape::pipeline {

using dataflow::Split;
using network::Source;

namespace {

/// The number of loops at DRAM level that iterate, up to the innermost one over the batch or these channels.
std::size_t loopsUpTo(const dataflow::Blocking& blocking, Loop channels)
{
    std::size_t depth = 0;
    std::size_t found = 0;
    for (const Loop loop : blocking.order[0]) {
        if (blocking.factors[loop][0] > 1) {
            ++depth;
            found = loop == Loop::Batch || loop == channels ? depth : found;
        }
    }
    return found;
}

} // namespace

RegionRoom::RegionRoom(const network::Network& network, const network::Topology& topology,
                       const std::vector<Placement>& placements, Count bufferWordsPerTile)
    : m_network(&network),
      m_bufferWords(bufferWordsPerTile),
      m_handsOn(placements.size(), false),
      m_handsOver(placements.size(), false),
      m_takesOver(placements.size(), false),
      m_makers(placements.size()),
      m_madeInRegion(placements.size(), false)
{
    for (std::size_t place = 0; place < placements.size(); ++place) {
        const bool isFirst = place == 0 || placements[place].slot.region != placements[place - 1].slot.region;
        m_layers.push_back(placements[place].layer);
        m_first.push_back(isFirst ? place : m_first.back());
        m_lastTaker.push_back(place);
        for (std::size_t maker = 0; maker < place; ++maker) {
            const auto& sources = topology.sources[placements[place].layer];
            if (std::find(sources.begin(), sources.end(), Source{Source::Kind::Layer, placements[maker].layer})
                == sources.end()) {
                continue;
            }
            m_handsOn[maker] = true;
            const bool isOver = maker < m_first[place];
            m_handsOver[maker] = m_handsOver[maker] || isOver;
            m_takesOver[place] = m_takesOver[place] || isOver;
            if (maker >= m_first[place]) {
                m_makers[place].push_back(maker);
                m_lastTaker[maker] = place;
            }
        }
        m_madeInRegion[place] =
            !m_makers[place].empty() && m_makers[place].size() == topology.sources[placements[place].layer].size();
    }
}

std::vector<std::size_t> RegionRoom::standingAt(std::size_t place) const
{
    std::vector<std::size_t> standing;
    for (std::size_t maker = m_first[place]; maker < place; ++maker) {
        if (m_lastTaker[maker] >= place) {
            standing.push_back(maker);
        }
    }
    return standing;
}

bool RegionRoom::fits(std::size_t first, const std::vector<RegionShare>& shares) const
{
    return shares.size() < 2 || fitsSideBySide(first, shares) || fitsInTurns(first, shares);
}

std::vector<HandOnRoom> RegionRoom::handOnRooms(std::size_t first, const std::vector<RegionShare>& shares) const
{
    const auto layers = static_cast<Count>(m_layers.size());
    Count spare = std::max<Count>(0, m_bufferWords - wordsSideBySide(first, shares)); // in turns, ranges lie over each other
    std::vector<HandOnRoom> rooms;
    for (std::size_t number = 0; number < shares.size(); ++number) {
        const RegionShare& share = shares[number];
        HandOnRoom& room = rooms.emplace_back(HandOnRoom{1, share.bufferWords[Tensor::Input] > 0});
        const Count words = share.bufferWords[Tensor::Output];
        if (m_handsOn[first + number] && words > 0) {
            const Count groups = pipelineGroups(*share.blocking).output;
            room.held = std::min({layers, groups > 1 ? groups : layers, 1 + spare / words});
            while (!dataflow::mayHoldBetween(share.outputSharers, room.held)) {
                --room.held;
            }
            spare -= words * (room.held - 1);
        }
    }
    return rooms;
}

Count RegionRoom::wordsSideBySide(std::size_t first, const std::vector<RegionShare>& shares) const
{
    Count words = 0;
    for (std::size_t number = 0; number < shares.size(); ++number) {
        const PerTensor<Count>& own = shares[number].bufferWords;
        words += own[Tensor::Weight] + own[Tensor::Output] + inputRoom(first, first + number, shares);
    }
    return words;
}

bool RegionRoom::fitsSideBySide(std::size_t first, const std::vector<RegionShare>& shares) const
{
    return wordsSideBySide(first, shares) <= m_bufferWords;
}

bool RegionRoom::fitsInTurns(std::size_t first, const std::vector<RegionShare>& shares) const
{
    const std::optional<std::size_t> loops = turnLoops(first, shares);
    if (!loops) {
        return false;
    }
    const auto outputStays = [&](std::size_t number) { return outputLoops(shares[number]) < *loops; };
    const auto stayingOf = [&](std::size_t number) {
        const RegionShare& share = shares[number];
        return (share.pinsWeights ? share.bufferWords[Tensor::Weight] : 0)
               + (inputLoops(first + number, share) < *loops ? inputRoom(first, first + number, shares) : 0)
               + (outputStays(number) ? share.bufferWords[Tensor::Output] : 0);
    };
    Count staying = 0;
    for (std::size_t number = 0; number < shares.size(); ++number) {
        staying += stayingOf(number);
    }
    for (std::size_t number = 0; number < shares.size(); ++number) {
        const std::size_t place = first + number;
        const PerTensor<Count>& own = shares[number].bufferWords;
        const Count input = inputRoom(first, place, shares);
        Count others = staying - stayingOf(number);
        Count taken = 0; // outputs that no later layer takes
        for (std::size_t maker = first; maker < place; ++maker) {
            const Count output =
                outputStays(maker - first) ? 0 : shares[maker - first].bufferWords[Tensor::Output]; // counted above
            others += m_lastTaker[maker] > place ? output : 0;
            taken += m_lastTaker[maker] == place ? output : 0;
        }
        // A layer that takes all of its input before anything else frees what that was taken from. What tiles share may stream past.
        const bool takesAtOnce = m_madeInRegion[place] && input > 0 && !shares[number].sharesInput && !isSpread(first, place, shares)
                                 && inputLoops(place, shares[number]) <= *loops;
        const Count making = own[Tensor::Weight] + input + own[Tensor::Output];
        if (others + (takesAtOnce ? std::max(taken + input, making) : taken + making) > m_bufferWords) {
            return false;
        }
    }
    return true;
}

std::optional<std::size_t> RegionRoom::turnLoops(std::size_t first, const std::vector<RegionShare>& shares) const
{
    std::vector<TurnTaking> layers;
    layers.reserve(shares.size());
    for (std::size_t place = first; place < first + shares.size(); ++place) {
        const RegionShare& share = shares[place - first];
        layers.push_back({share.blocking, groupLoops(place, share), takenLoops(place, share), hasChannelGroups(place),
                          m_handsOn[place], m_makers[place]});
    }
    return pipeline::turnLoops(first, layers);
}

bool RegionRoom::hasChannelGroups(std::size_t place) const
{
    return goesGroupAfterGroup(m_network->layers[m_layers[place]]);
}

bool RegionRoom::takesAtOnce(std::size_t place, const RegionShare& share) const
{
    return share.bufferWords[Tensor::Input] > 0
           || inputBlocks(m_network->layers[m_layers[place]], *share.blocking) == 1;
}

/// The number of loops with each iteration of which what a tile has of the input is another.
std::size_t RegionRoom::takenLoops(std::size_t place, const RegionShare& share) const
{
    const Loop channels = inputChannels(place);
    const std::size_t levels = share.bufferWords[Tensor::Input] > 0 ? 1 : 2; // what bypasses the buffer is taken piece by piece
    std::size_t loops = 0;
    for (std::size_t level = 0; level < levels; ++level) {
        for (const Loop loop : {Loop::Batch, channels}) {
            loops += static_cast<std::size_t>(share.blocking->factors[loop][level] > 1);
        }
    }
    return loops;
}

/// The number of loops, all of them at DRAM level, around what a layer hands on at a time; nothing if it goes group after
/// group.
std::optional<std::size_t> RegionRoom::groupLoops(std::size_t place, const RegionShare& share) const
{
    if (hasChannelGroups(place)) {
        return std::nullopt;
    }
    const auto& factors = share.blocking->factors;
    return static_cast<std::size_t>(factors[Loop::OutputChannel][0] > 1)
           + static_cast<std::size_t>(factors[Loop::Batch][0] > 1);
}

/// Words of the input for which no other layer's output stands.
Count RegionRoom::inputRoom(std::size_t first, std::size_t place, const std::vector<RegionShare>& shares) const
{
    const RegionShare& own = shares[place - first];
    Count made = 0;
    for (const std::size_t maker : m_makers[place]) {
        if (maker < first) {
            return 0; // how much of it is there is not known
        }
        made += shares[maker - first].bufferWords[Tensor::Output];
    }
    // A tile whose part of the input is larger than what it made finds the edges of others' parts elsewhere.
    const bool isThere =
        own.takesInputOnce
        || (own.bufferWords[Tensor::Input] <= made && !own.sharesInput && liesWhereItIsMade(first, place, shares));
    return m_madeInRegion[place] && isThere && takesOfWhatIsHeld(first, place, shares) ? 0 : own.bufferWords[Tensor::Input];
}

/// Whether what the layer takes at a time is always a part of what the makers hold at that time: they go through no more groups
/// than it does.
bool RegionRoom::takesOfWhatIsHeld(std::size_t first, std::size_t place, const std::vector<RegionShare>& shares) const
{
    const std::size_t taken = takenLoops(place, shares[place - first]);
    return std::all_of(m_makers[place].begin(), m_makers[place].end(), [&](std::size_t maker) {
        const auto made = groupLoops(maker, shares[maker - first]);
        return made && *made <= taken;
    });
}

/// Whether a tile needs channels that other tiles have made.
bool RegionRoom::isSpread(std::size_t first, std::size_t place, const std::vector<RegionShare>& shares) const
{
    return !dataflow::isChannelwise(m_network->layers[m_layers[place]])
           && std::any_of(m_makers[place].begin(), m_makers[place].end(), [&](std::size_t maker) {
                  return maker >= first && shares[maker - first].partition->shares[Split::OutputChannel].size() > 1;
              });
}

/// Whether each tile has made what it takes: it has the same part of the batch and of the map in both layers, and all channels, or the
/// same, and no sums are gathered from other tiles.
bool RegionRoom::liesWhereItIsMade(std::size_t first, std::size_t place, const std::vector<RegionShare>& shares) const
{
    const dataflow::Partition& own = *shares[place - first].partition;
    return !isSpread(first, place, shares)
           && std::all_of(m_makers[place].begin(), m_makers[place].end(), [&](std::size_t maker) {
                  const dataflow::Partition& made = *shares[maker - first].partition;
                  return made.shares[Split::InputChannel].size() == 1 && splitsAlike(made, own, Split::Batch) && splitsAlike(made, own, Split::Map)
                         && (made.shares[Split::OutputChannel].size() == 1 || splitsAlike(made, own, Split::OutputChannel));
              });
}

/// The loop over the channels of the input.
Loop RegionRoom::inputChannels(std::size_t place) const
{
    return dataflow::isChannelwise(m_network->layers[m_layers[place]]) ? Loop::OutputChannel : Loop::InputChannel;
}

/// The number of loops at DRAM level up to the innermost one that asks for another input.
std::size_t RegionRoom::inputLoops(std::size_t place, const RegionShare& share) const
{
    return loopsUpTo(*share.blocking, inputChannels(place));
}

/// The same of the output: within it sums are added to.
std::size_t RegionRoom::outputLoops(const RegionShare& share)
{
    return loopsUpTo(*share.blocking, Loop::OutputChannel);
}

void noteHandOnRooms(const RegionRoom& room, const std::vector<RegionShare>& shares, std::vector<TimedLayer>& segment)
{
    if (!room.hasRegions()) {
        return;
    }
    for (std::size_t first = 0, end = 0; first < shares.size(); first = end) {
        for (end = first; end < shares.size() && room.firstAt(end) == first;) {
            ++end;
        }
        const auto begin = shares.begin() + static_cast<std::ptrdiff_t>(first);
        const std::vector<HandOnRoom> rooms =
            room.handOnRooms(first, {begin, shares.begin() + static_cast<std::ptrdiff_t>(end)});
        for (std::size_t place = first; place < end; ++place) {
            segment[place].room = rooms[place - first];
        }
    }
}

} // namespace tilescape::pipeline
