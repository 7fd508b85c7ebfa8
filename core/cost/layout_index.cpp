#include "core/cost/layout_index.h"

#include <algorithm>
#include <map>

namespace tilescape::cost {

using dataflow::Layout;
using dataflow::MapRange;
using dataflow::Span;

namespace {

/// Layouts over memory channels have no more pieces than these.
constexpr std::size_t fewPieces = 8;

std::vector<Span> distinct(const std::vector<const Layout::Piece*>& pieces, Span MapRange::*side)
{
    std::vector<Span> spans;
    for (const Layout::Piece* piece : pieces) {
        spans.push_back(piece->range.*side);
    }
    std::sort(spans.begin(), spans.end());
    return {spans.begin(), std::unique(spans.begin(), spans.end())}; // no longer than it is: layouts are kept
}

} // namespace

LayoutIndex::LayoutIndex(const Layout& layout)
{
    for (const Layout::Piece& piece : layout.pieces) {
        m_last = {std::max(m_last.row, piece.at.row), std::max(m_last.column, piece.at.column)};
    }
    if (layout.pieces.size() <= fewPieces) {
        m_few = layout.pieces;
        return;
    }
    addByChannels(layout.pieces);
    findSides();
}

LayoutIndex::LayoutIndex(const std::vector<const LayoutIndex*>& parts, const std::vector<Count>& channels)
{
    std::size_t fewInAll = 0;
    bool all = true;
    for (const LayoutIndex* part : parts) {
        m_last = {std::max(m_last.row, part->m_last.row), std::max(m_last.column, part->m_last.column)};
        fewInAll += part->m_few.size();
        all = all && part->m_blocks.empty();
    }
    const bool few = all && fewInAll <= fewPieces;
    Count offset = 0;
    for (std::size_t number = 0; number < parts.size(); ++number) {
        std::vector<Layout::Piece> pieces = parts[number]->m_few;
        for (Layout::Piece& piece : pieces) {
            piece.range.channel = shifted(piece.range.channel, offset);
        }
        if (few) {
            m_few.insert(m_few.end(), pieces.begin(), pieces.end());
        } else {
            addByChannels(pieces);
        }
        for (Block block : parts[number]->m_blocks) {
            block.channel = shifted(block.channel, offset);
            m_mostChannels = std::max(m_mostChannels, block.channel.size());
            add(std::move(block));
        }
        offset += channels[number];
    }
    findSides();
}

void LayoutIndex::addByChannels(const std::vector<Layout::Piece>& all)
{
    std::map<Span, Pieces> byChannels;
    for (const Layout::Piece& piece : all) {
        byChannels[piece.range.channel].push_back(&piece);
    }
    for (const auto& [channels, pieces] : byChannels) {
        m_mostChannels = std::max(m_mostChannels, channels.size());
        add(pieces);
    }
}

void LayoutIndex::add(const Pieces& pieces)
{
    Block block{pieces.front()->range.channel, distinct(pieces, &MapRange::batch), distinct(pieces, &MapRange::row),
                distinct(pieces, &MapRange::column), {}};
    // The pieces are sorted: those of a grid stand by batch, then by row, then by column.
    bool grid = block.batch.size() * block.row.size() * block.column.size() == pieces.size();
    block.at.resize(grid ? pieces.size() : 0);
    std::size_t number = 0;
    for (std::size_t i = 0; grid && i < block.batch.size(); ++i) {
        for (std::size_t j = 0; grid && j < block.row.size(); ++j) {
            for (std::size_t k = 0; grid && k < block.column.size(); ++k) {
                const MapRange& range = pieces[number]->range;
                grid = range.batch == block.batch[i] && range.row == block.row[j] && range.column == block.column[k];
                block.at[(j * block.column.size() + k) * block.batch.size() + i] = placeOf(pieces[number]->at);
                ++number;
            }
        }
    }
    if (grid) {
        add(std::move(block));
        return;
    }
    for (const Layout::Piece* piece : pieces) {
        add({piece->range.channel, {piece->range.batch}, {piece->range.row}, {piece->range.column}, {placeOf(piece->at)}});
    }
}

void LayoutIndex::add(Block block)
{
    const auto continues = [&block](const Block& last) {
        return last.channel.end <= block.channel.begin && last.batch == block.batch && last.row == block.row
               && last.column == block.column;
    };
    if (m_blocks.empty() || !continues(m_blocks.back())) {
        m_runs.push_back({m_blocks.size(), {}, {}});
    }
    m_blocks.push_back(std::move(block));
}

std::span<const LayoutIndex::Block> LayoutIndex::blocksOf(std::size_t run) const
{
    const std::size_t end = run + 1 < m_runs.size() ? m_runs[run + 1].first : m_blocks.size();
    return std::span(m_blocks).subspan(m_runs[run].first, end - m_runs[run].first);
}

void LayoutIndex::findSides()
{
    std::vector<TilePlace> together;
    for (std::size_t number = 0; number < m_runs.size(); ++number) {
        const std::span<const Block> blocks = blocksOf(number);
        const Block& first = blocks.front();
        std::span<const TilePlace> places = first.at;
        if (blocks.size() > 1) {
            together.clear();
            for (const Block& block : blocks) {
                together.insert(together.end(), block.at.begin(), block.at.end());
            }
            places = together;
        }
        const std::size_t batch = first.batch.size();
        const GridOfPlaces grid{places,
                                {batch, blocks.size(), first.row.size(), first.column.size()},
                                {1, first.at.size(), first.column.size() * batch, batch}};
        Run& run = m_runs[number];
        run.shifts = placeShifts(grid);
        run.sides = run.shifts ? run.shifts->sides() : placeSides(grid);
    }
}

std::size_t LayoutIndex::bytes() const
{
    std::size_t bytes = sizeof(*this) + m_few.capacity() * sizeof(Layout::Piece) + m_runs.capacity() * sizeof(Run);
    for (const Block& block : m_blocks) {
        bytes += sizeof(block) + (block.batch.size() + block.row.size() + block.column.size()) * sizeof(Span)
                 + block.at.capacity() * sizeof(TilePlace);
    }
    for (const Run& run : m_runs) {
        for (std::size_t side = 0; run.shifts && side < run.shifts->bySide.size(); ++side) {
            bytes += run.shifts->bySide[side].capacity() * sizeof(TileShift);
        }
    }
    return bytes;
}

std::size_t LayoutIndex::firstBeyond(const std::vector<Span>& spans, Count begin)
{
    const auto found =
        std::partition_point(spans.begin(), spans.end(), [begin](Span span) { return span.end <= begin; });
    return static_cast<std::size_t>(found - spans.begin());
}

std::size_t LayoutIndex::firstBlock(Count channel) const
{
    const auto found = std::partition_point(m_blocks.begin(), m_blocks.end(), [&](const Block& own) {
        return own.channel.begin + m_mostChannels <= channel;
    });
    return static_cast<std::size_t>(found - m_blocks.begin());
}

void LayoutIndex::find(const MapRange& range, std::vector<Part>& parts) const
{
    parts.clear();
    for (const Layout::Piece& piece : m_few) {
        const Count words = dataflow::overlap(piece.range.channel, range.channel).size()
                            * dataflow::overlap(piece.range.batch, range.batch).size()
                            * dataflow::overlap(piece.range.row, range.row).size()
                            * dataflow::overlap(piece.range.column, range.column).size();
        if (words > 0) {
            parts.push_back({words, piece.at});
        }
    }
    auto block = m_blocks.begin() + static_cast<std::ptrdiff_t>(firstBlock(range.channel.begin));
    for (; block != m_blocks.end() && block->channel.begin < range.channel.end; ++block) {
        const Count channels = dataflow::overlap(block->channel, range.channel).size();
        if (channels == 0) {
            continue;
        }
        const std::size_t firstBatch = firstBeyond(block->batch, range.batch.begin);
        const std::size_t firstRow = firstBeyond(block->row, range.row.begin);
        const std::size_t firstColumn = firstBeyond(block->column, range.column.begin);
        for (std::size_t j = firstRow; j < block->row.size() && block->row[j].begin < range.row.end; ++j) {
            const Count rows = channels * dataflow::overlap(block->row[j], range.row).size();
            for (std::size_t k = firstColumn; k < block->column.size() && block->column[k].begin < range.column.end;
                 ++k) {
                const Count pixels = rows * dataflow::overlap(block->column[k], range.column).size();
                const TilePlace* const at = &block->at[(j * block->column.size() + k) * block->batch.size()];
                for (std::size_t i = firstBatch; i < block->batch.size() && block->batch[i].begin < range.batch.end;
                     ++i) {
                    parts.push_back({pixels * dataflow::overlap(block->batch[i], range.batch).size(), tileAt(at[i])});
                }
            }
        }
    }
}

} // namespace tilescape::cost
