#include "core/search/kapla/nearest_hops.h"

#include "core/dataflow/nearest_places.h"
#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <numeric>

namespace tilescape::search {

using dataflow::GridSides;
using dataflow::Region;

namespace {

constexpr std::int32_t farthest = std::numeric_limits<std::int32_t>::max();

std::vector<std::int32_t> smallestOf(const std::vector<std::int32_t>& hops, const std::vector<std::int32_t>& part,
                                     Count parts)
{
    std::vector<std::int32_t> smallest(static_cast<std::size_t>(parts), farthest);
    for (std::size_t place = 0; place < hops.size(); ++place) {
        std::int32_t& own = smallest[static_cast<std::size_t>(part[place])];
        own = std::min(own, hops[place]);
    }
    return smallest;
}

std::int64_t sumOf(const std::vector<std::int32_t>& hops)
{
    return std::accumulate(hops.begin(), hops.end(), std::int64_t{0});
}

/// The sum over all groups, where hops are one number for each row and one for each column.
std::int64_t sumOfSides(const SideParts& groups, const std::vector<std::int32_t>& ofRow,
                        const std::vector<std::int32_t>& ofColumn)
{
    return sumOf(smallestOf(ofRow, groups.ofRow, groups.parts.height)) * groups.parts.width
           + sumOf(smallestOf(ofColumn, groups.ofColumn, groups.parts.width)) * groups.parts.height;
}

/// The same tile by tile. `hopsOfRow(row, hops)` tells those of each tile of a row.
template <typename HopsOfRow>
std::int64_t sumOfTiles(const SideParts& groups, const HopsOfRow& hopsOfRow)
{
    std::vector<std::int32_t> nearest(static_cast<std::size_t>(groups.parts.size()), farthest);
    std::vector<std::int32_t> hops(groups.ofColumn.size());
    for (std::size_t row = 0; row < groups.ofRow.size(); ++row) {
        hopsOfRow(row, hops);
        std::int32_t* const ofRow = nearest.data() + groups.ofRow[row] * groups.parts.width;
        for (std::size_t column = 0; column < hops.size(); ++column) {
            std::int32_t& own = ofRow[groups.ofColumn[column]];
            own = std::min(own, hops[column]);
        }
    }
    return sumOf(nearest);
}

/// Rows or columns that a tile's place along one side moves its words by along the other, for each of at most two places.
using Shift = std::array<Count, 2>;

/// One side of a region against that of what is stored.
class Side {
public:
    /// `own` and `shift` tell of each place along this side, and each of `places`, where it lies along the stored side and what it
    /// moves words by along the other.
    template <typename Own, typename Moved>
    Side(std::size_t length, std::size_t places, const Own& own, const Moved& moved)
        : m_places(places), m_own(length), m_shiftOf(length)
    {
        for (std::size_t at = 0; at < length; ++at) {
            Shift shift{};
            for (std::size_t place = 0; place < places; ++place) {
                m_own[at][place] = own(place, at);
                shift[place] = moved(place, at);
            }
            const auto known = std::find(m_shifts.begin(), m_shifts.end(), shift);
            m_shiftOf[at] = static_cast<std::size_t>(known - m_shifts.begin());
            if (known == m_shifts.end()) {
                m_shifts.push_back(shift);
            }
        }
    }

    /// Different shifts of the other side.
    [[nodiscard]] const std::vector<Shift>& shifts() const { return m_shifts; }

    /// The hops along this side from each place on `chip` to the stored ones, moved by `shift`.
    [[nodiscard]] std::vector<std::int32_t> hops(const std::vector<Count>& chip, const std::vector<Count>& stored,
                                                 const Shift& shift) const
    {
        std::vector<std::int32_t> hops(m_own.size());
        for (std::size_t at = 0; at < m_own.size(); ++at) {
            for (std::size_t place = 0; place < m_places; ++place) {
                hops[at] += static_cast<std::int32_t>(
                    std::abs(chip[at] - stored[static_cast<std::size_t>(m_own[at][place] + shift[place])]));
            }
        }
        return hops;
    }

    /// The smallest hops of places that belong to one part and move the other side alike: by part.
    struct Least {
        std::size_t shift = 0;          ///< of the other side
        std::vector<std::int32_t> hops; ///< by what the other side moves this one by
    };
    [[nodiscard]] std::vector<std::vector<Least>> leastOf(const std::vector<std::int32_t>& part, Count parts,
                                                          const std::vector<Count>& chip,
                                                          const std::vector<Count>& stored,
                                                          const std::vector<Shift>& moves) const
    {
        std::vector<std::vector<Least>> least(static_cast<std::size_t>(parts));
        for (std::size_t move = 0; move < moves.size(); ++move) {
            const std::vector<std::int32_t> all = hops(chip, stored, moves[move]);
            for (std::size_t at = 0; at < all.size(); ++at) {
                std::vector<Least>& own = least[static_cast<std::size_t>(part[at])];
                auto found = std::find_if(own.begin(), own.end(),
                                          [&](const Least& known) { return known.shift == m_shiftOf[at]; });
                if (found == own.end()) {
                    found = own.insert(own.end(), {m_shiftOf[at], std::vector<std::int32_t>(moves.size(), farthest)});
                }
                found->hops[move] = std::min(found->hops[move], all[at]);
            }
        }
        return least;
    }

private:
    std::size_t m_places = 1;
    std::vector<Shift> m_own;
    std::vector<std::size_t> m_shiftOf; ///< the index among `m_shifts`
    std::vector<Shift> m_shifts;
};

std::int64_t sumOfGrids(const SideParts& groups, const GridSides& tiles, const GridSides& stored,
                        std::span<const OutputPlaces> places)
{
    const Side rows(
        tiles.rows.size(), places.size(),
        [&](std::size_t place, std::size_t row) { return places[place].ofRow(row).height; },
        [&](std::size_t place, std::size_t row) { return places[place].ofRow(row).width; });
    const Side columns(
        tiles.columns.size(), places.size(),
        [&](std::size_t place, std::size_t column) { return places[place].ofColumn(column).width; },
        [&](std::size_t place, std::size_t column) { return places[place].ofColumn(column).height; });
    if (rows.shifts().size() == 1 && columns.shifts().size() == 1) {
        return sumOfSides(groups, rows.hops(tiles.rows, stored.rows, columns.shifts().front()),
                          columns.hops(tiles.columns, stored.columns, rows.shifts().front()));
    }
    const auto ofRows = rows.leastOf(groups.ofRow, groups.parts.height, tiles.rows, stored.rows, columns.shifts());
    const auto ofColumns =
        columns.leastOf(groups.ofColumn, groups.parts.width, tiles.columns, stored.columns, rows.shifts());
    std::int64_t sum = 0;
    for (const std::vector<Side::Least>& inRows : ofRows) {
        for (const std::vector<Side::Least>& inColumns : ofColumns) {
            std::int32_t nearest = farthest;
            for (const Side::Least& row : inRows) {
                for (const Side::Least& column : inColumns) {
                    nearest = std::min(nearest, row.hops[column.shift] + column.hops[row.shift]);
                }
            }
            sum += nearest;
        }
    }
    return sum;
}

std::int64_t sumOfPlaces(const SideParts& groups, const Region& tiles, const Region& stored,
                         std::span<const OutputPlaces> places)
{
    return sumOfTiles(groups, [&](std::size_t row, std::vector<std::int32_t>& hops) {
        for (std::size_t column = 0; column < hops.size(); ++column) {
            const Tile tile = tiles.tiles[row * hops.size() + column];
            hops[column] = 0;
            for (const OutputPlaces& place : places) {
                hops[column] += static_cast<std::int32_t>(hopsBetween(tile, stored.tiles[place.at(row, column)]));
            }
        }
    });
}

/// From each of some rows or columns to the nearest of others.
std::vector<std::int32_t> toNearest(const std::vector<Count>& from, const std::vector<Count>& to)
{
    std::vector<std::int32_t> hops;
    for (const Count place : from) {
        Count nearest = std::numeric_limits<Count>::max();
        for (const Count other : to) {
            nearest = std::min(nearest, std::abs(place - other));
        }
        hops.push_back(static_cast<std::int32_t>(nearest));
    }
    return hops;
}

} // namespace

MemoryHops::MemoryHops(const Region& region, const Region& memory)
{
    const auto sides = dataflow::gridSides(region);
    if (const auto channels = dataflow::gridSides(memory); sides && channels) {
        m_ofRow = toNearest(sides->rows, channels->rows);
        m_ofColumn = toNearest(sides->columns, channels->columns);
        return;
    }
    const std::vector<Count> hops = dataflow::hopsToNearest(region.tiles, memory.tiles);
    m_ofTiles.assign(hops.begin(), hops.end());
}

std::vector<Count> MemoryHops::tilesAt() const
{
    std::vector<Count> tiles;
    const auto count = [&tiles](std::size_t hops) {
        tiles.resize(std::max(tiles.size(), hops + 1));
        ++tiles[hops];
    };
    for (const std::int32_t ofRow : m_ofRow) {
        for (const std::int32_t ofColumn : m_ofColumn) {
            count(static_cast<std::size_t>(ofRow + ofColumn));
        }
    }
    for (const std::size_t hops : m_ofTiles) {
        count(hops);
    }
    return tiles;
}

double MemoryHops::meanOf(const SideParts& groups) const
{
    const std::int64_t sum = !m_ofRow.empty()
                                 ? sumOfSides(groups, m_ofRow, m_ofColumn)
                                 : sumOfTiles(groups, [this](std::size_t row, std::vector<std::int32_t>& hops) {
                                       std::copy_n(m_ofTiles.begin() + static_cast<std::ptrdiff_t>(row * hops.size()),
                                                   hops.size(), hops.begin());
                                   });
    return static_cast<double>(sum) / static_cast<double>(groups.parts.size());
}

double meanNearestHops(const SideParts& groups, const SidedRegion& tiles, const SidedRegion& stored,
                       std::span<const OutputPlaces> places)
{
    const bool apart =
        tiles.sides && stored.sides
        && std::all_of(places.begin(), places.end(), [](const OutputPlaces& place) { return place.addUp(); });
    const std::int64_t sum = apart ? sumOfGrids(groups, *tiles.sides, *stored.sides, places)
                                   : sumOfPlaces(groups, tiles.region, stored.region, places);
    return static_cast<double>(sum) / static_cast<double>(groups.parts.size()) / static_cast<double>(places.size());
}

} // namespace tilescape::search
