#include "app/cli/proof_log.h"

#include "core/support/quantity_text.h"

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
        return support::sixDigits(value * 1e-9);
    case search::Goal::Delay:
        return fmt::format("{:.0f}", value);
    case search::Goal::EnergyDelay:
        break;
    }
    return support::sixDigits(value * 1e-9);
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

namespace {

std::string_view reasonOf(schedule::ProofEnd end)
{
    switch (end) {
    case schedule::ProofEnd::GapReached:
        return "the gap that was asked for is reached";
    case schedule::ProofEnd::Exhausted:
        return "neither wider searches nor the bound get any further";
    case schedule::ProofEnd::MemoryFull:
        return "stopped before it was done, as it took half of the memory";
    case schedule::ProofEnd::OutsideSpace:
        return "the schedule that the project keeps is not among what it ranges over; --anew searches one that is";
    case schedule::ProofEnd::Stopped:
        break;
    }
    return "stopped before it was done";
}

} // namespace

std::string describe(const schedule::Proof& proof)
{
    const std::string found = proof.end == schedule::ProofEnd::OutsideSpace
                                  ? "none"
                                  : fmt::format("within {:.3g} % of the best possible", 100 * (proof.gap() - 1));
    return fmt::format("\nproof: {}; {}\nit ranges over {}\n", found, reasonOf(proof.end), schedule::proofRange);
}

} // namespace tilescape::cli
