#pragma once

#include "core/program/program.h"
#include "core/schedule/schedule.h"
#include "core/support/result.h"

namespace tilescape::program {

/// The program of a schedule (Tangram 4). Faults: what cannot be compiled, with the reason. A schedule that is counted as the
/// reference does is compiled as it executes, and held against the executed counts.
support::Result<Program> compile(const schedule::Schedule& schedule);

} // namespace tilescape::program
