#include "core/support/factors.h"

#include <algorithm>

namespace tilescape::support {

std::vector<Count> divisors(Count value)
{
    std::vector<Count> found;
    for (Count candidate = 1; candidate * candidate <= value; ++candidate) {
        if (value % candidate == 0) {
            found.push_back(candidate);
            if (candidate != value / candidate) {
                found.push_back(value / candidate);
            }
        }
    }
    std::sort(found.begin(), found.end());
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
    for (const Count first : divisors(value)) {
        for (const Count second : divisors(value / first)) {
            for (const Count third : divisors(value / first / second)) {
                found.push_back({first, second, third, value / first / second / third});
            }
        }
    }
    return found;
}

} // namespace tilescape::support
