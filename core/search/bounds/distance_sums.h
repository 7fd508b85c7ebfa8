#pragma once

#include "core/support/dimensions.h"

#include <vector>

namespace tilescape::search {

/// The hops from some tiles to the nearest of some places, which bound the word-hops between them.
class DistanceSums {
public:
    /// Of one tile each, in any order.
    explicit DistanceSums(std::vector<Count> distances);

    /// A lower bound of the word-hops between the places and tiles of which each takes at most `mostWords` of `words`:
    /// the nearest tiles take as much as they can, and if they cannot take all, the rest is left out.
    [[nodiscard]] double leastWordHops(double words, double mostWords) const;
    /// The hops of the last of these words.
    [[nodiscard]] double mostHops(double words, double mostWords) const;

private:
    std::vector<double> m_sums; ///< of the distances of the nearest 0, 1, ... tiles
};

} // namespace tilescape::search
