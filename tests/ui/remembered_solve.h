#pragma once

#include "core/schedule/solve.h"

#include <memory>
#include <mutex>
#include <vector>

namespace samples {

/// Solves each problem once, however many windows of a test show it: what is tested is how an answer is shown. Copies
/// share what they remember.
class RememberedSolve {
public:
    tilescape::schedule::Schedule operator()(const tilescape::schedule::Problem& problem,
                                             const tilescape::schedule::SolveControl& control) const
    {
        if (const auto known = find(problem)) {
            return *known;
        }
        const tilescape::schedule::Schedule found = tilescape::schedule::solve(problem, control);
        if (!control.stop.stop_requested()) {
            const std::scoped_lock lock(m_answers->mutex);
            m_answers->all.push_back({problem, std::make_shared<const tilescape::schedule::Schedule>(found)});
        }
        return found;
    }

private:
    struct Answer {
        tilescape::schedule::Problem problem;
        std::shared_ptr<const tilescape::schedule::Schedule> schedule;
    };
    struct Answers {
        std::mutex mutex;
        std::vector<Answer> all;
    };

    [[nodiscard]] std::shared_ptr<const tilescape::schedule::Schedule> find(const tilescape::schedule::Problem& problem) const
    {
        const std::scoped_lock lock(m_answers->mutex);
        for (const Answer& answer : m_answers->all) {
            if (answer.problem == problem) {
                return answer.schedule;
            }
        }
        return nullptr;
    }

    std::shared_ptr<Answers> m_answers = std::make_shared<Answers>();
};

/// Shared by all windows of a test.
inline const RememberedSolve solveOnce;

} // namespace samples
