#include "core/program/tile_state.h"

namespace tilescape::program {

namespace {

std::size_t within(const Unit& unit, const PerAxis<Count>& count)
{
    Count index = 0;
    for (const Axis axis : allAxes) {
        index = index * count[axis] + unit[axis] % count[axis];
    }
    return static_cast<std::size_t>(index);
}

} // namespace

RangeState::RangeState(const Range& laidOut) : range(laidOut)
{
    if (range.pieceWords > 0) {
        pieces.resize(static_cast<std::size_t>(range.pieceCount()));
        words.resize(static_cast<std::size_t>(range.words()));
    }
}

std::size_t RangeState::pieceOf(const Unit& unit) const { return within(unit, range.pieces); }

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
    return entries[within(unit, count)];
}

RegisterBlock::Entry* RegisterBlock::find(const Unit& unit)
{
    if (entries.empty()) {
        return nullptr;
    }
    Entry& entry = entries[within(unit, count)];
    return entry.valid && entry.unit == unit ? &entry : nullptr;
}

} // namespace tilescape::program
