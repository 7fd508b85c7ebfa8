#pragma once

#include "core/explore/chip_search.h"
#include "core/support/result.h"

#include <filesystem>
#include <string>

namespace tilescape::io {

/// Reads a search file (resources/manual/explore.md), as `readSweep` reads a sweep. The result passes `explore::check`.
support::Result<explore::ChipSearch> readChipSearch(const std::string& text, const std::filesystem::path& file);

/// The same search again, in a file that stands alone.
std::string writeChipSearch(const explore::ChipSearch& search);

/// A hash of all that the results of the search's evaluations depend on; neither variables, limits nor seed are among that.
std::string identityOf(const explore::ChipSearch& search);

} // namespace tilescape::io
