#include "core/support/factors.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace tilescape::support {

namespace {

/// Appends those up to the square root, ascending.
template <typename Integer>
void addSmallDivisors(Integer value, std::vector<Count>& found)
{
    for (Integer candidate = 1; candidate <= value / candidate; ++candidate) {
        if (value % candidate == 0) {
            found.push_back(static_cast<Count>(candidate));
        }
    }
}

} // namespace

std::vector<Count> divisors(Count value)
{
    std::vector<Count> found;
    if (value <= std::numeric_limits<std::uint32_t>::max()) { // far faster to divide
        addSmallDivisors(static_cast<std::uint32_t>(value), found);
    } else {
        addSmallDivisors(value, found);
    }
    for (std::size_t number = found.size(); number-- > 0;) {
        const Count other = value / found[number];
        if (other != found.back()) {
            found.push_back(other);
        }
    }
    return found;
}

/// Among so many numbers some divide well, however large they are.
constexpr Count mostAdded = 64;

std::vector<Count> roundedCounts(Count value)
{
    std::vector<Count> found;
    if (value < 3) {
        return found; // one stays one: a loop that does not run
    }
    std::size_t most = 2 * divisors(value).size();
    for (Count rounded = value + 1; rounded <= value + std::clamp<Count>(value / 8, 1, mostAdded); ++rounded) {
        const std::size_t own = divisors(rounded).size();
        if (own >= most) {
            most = own + 1;
            found.resize(std::min<std::size_t>(found.size(), 1));
            found.push_back(rounded);
        }
    }
    return found;
}

std::vector<std::array<Count, 4>> fourFactors(Count value)
{
    std::vector<std::array<Count, 4>> found;
    const std::vector<Count> all = divisors(value);
    for (const Count first : all) {
        for (const Count second : all) {
            const Count both = first * second;
            if (value % both != 0) {
                continue;
            }
            for (const Count third : all) {
                if (value % (both * third) == 0) {
                    found.push_back({first, second, third, value / (both * third)});
                }
            }
        }
    }
    return found;
}

} // namespace tilescape::support
