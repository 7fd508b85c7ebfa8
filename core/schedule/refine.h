#pragma once

#include "core/schedule/schedule.h"
#include "core/schedule/solve.h"

#include <optional>

namespace tilescape::schedule {

/// The best schedule that KAPLA finds for `problem` with the segments of the standing schedule and the tiles of their regions: groups,
/// partitions, mappings and blockings are chosen anew. Where these have no room any more, some layers run by themselves on the whole chip.
/// That is a small part of a solve, and what it finds out is of use to the solve, if both have the same cache. Its `counts` are its own.
/// Nothing if it was stopped or finds no schedule, if the solver is not KAPLA, or if the problem has faults, another network, other tiles, or
/// a search space that these segments and regions are no part of.
std::optional<Schedule> refine(const Problem& problem, const Schedule& standing, const SolveControl& control = {});

} // namespace tilescape::schedule
