#pragma once

#include <cstddef>
#include <vector>

namespace tilescape::explore {

/// Whether `a` is nowhere larger than `b`, and somewhere smaller. Both have the same length.
bool dominates(const std::vector<double>& a, const std::vector<double>& b);

/// The indices, ascending, of the rows that no other row dominates; smaller is better everywhere. Equal rows are all on
/// the front, or none is. Rows have the same length, and no NaN. O(n log n) for up to two columns, and O(n x front) for
/// more.
std::vector<std::size_t> paretoFront(const std::vector<std::vector<double>>& rows);

} // namespace tilescape::explore
