#pragma once

#include "core/support/dimensions.h"

#include <array>
#include <string_view>
#include <vector>

namespace tilescape::cost {

/// Sides of a tile, towards the neighbour's router.
enum class Heading { North, East, South, West };
inline constexpr std::array<Heading, 4> allHeadings{Heading::North, Heading::East, Heading::South, Heading::West};
std::string_view nameOf(Heading heading); ///< "north", "east", "south", "west"; row 0 lies north, column 0 west

/// A directed link of the mesh: from a tile's router to its neighbour's.
struct Link {
    Tile from;
    Heading heading = Heading::East;

    [[nodiscard]] Tile to() const;
    friend bool operator==(const Link&, const Link&) = default;
};

/// Every link of a mesh of `tiles`, row by row: between neighbours, in both directions.
std::vector<Link> linksOf(Extent tiles);

/// Words across each directed link of a mesh. One word over one link is one word-hop: `sum` counts word-hops.
class LinkWords {
public:
    LinkWords() : LinkWords(Extent{}) {}
    explicit LinkWords(Extent tiles)
        : m_tiles(tiles), m_words(static_cast<std::size_t>(tiles.size()) * allHeadings.size(), 0)
    {
    }

    [[nodiscard]] Extent tiles() const { return m_tiles; }
    [[nodiscard]] double at(const Link& link) const { return m_words[indexOf(link)]; } ///< `link` lies in the mesh
    [[nodiscard]] double sum() const;
    [[nodiscard]] double largest() const; ///< of one link; 0 where there is none

    /// Sends words along the row to the column of `to`, then along that column: XY routing. Both lie in the mesh.
    void send(Tile from, Tile to, double words);
    LinkWords& operator+=(const LinkWords& other); ///< of an equal mesh

private:
    [[nodiscard]] std::size_t indexOf(const Link& link) const
    {
        return static_cast<std::size_t>(link.from.row * m_tiles.width + link.from.column) * allHeadings.size()
            + static_cast<std::size_t>(link.heading);
    }

    Extent m_tiles;
    std::vector<double> m_words; ///< by tile, then by heading; 0 of a link that would leave the mesh
};

} // namespace tilescape::cost
