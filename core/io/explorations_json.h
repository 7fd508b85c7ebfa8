#pragma once

#include "core/io/explorations.h"
#include "core/io/json_reader.h"

namespace tilescape::io {

/// The explorations of a project, whose network and chip theirs are where they are left out. Notes all faults.
Explorations explorationsFrom(const JsonPlace& place, const schedule::Problem& project);

/// Null where there are none.
nlohmann::ordered_json explorationsJson(const Explorations& explorations, const schedule::Problem& project);

} // namespace tilescape::io
