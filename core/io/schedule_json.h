#pragma once

#include "core/explore/explain.h"
#include "core/schedule/advice.h"
#include "core/schedule/prove.h"
#include "core/schedule/schedule.h"

#include <optional>
#include <string>
#include <vector>

namespace tilescape::io {

/// The schedule as JSON (`format` "tilescape-schedule", units in the keys): the same bytes for the same problem.
std::string writeScheduleJson(const schedule::Schedule& schedule);
/// With what switches of the search space would be worth, and what limits the schedule and what would help, if that was
/// asked for.
std::string writeScheduleJson(const schedule::Schedule& schedule, const std::optional<std::vector<schedule::Advice>>& advice,
                              const std::optional<std::vector<explore::Finding>>& findings = std::nullopt);
/// With a proof of the schedule: how far it can be from the best.
std::string writeScheduleJson(const schedule::Proof& proof);

/// One line a layer, units in the heading.
std::string writeScheduleCsv(const schedule::Schedule& schedule);

/// A few lines for a person: totals and a table of layers. `gap`: where a proof found a smaller one than the schedule's own bounds have.
std::string writeSummary(const schedule::Schedule& schedule, std::optional<double> gap = std::nullopt);

} // namespace tilescape::io
