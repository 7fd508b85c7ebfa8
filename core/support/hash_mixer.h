#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>

namespace tilescape::support {

/// The hash of several numbers, which are mixed in one after the other.
class HashMixer {
public:
    void add(std::integral auto value) { mix(static_cast<std::uint64_t>(value)); }
    void add(double value) { mix(std::bit_cast<std::uint64_t>(value)); }
    [[nodiscard]] std::size_t hash() const { return m_mixed; }

private:
    void mix(std::uint64_t value)
    {
        m_mixed = (m_mixed ^ value) * 0x9E3779B97F4A7C15U; // 2^64 over the golden ratio
        m_mixed ^= m_mixed >> 32U;
    }

    std::uint64_t m_mixed = 0;
};

} // namespace tilescape::support
