#pragma once

#include "core/support/dimensions.h"

#include <random>

namespace samples {

using namespace tilescape;

/// Random numbers, the same ones in every run.
class Dice {
public:
    explicit Dice(unsigned seed) : m_engine(seed) {}
    Count upTo(Count largest) { return std::uniform_int_distribution<Count>(1, largest)(m_engine); }
    bool once(Count in) { return upTo(in) == 1; }
    template <typename Container>
    const auto& pick(const Container& from)
    {
        return from[static_cast<std::size_t>(upTo(static_cast<Count>(from.size())) - 1)];
    }
    std::mt19937& engine() { return m_engine; }

private:
    std::mt19937 m_engine;
};

} // namespace samples
