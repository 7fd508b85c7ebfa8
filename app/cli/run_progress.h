#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace tilescape::cli {

/// "12 s", "3 min 20 s", "5 h 40 min"
std::string durationText(double seconds);

/// Says on standard error how far a run of many points has come and how long the rest will take: on a terminal one line that
/// changes, else a line now and then.
class RunProgress {
public:
    /// `known` of the `total` points were done before.
    RunProgress(std::size_t known, std::size_t total);
    ~RunProgress();
    RunProgress(const RunProgress&) = delete;
    RunProgress& operator=(const RunProgress&) = delete;

    void addPoint();

private:
    void say();

    std::size_t m_known;
    std::size_t m_total;
    std::size_t m_done = 0;
    bool m_terminal;
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point m_said = m_start;
};

} // namespace tilescape::cli
