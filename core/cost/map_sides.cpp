#include "core/cost/map_sides.h"

namespace tilescape::cost {

namespace {

/// What differs between these depends on the side.
void note(PlaceSides& sides, std::size_t side, TilePlace one, TilePlace other)
{
    sides.row[side] = sides.row[side] || one.row != other.row;
    sides.column[side] = sides.column[side] || one.column != other.column;
}

} // namespace

PlaceSides placeSides(std::span<const TilePlace> places, const std::array<std::size_t, 4>& counts,
                      const std::array<std::size_t, 4>& steps)
{
    PlaceSides sides;
    std::array<std::size_t, 4> at{};
    for (at[0] = 0; at[0] < counts[0]; ++at[0]) {
        for (at[1] = 0; at[1] < counts[1]; ++at[1]) {
            for (at[2] = 0; at[2] < counts[2]; ++at[2]) {
                for (at[3] = 0; at[3] < counts[3]; ++at[3]) {
                    const std::size_t place = at[0] * steps[0] + at[1] * steps[1] + at[2] * steps[2] + at[3] * steps[3];
                    for (std::size_t side = 0; side < at.size(); ++side) {
                        if (at[side] > 0) {
                            note(sides, side, places[place], places[place - steps[side]]);
                        }
                    }
                }
            }
        }
    }
    return sides;
}

void addPlaceSides(PlaceSides& sides, std::span<const TilePlace> places, std::span<const TilePlace> others,
                   std::size_t side)
{
    for (std::size_t place = 0; place < places.size(); ++place) {
        note(sides, side, places[place], others[place]);
    }
}

} // namespace tilescape::cost
