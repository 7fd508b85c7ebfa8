#include "core/cost/layout_distances.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace tilescape::cost {

// Where pieces lie along rows or columns of the chip depends on few of their sides: distances are then found once for many groups.

namespace {

/// Runs, of which each group looks at all, and groups for one distance that is kept, with which keeping distances pays.
constexpr std::size_t fewRuns = 8;
constexpr std::size_t fewestGroupsForDistance = 2;

constexpr std::uint32_t unknown = std::numeric_limits<std::uint32_t>::max();

} // namespace

/// Where groups share distances; once.
void LayoutDistances::prepareAlong()
{
    if (std::exchange(m_isPrepared, true) || m_layout.runs().size() > fewRuns) {
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
            if (kept * fewestGroupsForDistance > m_groups.size()) {
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

/// Whether the sides shift both the groups' tiles and all pieces by themselves.
bool LayoutDistances::areShifted() const
{
    return m_groups.shifts() && m_layout.runs().size() <= fewRuns
           && std::ranges::all_of(m_layout.runs(), [](const LayoutIndex::Run& run) { return run.shifts.has_value(); });
}

/// What the groups ask of one of few pieces along a side, by how far it is from them there.
void LayoutDistances::addFew(std::size_t piece, std::size_t side, std::int32_t TileShift::*along,
                             PlaceDifferences& differences) const
{
    const std::vector<TileShift>& ofTiles = m_groups.shifts()->bySide[side];
    const std::size_t pieces = m_layout.few().size();
    Count sum = 0;
    for (std::size_t span = 0; span < m_groups.spans(side).size(); ++span) {
        const Count common = m_few[side][span * pieces + piece];
        if (!ofTiles.empty()) {
            differences.add(ofTiles[span].*along, common);
        }
        sum += common;
    }
    if (ofTiles.empty()) {
        differences.multiply(sum);
    } else {
        differences.endSide();
    }
}

/// What the groups ask of the run along a side, by how far it is from them there.
void LayoutDistances::addShifted(std::size_t run, std::size_t side, std::int32_t TileShift::*along,
                                 PlaceDifferences& differences) const
{
    const std::vector<TileShift>& ofTiles = m_groups.shifts()->bySide[side];
    const std::vector<TileShift>& ofPieces = m_layout.runs()[run].shifts->bySide[side];
    const bool isShifted = !ofTiles.empty() || !ofPieces.empty();
    const auto shiftOf = [along](const std::vector<TileShift>& shifts, std::size_t at) {
        return Count{shifts.empty() ? 0 : shifts[at].*along};
    };
    Count sum = 0;
    const auto note = [&](std::size_t span, std::size_t piece, Count amount) {
        if (isShifted) {
            differences.add(shiftOf(ofTiles, span) - shiftOf(ofPieces, piece), amount);
        }
        sum += amount;
    };
    const auto ofBlocks = static_cast<std::size_t>(std::ranges::find(blockSides, side) - blockSides.begin());
    for (std::size_t span = 0; span < m_groups.spans(side).size(); ++span) {
        if (side == MapGroups::channelSide) {
            for (std::size_t number = m_inChannelsBegin[span]; number < m_inChannelsBegin[span + 1]; ++number) {
                const InChannels& own = m_inChannels[number];
                if (own.run == run) {
                    note(span, static_cast<std::size_t>(own.block - m_layout.blocksOf(run).data()), own.channels);
                }
            }
            continue;
        }
        const Slice& slice = m_slices[run * m_slicesOfRun + m_sideBegin[ofBlocks] + span];
        for (std::size_t index = 0; index < slice.count; ++index) {
            note(span, slice.first + index, m_lengths[slice.lengths + index]);
        }
    }
    if (isShifted) {
        differences.endSide();
    } else {
        differences.multiply(sum);
    }
}

Count LayoutDistances::allShifted() const
{
    const auto along = [this](std::uint16_t TilePlace::*place, std::int32_t TileShift::*shift, std::size_t places) {
        PlaceDifferences differences(static_cast<Count>(places) - 1);
        const Count first = m_groups.shifts()->first.*place;
        Count hops = 0;
        for (std::size_t run = 0; run < m_layout.runs().size(); ++run) {
            differences.clear();
            for (std::size_t side = 0; side < MapGroups::sides.size(); ++side) {
                addShifted(run, side, shift, differences);
            }
            hops += differences.hops(first - m_layout.runs()[run].shifts->first.*place);
        }
        for (std::size_t piece = 0; piece < m_layout.few().size(); ++piece) {
            differences.clear();
            for (std::size_t side = 0; side < MapGroups::sides.size(); ++side) {
                addFew(piece, side, shift, differences);
            }
            hops += differences.hops(first - placeOf(m_layout.few()[piece].at).*place);
        }
        return hops;
    };
    return along(&TilePlace::row, &TileShift::row, m_byRow.size())
           + along(&TilePlace::column, &TileShift::column, m_byColumn.size());
}

std::optional<Count> LayoutDistances::toAll() const
{
    return areShifted() ? std::optional(allShifted()) : std::nullopt;
}

} // namespace tilescape::cost
