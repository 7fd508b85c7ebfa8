#pragma once

#include <cstddef>
#include <cstdint>

namespace tilescape::explore {

/// Dimensions that `sobolPoint` knows.
inline constexpr std::size_t sobolDimensions = 16;
/// Points after which the sequence is exhausted.
inline constexpr std::uint64_t sobolPoints = std::uint64_t{1} << 32U;

/// Coordinate `dimension` of point `number` of the Sobol sequence, in [0, 1) (Sobol, 1967; initial direction numbers of Joe
/// and Kuo, 2008): in each dimension the first 2^m points lie one in each of 2^m equal intervals. Point 0 is the origin.
double sobolPoint(std::uint64_t number, std::size_t dimension);

} // namespace tilescape::explore
