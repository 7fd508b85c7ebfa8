#pragma once

#include <cstdint>
#include <string_view>

namespace tilescape::support {

/// Numbers that look random and are the same everywhere: SplitMix64 (Steele and others, OOPSLA'14). One object a place
/// that draws, seeded by what it draws for: the order of the draws, and threads, then change nothing.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : m_state(seed) {}

    std::uint64_t next()
    {
        m_state += 0x9e3779b97f4a7c15ULL;
        std::uint64_t mixed = m_state;
        mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9ULL;
        mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebULL;
        return mixed ^ (mixed >> 31U);
    }
    /// In [0, 1).
    double fraction() { return static_cast<double>(next() >> 11U) * 0x1p-53; }
    /// Below `count`, which is at least 1.
    std::size_t below(std::size_t count) { return static_cast<std::size_t>(next() % count); }
    bool hits(double probability) { return fraction() < probability; }

private:
    std::uint64_t m_state;
};

/// A seed from a text and a number (FNV-1a).
inline std::uint64_t seedOf(std::string_view text, std::uint64_t number)
{
    std::uint64_t hash = 0xcbf29ce484222325ULL ^ (number * 0x9e3779b97f4a7c15ULL);
    for (const char letter : text) {
        hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3ULL;
    }
    return hash;
}

} // namespace tilescape::support
