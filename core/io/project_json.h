#pragma once

#include "core/schedule/problem.h"
#include "core/support/result.h"

#include <string>

namespace tilescape::io {

/// Reads a project file (`.tilescape`): network and hardware in full, batch, goal, search space, solver. All faults at once.
support::Result<schedule::Problem> readProject(const std::string& text, const std::string& file);

std::string writeProject(const schedule::Problem& problem);

} // namespace tilescape::io
