#include "core/cost/layout_distances.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace tilescape::cost {

using dataflow::Span;

namespace {

/// Tiles of a group, beyond which distances along the two sides are summed up apart.
constexpr std::size_t fewTiles = 4;

} // namespace

/// Replaces words at places along a side by the word-hops from all of them to each place: words passed by so far lie
/// behind, the others ahead.
void LayoutDistances::toDistances(std::vector<Count>& places)
{
    Count ahead = 0;
    Count distance = 0;
    for (std::size_t place = 0; place < places.size(); ++place) {
        ahead += places[place];
        distance += places[place] * static_cast<Count>(place);
    }
    Count behind = 0;
    for (Count& place : places) {
        behind += place;
        ahead -= place;
        place = distance;
        distance += behind - ahead;
    }
}

LayoutDistances::LayoutDistances(const LayoutIndex& layout, const MapGroups& groups)
    : m_layout(layout),
      m_groups(groups),
      m_byRow(static_cast<std::size_t>(std::max<Count>(layout.last().row, groups.last().row)) + 1),
      m_byColumn(static_cast<std::size_t>(std::max<Count>(layout.last().column, groups.last().column)) + 1)
{
    if (!layout.few().empty()) {
        for (std::size_t side = 0; side < MapGroups::sides.size(); ++side) {
            m_few[side].reserve(groups.spans(side).size() * layout.few().size());
            m_fewThatMeet[side].reserve(groups.spans(side).size());
            for (const Span span : groups.spans(side)) {
                unsigned meet = 0;
                for (const dataflow::Layout::Piece& piece : layout.few()) {
                    const Count common = dataflow::overlap(piece.range.*MapGroups::sides[side], span).size();
                    meet |= common > 0 ? 1U << (m_few[side].size() % layout.few().size()) : 0U;
                    m_few[side].push_back(common);
                }
                m_fewThatMeet[side].push_back(static_cast<std::uint8_t>(meet));
            }
        }
        return;
    }
    m_lengths.push_back(1); // of what is looked at only once
    for (std::size_t side = 0; side < blockSides.size(); ++side) {
        m_sideBegin[side] = m_slicesOfRun;
        m_slicesOfRun += groups.spans(blockSides[side]).size();
    }
    m_slices.reserve(m_slicesOfRun * layout.runs().size());
    for (const LayoutIndex::Run& run : layout.runs()) {
        addSlices(layout.blocks()[run.first]);
    }
    m_inChannelsBegin.reserve(groups.spans(MapGroups::channelSide).size() + 1);
    m_inChannelsBegin.push_back(0);
    for (const Span wanted : groups.spans(MapGroups::channelSide)) {
        addChannels(wanted);
        m_inChannelsBegin.push_back(m_inChannels.size());
    }
}

void LayoutDistances::addSlices(const LayoutIndex::Block& grid)
{
    const std::array<const std::vector<Span>*, 3> sides{&grid.batch, &grid.row, &grid.column};
    for (std::size_t side = 0; side < sides.size(); ++side) {
        for (const Span wanted : m_groups.spans(blockSides[side])) {
            m_slices.push_back(overlapping(*sides[side], wanted));
        }
    }
}

void LayoutDistances::addChannels(Span wanted)
{
    for (std::size_t run = 0; run < m_layout.runs().size(); ++run) {
        const std::span<const LayoutIndex::Block> blocks = m_layout.blocksOf(run);
        auto block = std::partition_point(blocks.begin(), blocks.end(), [wanted](const LayoutIndex::Block& own) {
            return own.channel.end <= wanted.begin;
        });
        for (; block != blocks.end() && block->channel.begin < wanted.end; ++block) {
            m_inChannels.push_back({run, &*block, dataflow::overlap(block->channel, wanted).size()});
        }
    }
}

LayoutDistances::Slice LayoutDistances::overlapping(const std::vector<Span>& spans, Span wanted)
{
    Slice slice{LayoutIndex::firstBeyond(spans, wanted.begin), m_lengths.size(), 0};
    for (std::size_t index = slice.first; index < spans.size() && spans[index].begin < wanted.end; ++index) {
        m_lengths.push_back(static_cast<std::uint32_t>(dataflow::overlap(spans[index], wanted).size()));
    }
    slice.count = m_lengths.size() - slice.lengths;
    return slice;
}

/// Calls `visit` with what the group asks of each block that has channels of it.
template <typename Visit>
void LayoutDistances::forEachBlock(std::size_t group, const Visit& visit) const
{
    const std::array<std::uint16_t, 4>& spans = m_groups.spansOf(group);
    const auto slice = [&](std::size_t run, std::size_t side) -> const Slice& {
        return m_slices[run * m_slicesOfRun + m_sideBegin[side] + spans[blockSides[side]]];
    };
    const std::size_t channels = spans[MapGroups::channelSide];
    for (std::size_t number = m_inChannelsBegin[channels]; number < m_inChannelsBegin[channels + 1]; ++number) {
        const InChannels& own = m_inChannels[number];
        visit(Asked{own.block, own.channels, {slice(own.run, 0), slice(own.run, 1), slice(own.run, 2)}});
    }
}

/// Calls `visit` with the words that each of few pieces has of the group's, and its tile; with those that have any. Most groups meet one
/// of the pieces.
template <typename Visit>
void LayoutDistances::forEachFew(std::size_t group, const Visit& visit) const
{
    const std::array<std::uint16_t, 4>& spans = m_groups.spansOf(group);
    const std::vector<dataflow::Layout::Piece>& few = m_layout.few();
    unsigned meet = m_fewThatMeet[0][spans[0]] & m_fewThatMeet[1][spans[1]] & m_fewThatMeet[2][spans[2]]
                    & m_fewThatMeet[3][spans[3]];
    for (; meet != 0; meet &= meet - 1) {
        const auto piece = static_cast<std::size_t>(std::countr_zero(meet));
        Count words = 1;
        for (std::size_t side = 0; side < spans.size(); ++side) {
            words *= m_few[side][spans[side] * few.size() + piece];
        }
        visit(words, few[piece].at);
    }
}

LayoutDistances::Hops LayoutDistances::fromFew(std::size_t group, Tile tile) const
{
    Hops all;
    forEachFew(group, [&](Count words, Tile at) {
        all.words += words;
        all.hops += words * hopsBetween(at, tile);
    });
    return all;
}

LayoutDistances::Hops LayoutDistances::fromBlock(const Asked& asked, TilePlace tile) const
{
    const auto& [batch, rows, columns] = asked.grid;
    const LayoutIndex::Block& block = *asked.block;
    const std::uint32_t* const lengths = m_lengths.data() + batch.lengths;
    Hops all;
    for (std::size_t j = 0; j < rows.count; ++j) {
        for (std::size_t k = 0; k < columns.count; ++k) {
            const TilePlace* const at =
                block.at.data() + ((rows.first + j) * block.column.size() + columns.first + k) * block.batch.size()
                + batch.first;
            std::uint64_t hops = 0;
            std::uint64_t words = 0;
            for (std::size_t i = 0; i < batch.count; ++i) {
                const auto distance = static_cast<std::uint32_t>(std::abs(at[i].row - tile.row)
                                                                 + std::abs(at[i].column - tile.column));
                words += lengths[i];
                hops += std::uint64_t{lengths[i]} * distance;
            }
            const Count times = Count{m_lengths[rows.lengths + j]} * m_lengths[columns.lengths + k];
            all.words += times * static_cast<Count>(words);
            all.hops += times * static_cast<Count>(hops);
        }
    }
    return {asked.channels * all.hops, asked.channels * all.words};
}

void LayoutDistances::hold(Count words, Tile at)
{
    m_words += words;
    m_byRow[static_cast<std::size_t>(at.row)] += words;
    m_byColumn[static_cast<std::size_t>(at.column)] += words;
}

void LayoutDistances::holdBlock(const Asked& asked)
{
    const auto& [batch, rows, columns] = asked.grid;
    const LayoutIndex::Block& block = *asked.block;
    for (std::size_t j = 0; j < rows.count; ++j) {
        for (std::size_t k = 0; k < columns.count; ++k) {
            const std::size_t line =
                ((rows.first + j) * block.column.size() + columns.first + k) * block.batch.size() + batch.first;
            const Count times = asked.channels * m_lengths[rows.lengths + j] * m_lengths[columns.lengths + k];
            for (std::size_t i = 0; i < batch.count; ++i) {
                hold(times * m_lengths[batch.lengths + i], tileAt(block.at[line + i]));
            }
        }
    }
}

LayoutDistances::Fetch LayoutDistances::to(std::size_t group)
{
    const std::span<const TilePlace> tiles = m_groups.tilesOf(group);
    const bool isFew = !m_layout.few().empty();
    m_hops.clear();
    m_words = 0;
    prepareAlong();
    if (!m_along.empty()) {
        m_hops.resize(tiles.size());
        for (std::size_t run = 0; run < m_along.size(); ++run) {
            addAlong(tiles, group, run);
        }
        return {m_hops, m_words};
    }
    if (tiles.size() > fewTiles) {
        std::ranges::fill(m_byRow, 0);
        std::ranges::fill(m_byColumn, 0);
        if (isFew) {
            forEachFew(group, [this](Count words, Tile at) { hold(words, at); });
        } else {
            forEachBlock(group, [this](const Asked& asked) { holdBlock(asked); });
        }
        toDistances(m_byRow);
        toDistances(m_byColumn);
        for (const TilePlace place : tiles) {
            m_hops.push_back(m_byRow[place.row] + m_byColumn[place.column]);
        }
        return {m_hops, m_words};
    }
    for (const TilePlace place : tiles) {
        Hops all;
        if (isFew) {
            all = fromFew(group, tileAt(place));
        } else {
            forEachBlock(group, [&](const Asked& asked) {
                const Hops own = fromBlock(asked, place);
                all.hops += own.hops;
                all.words += own.words;
            });
        }
        m_hops.push_back(all.hops);
        m_words = all.words;
    }
    return {m_hops, m_words};
}

} // namespace tilescape::cost
