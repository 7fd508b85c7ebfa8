#pragma once

#include "core/hardware/hardware.h"

#include <vector>

namespace tilescape::search {

/// The hops from the tiles of a chip to their nearest memory channels, which bound what any region's tiles have.
class MemoryDistances {
public:
    explicit MemoryDistances(const hardware::Machine& machine);

    /// A lower bound of the word-hops between the channels and tiles of which each takes at most `mostWords` of `words`:
    /// the nearest tiles of the chip take as much as they can.
    [[nodiscard]] double leastWordHops(double words, double mostWords) const;
    /// The number of tiles at a channel.
    [[nodiscard]] Count channels() const { return m_channels; }

private:
    std::vector<double> m_sums; ///< of the distances of the nearest 0, 1, ... tiles
    Count m_channels = 0;
};

} // namespace tilescape::search
