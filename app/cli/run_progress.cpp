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

RunProgress::RunProgress(std::size_t known, std::size_t total)
    : m_known(known), m_total(total), m_terminal(::isatty(STDERR_FILENO) == 1)
{}

RunProgress::~RunProgress()
{
    if (m_done > 0) {
        say();
    }
    if (m_done > 0 && m_terminal) {
        std::cerr << '\n';
    }
}

void RunProgress::addPoint()
{
    ++m_done;
    const auto now = std::chrono::steady_clock::now();
    if (m_terminal ? now - m_said >= onTerminal : now - m_said >= inLog) {
        m_said = now;
        say();
    }
}

void RunProgress::say()
{
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    const double left = seconds / static_cast<double>(m_done) * static_cast<double>(m_total - m_known - m_done);
    const std::string text = fmt::format("{} of {} points, {:.1f} a second, {} left", m_known + m_done, m_total,
                                         static_cast<double>(m_done) / seconds, durationText(left));
    if (m_terminal) {
        std::cerr << '\r' << text << "\x1b[K" << std::flush; // the rest of the line is cleared
    } else {
        std::cerr << text << '\n';
    }
}

} // namespace tilescape::cli
