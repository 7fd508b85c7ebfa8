#pragma once

#include "core/support/dimensions.h"

#include <array>
#include <string_view>
#include <vector>

namespace tilescape::cost {

/// The direction in which a link leaves a tile. Row 0 lies north, column 0 lies west.
enum class Heading { North, East, South, West };
inline constexpr std::array<Heading, 4> allHeadings{Heading::North, Heading::East, Heading::South, Heading::West};
std::string_view nameOf(Heading heading); ///< "north", "east", "south", "west"

/// A directed link of the mesh, from a tile's router to that of its neighbour.
struct Link {
    Tile from;
    Heading heading = Heading::East;

    /// The neighbour at the other end.
    [[nodiscard]] Tile to() const;
    friend bool operator==(const Link&, const Link&) = default;
};

/// Every directed link of a mesh of `tiles`, row by row; none leaves the mesh.
std::vector<Link> linksOf(Extent tiles);

/// The words that cross each directed link of a mesh. One word over one link is one word-hop.
class LinkWords {
public:
    LinkWords() : LinkWords(Extent{}) {}
    explicit LinkWords(Extent tiles)
        : m_tiles(tiles), m_words(static_cast<std::size_t>(tiles.size()) * allHeadings.size(), 0)
    {
    }

    /// Rows and columns of the mesh.
    [[nodiscard]] Extent tiles() const { return m_tiles; }
    /// Words over `link`, which must lie in the mesh.
    [[nodiscard]] double at(const Link& link) const { return m_words[indexOf(link)]; }
    [[nodiscard]] double sum() const;     ///< over all links: word-hops
    [[nodiscard]] double largest() const; ///< words over the busiest link; 0 if there is none

    /// Adds words along the row of `from` to the column of `to`, then along that column (XY routing). Both must lie in
    /// the mesh.
    void send(Tile from, Tile to, double words);
    LinkWords& operator+=(const LinkWords& other); ///< `other` must have as many rows and columns

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
