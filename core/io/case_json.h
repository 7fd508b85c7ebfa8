#pragma once

#include "core/schedule/evaluate.h"
#include "core/schedule/problem.h"
#include "core/support/result.h"

#include <string>
#include <vector>

namespace tilescape::io {

/// A reference case (`format` "tilescape-case"): a problem with a schedule and every number expected of it.
struct Case {
    std::string text; ///< the file as it was read
    schedule::Problem problem;
    dataflow::Partition inputPartition;
    std::vector<schedule::GivenScheme> schemes;
    /// pJ of the file's unit of energy: files may count in pJ, joules, or MAC energies.
    double unitPj = 1;
};

/// All faults at once: no JSON, another format, missing or mistyped or senseless values (each with its JSON pointer), an
/// unsound network.
support::Result<Case> readCase(const std::string& text, const std::string& file);

/// The case with its schemes and expected numbers replaced by those of `schedule`, in the schedule's order and the
/// file's unit of energy. Reading it back and evaluating it gives the same numbers.
std::string writeCase(const Case& original, const schedule::Schedule& schedule);

} // namespace tilescape::io
