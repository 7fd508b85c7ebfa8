#pragma once

#include "core/program/machine.h"

#include <string>

namespace tilescape::io {

/// What an execution counted beside what the cost model claims, as JSON (resources/manual/programs.md): `words` by layer,
/// tensor and level, `hops`, `outputs_equal`, the differences on purpose and the first fault.
std::string writeExecutionJson(const program::Program& program, const program::Execution& execution);

/// The same for a person: one line a layer, or the first fault.
std::string writeExecutionSummary(const program::Program& program, const program::Execution& execution);

} // namespace tilescape::io
