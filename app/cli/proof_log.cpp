#include "app/cli/proof_log.h"

#include <charconv>
#include <iostream>

#include <fmt/format.h>

namespace tilescape::cli {

namespace {

constexpr double secondsBetweenLines = 0.5;

/// A value of the goal in the unit of the summary.
std::string valueText(search::Goal goal, double value)
{
    switch (goal) {
    case search::Goal::Energy:
        return fmt::format("{:.6g}", value * 1e-9);
    case search::Goal::Delay:
        return fmt::format("{:.0f}", value);
    case search::Goal::EnergyDelay:
        break;
    }
    return fmt::format("{:.6g}", value * 1e-9);
}

std::string_view unitOf(search::Goal goal)
{
    switch (goal) {
    case search::Goal::Energy:
        return "mJ";
    case search::Goal::Delay:
        return "cycles";
    case search::Goal::EnergyDelay:
        break;
    }
    return "mJ x cycles";
}

} // namespace

std::optional<double> gapOf(const std::string& text)
{
    double value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    const std::string_view rest(end, text.data() + text.size());
    if (fault != std::errc{} || !(rest.empty() || rest == "%" || rest == " %")) {
        return std::nullopt;
    }
    const double gap = rest.empty() ? value : 1 + value / 100;
    return gap >= 1 && gap < 1000 ? std::optional(gap) : std::nullopt;
}

void ProofLog::add(const schedule::ProofProgress& progress)
{
    const bool isNew = !m_written || progress.incumbent != m_written->incumbent || progress.bound > m_written->bound;
    if (!isNew) {
        return;
    }
    if (m_written && progress.seconds < m_written->seconds + secondsBetweenLines) {
        m_heldBack = progress;
        return;
    }
    write(progress);
}

void ProofLog::end()
{
    if (m_heldBack) {
        write(*m_heldBack);
    }
}

void ProofLog::write(const schedule::ProofProgress& progress)
{
    if (!m_written) {
        std::cerr << fmt::format("{:>8} {:>16} {:>16} {:>8} {:>9} {:>9}   in {}\n", "seconds", "incumbent", "lower bound",
                                 "gap %", "segments", "settled", unitOf(m_goal));
    }
    std::cerr << fmt::format("{:>8.1f} {:>16} {:>16} {:>8.2f} {:>9} {:>9}\n", progress.seconds,
                             valueText(m_goal, progress.incumbent), valueText(m_goal, progress.bound),
                             100 * (progress.gap() - 1), progress.segments, progress.settled);
    m_written = progress;
    m_heldBack.reset();
}

std::string describe(const schedule::Proof& proof)
{
    if (proof.end == schedule::ProofEnd::OutsideSpace) {
        return fmt::format("\nproof: none, as the schedule that the project keeps is not in the search space; --anew "
                           "searches one that is\n"
                           "it would range over {}\n",
                           schedule::proofRange);
    }
    std::string_view end;
    switch (proof.end) {
    case schedule::ProofEnd::GapReached:
        end = "the gap that was asked for is reached";
        break;
    case schedule::ProofEnd::Exhausted:
        end = "neither wider searches nor the bound get any further";
        break;
    case schedule::ProofEnd::MemoryFull:
        end = "stopped before it was done, as it took half of the memory";
        break;
    case schedule::ProofEnd::OutsideSpace:
    case schedule::ProofEnd::Stopped:
        end = "stopped before it was done";
        break;
    }
    return fmt::format("\nproof: within {:.3g} % of the best possible; {}\nit ranges over {}\n", 100 * (proof.gap() - 1), end,
                       schedule::proofRange);
}

} // namespace tilescape::cli
