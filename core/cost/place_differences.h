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
    /// Of places up to `last` along the rows or columns.
    explicit PlaceDifferences(Count last);

    /// Forgets all sides.
    void clear();
    /// Of the next side: `amount` of the map is moved by `difference`, between -2 and 2 times `last`.
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
    /// The side is complete.
    void endSide();
    /// Of this much along a side that shifts neither.
    void multiply(Count factor);
    /// Words times their distances, `base` further on all.
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
