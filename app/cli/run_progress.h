#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace tilescape::cli {

/// "12 s", "3 min 20 s", "5 h 40 min"
std::string durationText(double seconds);

/// Says on standard error how far something has come: on a terminal one line that changes, else a line now and then.
class ProgressLine {
public:
    ProgressLine();
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// Says `text` now or, where too little time went by since the last one, at the end unless another follows.
    void say(const std::string& text);
    [[nodiscard]] double seconds() const; ///< since it was made

private:
    void print();

    bool m_terminal;
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point m_said = m_start;
    std::string m_text;
    bool m_printed = true;
};

/// How many points of a run are done, and how long the rest will take.
class RunProgress {
public:
    /// `known` of the `total` points were done before.
    RunProgress(std::size_t known, std::size_t total) : m_known(known), m_total(total) {}

    void addPoint();

private:
    ProgressLine m_line;
    std::size_t m_known;
    std::size_t m_total;
    std::size_t m_done = 0;
};

/// How many generations of a search are done, and how long the rest will take.
class GenerationProgress {
public:
    explicit GenerationProgress(std::size_t total) : m_total(total) {}

    void addGeneration(std::size_t generation, std::size_t designs, std::size_t front);

private:
    ProgressLine m_line;
    std::size_t m_total;
};

} // namespace tilescape::cli
