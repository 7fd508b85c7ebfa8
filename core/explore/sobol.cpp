#include "core/explore/sobol.h"

#include <array>
#include <cassert>

namespace tilescape::explore {

namespace {

constexpr unsigned bits = 32;
using Directions = std::array<std::uint32_t, bits>;

/// A primitive polynomial over GF(2), x^degree + ... + 1, and the first direction numbers of its dimension.
struct Row {
    unsigned degree;
    unsigned inner; ///< the coefficients between the first and the last, the highest power in the highest bit
    std::array<std::uint32_t, 6> first;
};

/// Of the dimensions from the second on.
constexpr std::array<Row, sobolDimensions - 1> directionRows{{
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
    {5, 14, {1, 3, 5, 5, 31}},
    {6, 1, {1, 3, 3, 9, 7, 49}},
    {6, 13, {1, 1, 1, 15, 21, 21}},
    {6, 16, {1, 3, 1, 13, 27, 49}},
}};

constexpr Directions directionsOf(const Row& row)
{
    Directions v{};
    for (unsigned i = 0; i < row.degree; ++i) {
        v[i] = row.first[i] << (bits - 1 - i);
    }
    for (unsigned i = row.degree; i < bits; ++i) {
        v[i] = v[i - row.degree] ^ (v[i - row.degree] >> row.degree);
        for (unsigned k = 1; k < row.degree; ++k) {
            if ((row.inner >> (row.degree - 1 - k)) & 1U) {
                v[i] ^= v[i - k];
            }
        }
    }
    return v;
}

constexpr std::array<Directions, sobolDimensions> allDirections()
{
    std::array<Directions, sobolDimensions> all{};
    for (unsigned i = 0; i < bits; ++i) {
        all[0][i] = std::uint32_t{1} << (bits - 1 - i);
    }
    for (std::size_t d = 1; d < sobolDimensions; ++d) {
        all[d] = directionsOf(directionRows[d - 1]);
    }
    return all;
}

constexpr std::array<Directions, sobolDimensions> directions = allDirections();

} // namespace

double sobolPoint(std::uint64_t number, std::size_t dimension)
{
    assert(number < sobolPoints && dimension < sobolDimensions);
    std::uint32_t sum = 0;
    for (unsigned i = 0; number >> i != 0; ++i) {
        if ((number >> i) & 1U) {
            sum ^= directions[dimension][i];
        }
    }
    return static_cast<double>(sum) * 0x1p-32;
}

} // namespace tilescape::explore
