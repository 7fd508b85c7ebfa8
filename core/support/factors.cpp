#include "core/support/factors.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>

namespace tilescape::support {

namespace {

/// Numbers of 32 bits have fewer divisors up to their square root than this.
constexpr std::size_t mostSmallDivisors = 768;

/// Those up to the square root, ascending, then what they leave of `value`.
std::vector<Count> withOthers(std::span<const Count> small, Count value)
{
    const bool isSquare = small.back() * small.back() == value;
    std::vector<Count> found(2 * small.size() - (isSquare ? 1 : 0));
    std::ranges::copy(small, found.begin());
    for (std::size_t number = 0; number < small.size(); ++number) {
        found[found.size() - 1 - number] = quotient(value, small[number]);
    }
    return found;
}

} // namespace

std::vector<Count> divisors(Count value)
{
    if (value <= std::numeric_limits<std::uint32_t>::max()) { // far faster to divide
        std::array<Count, mostSmallDivisors> small; // not set: only what is found is read
        std::size_t count = 0;
        const auto whole = static_cast<std::uint32_t>(value);
        for (std::uint32_t candidate = 1; candidate <= whole / candidate; ++candidate) {
            if (whole % candidate == 0) {
                small[count++] = candidate;
            }
        }
        return withOthers(std::span(small).first(count), value);
    }
    std::vector<Count> small;
    for (Count candidate = 1; candidate <= value / candidate; ++candidate) {
        if (value % candidate == 0) {
            small.push_back(candidate);
        }
    }
    return withOthers(small, value);
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
            if (residue(value, both) != 0) {
                continue;
            }
            for (const Count third : all) {
                if (residue(value, both * third) == 0) {
                    found.push_back({first, second, third, quotient(value, both * third)});
                }
            }
        }
    }
    return found;
}

} // namespace tilescape::support
