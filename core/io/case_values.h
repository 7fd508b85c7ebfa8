#pragma once

#include "core/dataflow/scheme.h"
#include "core/io/json_reader.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace tilescape::io {

inline constexpr Count largestCount = Count{1} << 31;

// Values that must be there in a case. What is wrong with one is noted, and a harmless value stands in for it.

Count countAt(const JsonPlace& object, std::string_view key, Count smallest = 1, Count largest = largestCount);
Extent extentOf(const JsonPlace& place);
Extent extentAt(const JsonPlace& object, std::string_view key);
double costAt(const JsonPlace& object, std::string_view key);
/// A number above zero, or "inf".
double limitAt(const JsonPlace& object, std::string_view key);
std::string textAt(const JsonPlace& object, std::string_view key);
bool flagAt(const JsonPlace& object, std::string_view key, std::optional<bool> without = std::nullopt);

/// A list that names each of `all` once.
template <typename Enum, std::size_t Size>
std::array<Enum, Size> permutationAt(const JsonPlace& place, const std::array<Enum, Size>& all)
{
    std::array<Enum, Size> order = all;
    const auto elements = place.elements();
    if (!elements) {
        return order;
    }
    std::vector<std::string_view> names;
    for (const Enum value : all) {
        names.push_back(nameOf(value));
    }
    std::vector<std::size_t> numbers;
    for (const JsonPlace& element : *elements) {
        if (const auto number = element.choice(names)) {
            numbers.push_back(*number);
        }
    }
    std::vector<std::size_t> sorted = numbers;
    std::sort(sorted.begin(), sorted.end());
    if (sorted.size() != Size || std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
        place.fault("this is no order", fmt::format("it names each of {} once", fmt::join(names, ", ")));
        return order;
    }
    for (std::size_t i = 0; i < Size; ++i) {
        order[i] = all[numbers[i]];
    }
    return order;
}

/// Whether `read` finds no fault.
template <typename Read>
bool isSound(const JsonPlace& place, Read read)
{
    const std::size_t before = place.faults().count();
    read();
    return place.faults().count() == before;
}

/// How a layer runs; `chip`: its tiles, which a scheme takes that names no region.
dataflow::LayerScheme readScheme(const JsonPlace& place, Extent chip);
dataflow::Partition readPartition(const JsonPlace& place);

} // namespace tilescape::io
