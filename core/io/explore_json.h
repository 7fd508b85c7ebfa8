#pragma once

#include "core/explore/chip_search.h"
#include "core/io/json_reader.h"

#include <filesystem>

namespace tilescape::io {

/// What stands in a sweep's file, alike in a file of its own and in a project. Paths in it begin in `folder`. Notes all faults; where
/// there is none, the sweep passes `explore::check`.
explore::Sweep sweepFrom(const JsonPlace& place, const std::filesystem::path& folder);
nlohmann::ordered_json sweepJson(const explore::Sweep& sweep);

/// The same of a search.
explore::ChipSearch chipSearchFrom(const JsonPlace& place, const std::filesystem::path& folder);
nlohmann::ordered_json chipSearchJson(const explore::ChipSearch& search);

} // namespace tilescape::io
