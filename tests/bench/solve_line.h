#pragma once

#include "apart.h"
#include "options.h"

#include "app/reproduce/kapla_race.h"

namespace tilescape::bench {

/// The line of one solve that was measured: what was asked, and what it took and gave. `exhaustive`: that search's on the
/// same problem, with which it is compared; may be null.
nlohmann::ordered_json lineOf(const reproduce::RaceCase& asked, const std::string& solver, const Options& options,
                              const Measured& measured, const Measured* exhaustive);
/// The columns of a table of such lines.
std::vector<Column> solveColumns();

/// What is asked of a solver by its name.
schedule::Problem problemOf(const reproduce::RaceCase& asked, const std::string& solver);

} // namespace tilescape::bench
