#pragma once

#include "core/support/dimensions.h"

#include <cstddef>
#include <vector>

namespace tilescape::cost {

/// How far words are from where they are needed along the rows or the columns of the chip, where the sides of a map shift both by
/// themselves (`PlaceShifts`): differences of sides add up, and what they have of the map is multiplied. A product over as many pairs
/// as there are pieces and tiles becomes one over the few different differences along each side.
class PlaceDifferences {
public:
    /// For rows or columns of the chip, in tiles, up to `last`.
    explicit PlaceDifferences(Count last);

    /// Forgets all sides.
    void clear();
    /// Along the next side `amount` (items, channels, rows or columns of the map) lies `difference` tiles before the tile that needs it: between -2
    /// and 2 times `last`.
    void add(Count difference, Count amount)
    {
        if (amount != 0) {
            Count& own = m_own[static_cast<std::size_t>(difference + m_most)];
            if (own == 0) {
                m_touched.push_back(difference);
            }
            own += amount;
        }
    }
    /// All of that side was added.
    void endSide();
    /// Along a side that shifts neither, there is so much.
    void multiply(Count factor);
    /// Word-hops, where the first tile lies `base` tiles beyond the first piece.
    [[nodiscard]] Count hops(Count base) const;

private:
    struct Words {
        Count difference = 0;
        Count words = 0;
    };
    void takeOwn();

    Count m_most;                 ///< difference
    std::vector<Count> m_own;     ///< of the next side, by difference from `-m_most` on
    std::vector<Count> m_touched; ///< differences that it has, each once
    std::vector<Words> m_words;   ///< of the sides so far
    std::vector<Words> m_before;  ///< of all but the last of them
    Count m_factor = 1;
};

} // namespace tilescape::cost
