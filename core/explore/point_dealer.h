#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

namespace tilescape::explore {

/// Deals numbered points to workers as these fall free: each has a few at once, so that it need not wait for the next. Which
/// worker gets which depends on when they are done, and nothing else does.
class PointDealer {
public:
    /// Points that a worker has at once: one that it solves, and the next.
    static constexpr std::size_t ahead = 2;

    PointDealer(std::size_t points, std::size_t workers) : m_points(points), m_dealt(workers) {}

    /// The next point for this worker; none where it has as many as it may, or where all are dealt.
    std::optional<std::size_t> deal(std::size_t worker);
    /// The first of the worker's points is done; which one that was.
    std::size_t finish(std::size_t worker);
    /// No more points are dealt.
    void drop() { m_next = m_points; }
    /// Whether any worker has points.
    [[nodiscard]] bool isBusy() const;

private:
    std::size_t m_points = 0;
    std::size_t m_next = 0;
    std::vector<std::deque<std::size_t>> m_dealt; ///< by worker, in the order in which they are solved
};

} // namespace tilescape::explore
