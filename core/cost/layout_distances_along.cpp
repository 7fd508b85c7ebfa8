#include "core/cost/layout_distances.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <numeric>

namespace tilescape::cost {

// Where pieces lie along rows or columns of the chip depends on few of their sides: distances are then found once for many groups.

namespace {

/// Runs, of which each group looks at all, and groups for one distance that is kept, with which keeping distances pays.
constexpr std::size_t fewRuns = 8;
constexpr std::size_t fewestGroupsForDistance = 2;

constexpr std::uint32_t unknown = std::numeric_limits<std::uint32_t>::max();

} // namespace

/// Where groups share distances, or lengths that add up.
void LayoutDistances::prepareAlong()
{
    if (m_layout.runs().size() > fewRuns) {
        return;
    }
    std::size_t kept = 0;
    for (const LayoutIndex::Run& run : m_layout.runs()) {
        std::array<Along, 2> along;
        along.back().side = &TilePlace::column;
        for (Along& own : along) {
            own.dependsOn = run.sides.along(own.side);
            std::size_t different = 1;
            for (std::size_t side = 0; side < own.steps.size(); ++side) {
                own.steps[side] = own.dependsOn[side] ? different : 0;
                different *= own.dependsOn[side] ? m_groups.spans(side).size() : 1;
            }
            kept += different;
            m_isShared = kept * fewestGroupsForDistance <= m_groups.size();
            if (!m_isShared && !m_groups.ofOneTileEach()) {
                m_along.clear();
                return;
            }
            own.begins.assign(different, unknown);
        }
        m_along.push_back(std::move(along));
    }
    sumLengths();
}

void LayoutDistances::sumLengths()
{
    for (std::size_t side = 0; side < m_spansBegin.size(); ++side) {
        m_spansBegin[side] = m_spansInAll;
        m_spansInAll += m_groups.spans(side).size();
    }
    m_lengthsInAll.resize(m_along.size() * m_spansInAll);
    for (std::size_t run = 0; run < m_along.size(); ++run) {
        Count* const own = m_lengthsInAll.data() + run * m_spansInAll;
        for (std::size_t side = 0; side < blockSides.size(); ++side) {
            for (std::size_t span = 0; span < m_groups.spans(blockSides[side]).size(); ++span) {
                const Slice& slice = m_slices[run * m_slicesOfRun + m_sideBegin[side] + span];
                const auto begin = m_lengths.begin() + static_cast<std::ptrdiff_t>(slice.lengths);
                own[m_spansBegin[blockSides[side]] + span] =
                    std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(slice.count), Count{0});
            }
        }
    }
    for (std::size_t span = 0; span + 1 < m_inChannelsBegin.size(); ++span) {
        for (std::size_t number = m_inChannelsBegin[span]; number < m_inChannelsBegin[span + 1]; ++number) {
            const InChannels& part = m_inChannels[number];
            m_lengthsInAll[part.run * m_spansInAll + m_spansBegin[MapGroups::channelSide] + span] += part.channels;
        }
    }
}

/// Calls `visit` with the row or column of each piece of the run that has anything of these spans, and what it has along the sides on which
/// that depends.
template <typename Visit>
void LayoutDistances::forEachPlace(std::size_t run, const Along& along, const std::array<std::uint16_t, 4>& spans,
                                   const Visit& visit) const
{
    const auto slice = [&](std::size_t side) {
        const std::size_t own = blockSides[side];
        return along.dependsOn[own] ? m_slices[run * m_slicesOfRun + m_sideBegin[side] + spans[own]] : Slice{0, 0, 1};
    };
    const auto [batch, rows, columns] = std::array{slice(0), slice(1), slice(2)};
    const auto ofBlock = [&](const LayoutIndex::Block& block, Count channels) {
        for (std::size_t j = 0; j < rows.count; ++j) {
            for (std::size_t k = 0; k < columns.count; ++k) {
                const Count times = channels * m_lengths[rows.lengths + j] * m_lengths[columns.lengths + k];
                const std::size_t line =
                    ((rows.first + j) * block.column.size() + columns.first + k) * block.batch.size() + batch.first;
                for (std::size_t i = 0; i < batch.count; ++i) {
                    visit(block.at[line + i].*along.side, times * m_lengths[batch.lengths + i]);
                }
            }
        }
    };
    if (!along.dependsOn[MapGroups::channelSide]) {
        ofBlock(m_layout.blocksOf(run).front(), 1);
        return;
    }
    const std::size_t channels = spans[MapGroups::channelSide];
    for (std::size_t part = m_inChannelsBegin[channels]; part < m_inChannelsBegin[channels + 1]; ++part) {
        if (m_inChannels[part].run == run) {
            ofBlock(*m_inChannels[part].block, m_inChannels[part].channels);
        }
    }
}

/// Index in `m_distances` of what groups with these spans ask of the run; found once.
std::size_t LayoutDistances::distancesFor(std::size_t run, Along& along, const std::array<std::uint16_t, 4>& spans)
{
    std::size_t number = 0;
    for (std::size_t side = 0; side < spans.size(); ++side) {
        number += along.steps[side] * spans[side];
    }
    std::uint32_t& begin = along.begins[number];
    if (begin != unknown) {
        return begin;
    }
    begin = static_cast<std::uint32_t>(m_distances.size());
    std::vector<Count>& places = along.side == &TilePlace::row ? m_byRow : m_byColumn;
    std::ranges::fill(places, 0);
    forEachPlace(run, along, spans, [&places](std::uint16_t place, Count words) { places[place] += words; });
    toDistances(places);
    m_distances.insert(m_distances.end(), places.begin(), places.end());
    return begin;
}

/// Adds the hops and words of what the group asks of a run: along the sides on which its place along a side of the chip does not depend, all
/// that the run holds is as far.
void LayoutDistances::addAlong(std::span<const TilePlace> tiles, std::size_t group, std::size_t run)
{
    const std::array<std::uint16_t, 4>& spans = m_groups.spansOf(group);
    std::array<Count, 4> lengths{};
    Count words = 1;
    for (std::size_t side = 0; side < spans.size(); ++side) {
        lengths[side] = m_lengthsInAll[run * m_spansInAll + m_spansBegin[side] + spans[side]];
        words *= lengths[side];
    }
    if (words == 0) {
        return;
    }
    m_words += words;
    for (Along& along : m_along[run]) {
        Count times = 1;
        for (std::size_t side = 0; side < spans.size(); ++side) {
            times *= along.dependsOn[side] ? 1 : lengths[side];
        }
        const std::size_t begin = distancesFor(run, along, spans);
        const Count* const distances = m_distances.data() + begin;
        for (std::size_t tile = 0; tile < tiles.size(); ++tile) {
            m_hops[tile] += times * distances[tiles[tile].*along.side];
        }
    }
}

/// Calls `visit` with the spans' numbers of every combination of the groups' spans along these sides, and the group's number; along the others
/// with those of the first.
template <typename Visit>
void LayoutDistances::forEachCombination(const MapSides& sides, const Visit& visit) const
{
    const std::array<std::size_t, 4> steps = m_groups.steps();
    std::array<std::uint16_t, 4> spans{};
    const auto count = [&](std::size_t side) {
        return static_cast<std::uint16_t>(sides[side] ? m_groups.spans(side).size() : 1);
    };
    for (spans[0] = 0; spans[0] < count(0); ++spans[0]) {
        for (spans[1] = 0; spans[1] < count(1); ++spans[1]) {
            for (spans[2] = 0; spans[2] < count(2); ++spans[2]) {
                for (spans[3] = 0; spans[3] < count(3); ++spans[3]) {
                    visit(spans, spans[0] * steps[0] + spans[1] * steps[1] + spans[2] * steps[2] + spans[3] * steps[3]);
                }
            }
        }
    }
}

/// Along a side on which neither the places of the groups' tiles depend nor those of the pieces, all is as far: lengths add up.
Count LayoutDistances::allOfRun(std::size_t run, Along& along)
{
    const MapSides& ofTiles = m_groups.ofOneTileEach()->along(along.side);
    const Count* const lengths = m_lengthsInAll.data() + run * m_spansInAll;
    MapSides together{};
    Count times = 1;
    bool isAskedOnce = true; // what each combination of the pieces' sides is as far from
    for (std::size_t side = 0; side < together.size(); ++side) {
        together[side] = along.dependsOn[side] || ofTiles[side];
        isAskedOnce = isAskedOnce && (along.dependsOn[side] || !ofTiles[side]);
        const Count* const own = lengths + m_spansBegin[side];
        times *= together[side] ? 1 : std::accumulate(own, own + m_groups.spans(side).size(), Count{0});
    }
    if (times == 0) {
        return 0;
    }
    Count hops = 0;
    forEachCombination(together, [&](const std::array<std::uint16_t, 4>& spans, std::size_t group) {
        Count words = 1;
        for (std::size_t side = 0; side < spans.size(); ++side) {
            words *= together[side] && !along.dependsOn[side] ? lengths[m_spansBegin[side] + spans[side]] : 1;
        }
        const auto tile = static_cast<Count>(m_groups.tilesOf(group).front().*along.side);
        if (isAskedOnce) {
            forEachPlace(run, along, spans, [&](std::uint16_t place, Count own) { hops += words * own * std::abs(place - tile); });
        } else if (words > 0) {
            const std::size_t begin = distancesFor(run, along, spans);
            hops += words * m_distances[begin + static_cast<std::size_t>(tile)];
        }
    });
    return times * hops;
}

/// The same of one of few pieces.
Count LayoutDistances::allOfFew(std::size_t piece, std::uint16_t TilePlace::*side) const
{
    const MapSides& ofTiles = m_groups.ofOneTileEach()->along(side);
    const std::size_t pieces = m_layout.few().size();
    const int place = placeOf(m_layout.few()[piece].at).*side;
    Count times = 1;
    for (std::size_t own = 0; own < ofTiles.size(); ++own) {
        Count sum = 0;
        for (std::size_t number = piece; !ofTiles[own] && number < m_few[own].size(); number += pieces) {
            sum += m_few[own][number];
        }
        times *= ofTiles[own] ? 1 : sum;
    }
    if (times == 0) {
        return 0;
    }
    Count hops = 0;
    forEachCombination(ofTiles, [&](const std::array<std::uint16_t, 4>& spans, std::size_t group) {
        Count words = 1;
        for (std::size_t own = 0; own < spans.size(); ++own) {
            words *= ofTiles[own] ? m_few[own][spans[own] * pieces + piece] : 1;
        }
        hops += words * std::abs(m_groups.tilesOf(group).front().*side - place);
    });
    return times * hops;
}

std::optional<Count> LayoutDistances::toAll()
{
    if (!m_groups.ofOneTileEach() || (m_along.empty() && m_layout.few().empty())) {
        return std::nullopt;
    }
    Count hops = 0;
    for (std::size_t run = 0; run < m_along.size(); ++run) {
        for (Along& along : m_along[run]) {
            hops += allOfRun(run, along);
        }
    }
    for (std::size_t piece = 0; piece < m_layout.few().size(); ++piece) {
        hops += allOfFew(piece, &TilePlace::row) + allOfFew(piece, &TilePlace::column);
    }
    return hops;
}

} // namespace tilescape::cost
