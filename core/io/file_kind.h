#pragma once

#include "core/support/result.h"

#include <string>

namespace tilescape::io {

/// What a file that the window opens may hold.
enum class FileKind { Project, Network, Hardware, Sweep, Search };

/// The kind that the file's `format` names. Faults: no JSON, no object, no `format`, or that of another kind of file; of results, how to get
/// a file that opens.
support::Result<FileKind> kindOf(const std::string& text, const std::string& file);

} // namespace tilescape::io
