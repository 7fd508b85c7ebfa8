#pragma once

#include "core/program/program.h"
#include "core/support/result.h"

#include <string>

namespace tilescape::io {

/// A program in its text form, an assembly (resources/manual/programs.md). Reading it gives an equal program.
std::string writeProgramText(const program::Program& program);
/// The same as JSON.
std::string writeProgramJson(const program::Program& program);

/// Whether the text is meant to be a program, in either form.
bool isProgram(const std::string& text);
/// A program in either form. Faults: what cannot be read, with `line:column` or a JSON pointer, and those of
/// `program::checkProgram`. `file` names the text in messages.
support::Result<program::Program> readProgram(const std::string& text, const std::string& file);

} // namespace tilescape::io
