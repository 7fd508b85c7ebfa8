#include "core/cost/link_words.h"

#include <algorithm>
#include <numeric>

namespace tilescape::cost {

std::string_view nameOf(Heading heading)
{
    switch (heading) {
    case Heading::North:
        return "north";
    case Heading::East:
        return "east";
    case Heading::South:
        return "south";
    case Heading::West:
        return "west";
    }
    return "";
}

Tile Link::to() const
{
    switch (heading) {
    case Heading::North:
        return {from.row - 1, from.column};
    case Heading::East:
        return {from.row, from.column + 1};
    case Heading::South:
        return {from.row + 1, from.column};
    case Heading::West:
        return {from.row, from.column - 1};
    }
    return from;
}

std::vector<Link> linksOf(Extent tiles)
{
    std::vector<Link> links;
    for (Count row = 0; row < tiles.height; ++row) {
        for (Count column = 0; column < tiles.width; ++column) {
            for (const Heading heading : allHeadings) {
                const Link link{{row, column}, heading};
                const Tile to = link.to();
                if (to.row >= 0 && to.row < tiles.height && to.column >= 0 && to.column < tiles.width) {
                    links.push_back(link);
                }
            }
        }
    }
    return links;
}

double LinkWords::sum() const { return std::accumulate(m_words.begin(), m_words.end(), 0.0); }

double LinkWords::largest() const { return m_words.empty() ? 0 : *std::max_element(m_words.begin(), m_words.end()); }

void LinkWords::send(Tile from, Tile to, double words)
{
    while (from != to) {
        const Heading heading = from.column < to.column ? Heading::East
            : from.column > to.column                   ? Heading::West
            : from.row < to.row                         ? Heading::South
                                                        : Heading::North;
        const Link link{from, heading};
        m_words[indexOf(link)] += words;
        from = link.to();
    }
}

LinkWords& LinkWords::operator+=(const LinkWords& other)
{
    for (std::size_t i = 0; i < m_words.size(); ++i) {
        m_words[i] += other.m_words[i];
    }
    return *this;
}

} // namespace tilescape::cost
