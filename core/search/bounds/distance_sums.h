#pragma once

#include "core/support/dimensions.h"

#include <vector>

namespace tilescape::search {

/// The hops from some tiles to the nearest of some places, which bound the word-hops between them.
class DistanceSums {
public:
    /// Of one tile each, in any order.
    explicit DistanceSums(const std::vector<Count>& distances);

    /// A lower bound of the word-hops between the places and tiles of which each takes at most `mostWords` of `words`:
    /// the nearest tiles take as much as they can, and if they cannot take all, the rest is left out.
    [[nodiscard]] double leastWordHops(double words, double mostWords) const;
    /// The hops of the last of these words.
    [[nodiscard]] double mostHops(double words, double mostWords) const;

private:
    /// Tiles at the same distance: there are at most as many runs as a chip has rows and columns together.
    struct Run {
        std::size_t first = 0; ///< the number of tiles that are nearer
        double sum = 0;        ///< of the distances of these
        double distance = 0;
    };
    /// That of the tile with this many nearer ones, or the last; there is a tile.
    [[nodiscard]] const Run& runOf(std::size_t tile) const;

    std::vector<Run> m_runs; ///< by distance
    std::size_t m_tiles = 0;
};

} // namespace tilescape::search
