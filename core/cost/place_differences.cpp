#include "core/cost/place_differences.h"

#include <cstdlib>
#include <utility>

namespace tilescape::cost {

PlaceDifferences::PlaceDifferences(Count last)
    : m_most(2 * last), m_own(static_cast<std::size_t>(2 * m_most + 1)), m_words{{0, 1}}
{}

void PlaceDifferences::clear()
{
    m_words.assign(1, {0, 1});
    m_factor = 1;
}

void PlaceDifferences::multiply(Count factor) { m_factor *= factor; }

/// Makes what was added the words of the sides so far.
void PlaceDifferences::takeOwn()
{
    m_words.clear();
    for (const Count difference : m_touched) {
        m_words.push_back({difference, std::exchange(m_own[static_cast<std::size_t>(difference + m_most)], 0)});
    }
    m_touched.clear();
}

void PlaceDifferences::endSide()
{
    std::swap(m_before, m_words);
    takeOwn();
    if (m_before.size() == 1 && m_before.front().difference == 0 && m_before.front().words == 1) {
        return; // the first side
    }
    for (const Words& own : m_words) {
        for (const Words& before : m_before) {
            add(own.difference + before.difference, own.words * before.words);
        }
    }
    takeOwn();
}

Count PlaceDifferences::hops(Count base) const
{
    Count hops = 0;
    for (const Words& own : m_words) {
        hops += own.words * std::abs(own.difference + base);
    }
    return m_factor * hops;
}

} // namespace tilescape::cost
