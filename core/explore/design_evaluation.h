#pragma once

#include "core/explore/chip_search.h"

#include <optional>
#include <vector>

namespace tilescape::explore {

/// Evaluates the chips of one search, each once.
class DesignEvaluation {
public:
    DesignEvaluation(const ChipSearch& search, Evaluations known, const SearchControl& control, const SolvePoints& solve);

    /// The designs with these settings, in their order; the workloads on all of them are solved together. Empty if stopped. A
    /// chip that breaks a limit of the area is not solved.
    std::optional<std::vector<Design>> evaluate(const std::vector<std::vector<Setting>>& chips);

    /// The chip that the search began with, solved even if it breaks a limit. Empty if stopped.
    std::optional<Design> evaluateBase();

    /// Whether a chip keeps the limits of the area, which is known without solving.
    [[nodiscard]] bool keepsArea(const std::vector<Setting>& chip) const { return designOf(chip).violation.empty(); }

    /// The objectives of a design, smaller is better: of an allowed one its own, of others numbers above all of these, that
    /// grow with what is violated (constraint domination; Deb and others, 2002).
    [[nodiscard]] std::vector<double> objectivesOf(const Design& design) const;

private:
    [[nodiscard]] std::vector<Setting> pointOf(const std::vector<Setting>& chip, const Workload& workload) const;
    [[nodiscard]] Design designOf(const std::vector<Setting>& chip) const;
    /// What the limit is about: all workloads of the design, or one.
    [[nodiscard]] const PointResult& limited(const Limit& limit, const Design& design) const;
    /// Notes the first limit that the design breaks; of those of the area only, unless it is `solved`.
    void checkLimits(Design& design, bool solved) const;
    /// Puts the results of all workloads, which are known, into the design.
    void complete(Design& design) const;
    /// Whether all could be solved.
    bool solveMissing(const std::vector<std::vector<Setting>>& points);

    const ChipSearch& m_search;
    Evaluations m_known;
    const SearchControl& m_control;
    const SolvePoints& m_solve;
};

} // namespace tilescape::explore
