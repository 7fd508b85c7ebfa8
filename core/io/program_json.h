#pragma once

#include "core/program/program.h"
#include "core/support/result.h"

#include <string>
#include <string_view>

/// What the two halves of a program's JSON form share with those who call them in this folder.
namespace tilescape::io {

inline constexpr std::string_view programFormat = "tilescape-program";

/// Reads the JSON form. Faults: what cannot be read, each with its JSON pointer; not those of `program::checkProgram`.
support::Result<program::Program> readProgramJson(const std::string& text, const std::string& file);

} // namespace tilescape::io
