#pragma once

#include "core/training/parallelism/communication.h"

#include <optional>

namespace tilescape::training::parallelism {

/// What a person decided for each vertex at one level; empty where nobody did anywhere.
using Pins = std::vector<std::optional<Choice>>;

/// The choices between two groups that communicate least.
struct TwoGroups {
    double words = 0;
    Choices choices;
    bool exact = true; ///< false where so many branches lie open at once that the search had to settle some of them early
};

/// HyPar, Algorithm 1, for a DAG: dynamic programming along the vertices over the choices of those that are yet to be read. In
/// a chain that is the last one: time is linear. Ties go to data parallelism.
TwoGroups partitionBetweenTwoGroups(const CommunicationModel& model, const Shares& shares, const Pins& pins);

} // namespace tilescape::training::parallelism
