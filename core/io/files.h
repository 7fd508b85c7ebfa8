#pragma once

#include "core/support/result.h"

#include <filesystem>
#include <string>

namespace tilescape::io {

/// The whole file. Faults: missing, a folder, unreadable.
support::Result<std::string> readFile(const std::filesystem::path& path);

/// What would keep `writeFile` from writing there, as far as it can be said before: a folder, a file that may not be written, no folder to write into.
support::Diagnostics checkWritable(const std::filesystem::path& path);

/// Writes to a neighbouring temporary file and renames it over `path`: there is never a half-written file. Of a file that exists the permissions
/// stay; one that may not be written is a fault.
/// Returns what went wrong, or nothing.
support::Diagnostics writeFile(const std::filesystem::path& path, const std::string& content);

} // namespace tilescape::io
