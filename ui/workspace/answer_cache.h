#pragma once

#include "core/schedule/schedule.h"

#include <cstddef>
#include <list>
#include <memory>

namespace tilescape::ui::workspace {

/// Answers of earlier solves by their problems. It takes no more memory than it is given: the least recently used answers go
/// first. For one thread.
class AnswerCache {
public:
    explicit AnswerCache(std::size_t mostBytes) : m_mostBytes(mostBytes) {}

    /// The answer to `problem`; null where none is held.
    [[nodiscard]] std::shared_ptr<const schedule::Schedule> find(const schedule::Problem& problem);
    /// Only answers that a solve from nothing would give as well belong here: none of a search that was stopped.
    void add(const schedule::Problem& problem, std::shared_ptr<const schedule::Schedule> schedule);
    void forget(const schedule::Problem& problem);
    /// About the memory that the answers and their problems take.
    [[nodiscard]] std::size_t bytes() const { return m_bytes; }

private:
    struct Answer {
        schedule::Problem problem;
        std::shared_ptr<const schedule::Schedule> schedule;
        std::size_t bytes = 0;
    };
    using Place = std::list<Answer>::iterator;
    [[nodiscard]] Place placeOf(const schedule::Problem& problem);
    void drop(Place place);

    std::list<Answer> m_answers; ///< the most recently used first
    std::size_t m_bytes = 0;
    std::size_t m_mostBytes;
};

} // namespace tilescape::ui::workspace
