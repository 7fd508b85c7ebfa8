#include "core/cost/map_sides.h"

#include <algorithm>

namespace tilescape::cost {

namespace {

/// Calls `visit` with the place of each piece along the sides, and its index in `places`; until that returns false.
template <typename Visit>
bool forEachOfGrid(const GridOfPlaces& grid, const Visit& visit)
{
    const auto& [places, counts, steps] = grid;
    std::array<std::size_t, 4> at{};
    for (at[0] = 0; at[0] < counts[0]; ++at[0]) {
        for (at[1] = 0; at[1] < counts[1]; ++at[1]) {
            for (at[2] = 0; at[2] < counts[2]; ++at[2]) {
                std::size_t place = at[0] * steps[0] + at[1] * steps[1] + at[2] * steps[2];
                for (at[3] = 0; at[3] < counts[3]; ++at[3], place += steps[3]) {
                    if (!visit(at, place)) {
                        return false;
                    }
                }
            }
        }
    }
    return true;
}

TileShift shiftBetween(TilePlace from, TilePlace to) { return {to.row - from.row, to.column - from.column}; }

} // namespace

PlaceSides PlaceShifts::sides() const
{
    PlaceSides sides;
    for (std::size_t side = 0; side < bySide.size(); ++side) {
        sides.row[side] = std::ranges::any_of(bySide[side], [](TileShift own) { return own.row != 0; });
        sides.column[side] = std::ranges::any_of(bySide[side], [](TileShift own) { return own.column != 0; });
    }
    return sides;
}

PlaceSides placeSides(const GridOfPlaces& grid)
{
    PlaceSides sides;
    forEachOfGrid(grid, [&](const std::array<std::size_t, 4>& at, std::size_t place) {
        for (std::size_t side = 0; side < at.size(); ++side) {
            if (at[side] > 0) {
                const TilePlace one = grid.places[place];
                const TilePlace other = grid.places[place - grid.steps[side]];
                sides.row[side] = sides.row[side] || one.row != other.row;
                sides.column[side] = sides.column[side] || one.column != other.column;
            }
        }
        return true;
    });
    return sides;
}

std::optional<PlaceShifts> placeShifts(const GridOfPlaces& grid)
{
    PlaceShifts shifts{grid.places.front(), {}};
    for (std::size_t side = 0; side < grid.counts.size(); ++side) {
        std::vector<TileShift>& own = shifts.bySide[side];
        own.reserve(grid.counts[side]);
        for (std::size_t at = 0; at < grid.counts[side]; ++at) {
            own.push_back(shiftBetween(shifts.first, grid.places[at * grid.steps[side]]));
        }
    }
    const bool all = forEachOfGrid(grid, [&](const std::array<std::size_t, 4>& at, std::size_t place) {
        TileShift sum;
        for (std::size_t side = 0; side < at.size(); ++side) {
            sum.row += shifts.bySide[side][at[side]].row;
            sum.column += shifts.bySide[side][at[side]].column;
        }
        return sum == shiftBetween(shifts.first, grid.places[place]);
    });
    if (!all) {
        return std::nullopt;
    }
    for (std::vector<TileShift>& own : shifts.bySide) {
        if (std::ranges::all_of(own, [](TileShift shift) { return shift == TileShift{}; })) {
            own = {};
        }
    }
    return shifts;
}

} // namespace tilescape::cost
