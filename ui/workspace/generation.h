#pragma once

#include <cstdint>

namespace tilescape::ui::workspace {

/// Tells whether a result from the background still answers the newest request. Work keeps the number that it was begun
/// under; once another generation has begun, what the work brings is stale and is to be dropped. For one thread.
class Generation {
public:
    /// Begins another generation: results of all earlier ones are stale from here on.
    std::uint64_t begin() { return ++m_current; }
    [[nodiscard]] std::uint64_t current() const { return m_current; }
    [[nodiscard]] bool isCurrent(std::uint64_t generation) const { return generation == m_current; }

private:
    std::uint64_t m_current = 0;
};

} // namespace tilescape::ui::workspace
