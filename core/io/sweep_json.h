#pragma once

#include "core/explore/sweep.h"
#include "core/support/result.h"

#include <filesystem>
#include <string>

namespace tilescape::io {

/// Reads a sweep file (resources/manual/explore.md). Networks, chips and projects that it names are library names or files whose
/// paths begin in the folder of `file`. All faults at once. The result passes `explore::check`.
support::Result<explore::Sweep> readSweep(const std::string& text, const std::filesystem::path& file);

/// The same sweep again, in a file that stands alone: with its base problem in full, and networks and chips that are not the library's.
std::string writeSweep(const explore::Sweep& sweep);

/// A hash of all that the results of the sweep's points depend on: its base with networks and chips in full, its axes and options.
std::string identityOf(const explore::Sweep& sweep);

} // namespace tilescape::io
