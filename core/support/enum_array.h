#pragma once

#include <array>
#include <cstddef>

namespace tilescape::support {

/// A fixed array indexed by an enumeration whose values run from 0 to Size - 1.
template <typename Enum, typename Value, std::size_t Size>
struct EnumArray {
    std::array<Value, Size> values{};

    constexpr Value& operator[](Enum index) { return values[static_cast<std::size_t>(index)]; }
    constexpr const Value& operator[](Enum index) const { return values[static_cast<std::size_t>(index)]; }

    constexpr auto begin() { return values.begin(); }
    constexpr auto end() { return values.end(); }
    constexpr auto begin() const { return values.begin(); }
    constexpr auto end() const { return values.end(); }

    friend constexpr bool operator==(const EnumArray&, const EnumArray&) = default;
    friend constexpr auto operator<=>(const EnumArray&, const EnumArray&) = default;
};

} // namespace tilescape::support
