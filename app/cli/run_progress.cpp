#include "app/cli/run_progress.h"

#include <unistd.h>

#include <cstdint>
#include <iostream>

#include <fmt/format.h>

namespace tilescape::cli {

namespace {

constexpr std::chrono::milliseconds onTerminal{200};
constexpr std::chrono::seconds inLog{10};

} // namespace

std::string durationText(double seconds)
{
    const auto whole = static_cast<std::int64_t>(seconds + 0.5);
    if (whole < 60) {
        return fmt::format("{} s", whole);
    }
    return whole < 3600 ? fmt::format("{} min {} s", whole / 60, whole % 60)
                        : fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

ProgressLine::ProgressLine() : m_terminal(::isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine()
{
    if (!m_printed) {
        print();
    }
    if (m_terminal && !m_text.empty()) {
        std::cerr << '\n';
    }
}

double ProgressLine::seconds() const
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
}

void ProgressLine::say(const std::string& text)
{
    m_text = text;
    m_printed = false;
    const auto now = std::chrono::steady_clock::now();
    if (m_terminal ? now - m_said >= onTerminal : now - m_said >= inLog) {
        m_said = now;
        print();
    }
}

void ProgressLine::print()
{
    m_printed = true;
    if (m_terminal) {
        std::cerr << '\r' << m_text << "\x1b[K" << std::flush; // the rest of the line is cleared
    } else {
        std::cerr << m_text << '\n';
    }
}

void RunProgress::addPoint()
{
    ++m_done;
    const double seconds = m_line.seconds();
    const double left = seconds / static_cast<double>(m_done) * static_cast<double>(m_total - m_known - m_done);
    m_line.say(fmt::format("{} of {} points, {:.1f} a second, {} left", m_known + m_done, m_total,
                           static_cast<double>(m_done) / seconds, durationText(left)));
}

void GenerationProgress::addGeneration(std::size_t generation, std::size_t designs, std::size_t front)
{
    const double left = m_line.seconds() / static_cast<double>(generation) * static_cast<double>(m_total - generation);
    m_line.say(fmt::format("generation {} of {}, {} designs, {} on the front, about {} left", generation, m_total, designs, front,
                           durationText(left)));
}

} // namespace tilescape::cli
