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
