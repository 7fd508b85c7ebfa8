#include "core/program/tile_state.h"

#include <algorithm>
#include <functional>

namespace tilescape::program {

RangeState::RangeState(const Range& laidOut, bool hasWords) : range(laidOut)
{
    if (range.pieceWords > 0) {
        pieces.resize(static_cast<std::size_t>(range.pieceCount()));
        words.resize(hasWords ? static_cast<std::size_t>(range.words()) : 0);
    }
}

std::size_t RangeState::pieceOf(const Unit& unit) const { return placeWithin(range.pieces, unit); }

std::span<Word> RangeState::wordsOf(std::size_t piece, Count count, std::size_t offset)
{
    if (words.empty()) {
        return {};
    }
    return std::span(words).subspan(piece * static_cast<std::size_t>(range.pieceWords) + offset, static_cast<std::size_t>(count));
}

void RangeState::clear(std::size_t piece)
{
    std::ranges::fill(wordsOf(piece, range.pieceWords), Word{0});
}

void RangeState::add(std::size_t piece, std::span<const Word> addends, std::size_t offset)
{
    const std::span<Word> sums = wordsOf(piece, static_cast<Count>(addends.size()), offset);
    std::transform(sums.begin(), sums.end(), addends.begin(), sums.begin(), std::plus<>());
}

RegisterBlock::Entry& RegisterBlock::of(const Unit& unit, const PerAxis<Count>& units)
{
    if (entries.empty() || count != units) {
        count = units;
        Count size = 1;
        for (const Count along : count) {
            size *= along;
        }
        entries.assign(static_cast<std::size_t>(size), {});
    }
    return entries[placeWithin(count, unit)];
}

RegisterBlock::Entry* RegisterBlock::find(const Unit& unit)
{
    if (entries.empty()) {
        return nullptr;
    }
    Entry& entry = entries[placeWithin(count, unit)];
    return entry.valid && entry.unit == unit ? &entry : nullptr;
}

} // namespace tilescape::program
