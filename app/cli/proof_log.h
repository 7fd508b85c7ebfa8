#pragma once

#include "core/schedule/prove.h"

#include <optional>
#include <string>

namespace tilescape::cli {

/// A gap as it is typed: "5%", or the ratio 1.05. Empty if it is neither.
std::optional<double> gapOf(const std::string& text);

/// The log of a proof on standard error: a line when the incumbent or the bound has changed, at most two a second.
class ProofLog {
public:
    /// The goal decides the units.
    explicit ProofLog(search::Goal goal) : m_goal(goal) {}
    void add(const schedule::ProofProgress& progress);
    /// The last line, if it was held back.
    void end();

private:
    void write(const schedule::ProofProgress& progress);

    search::Goal m_goal;
    std::optional<schedule::ProofProgress> m_written;
    std::optional<schedule::ProofProgress> m_heldBack;
};

/// What is proven, why the proof ended and what it ranges over.
std::string describe(const schedule::Proof& proof);

} // namespace tilescape::cli
