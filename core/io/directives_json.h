#pragma once

#include "core/schedule/check_directives.h"

#include <string>

namespace tilescape::io {

/// How the name of a file of directives ends (plain text, the grammar in resources/manual/directives.md).
inline constexpr std::string_view directivesExtension = ".kapla";

/// The schedule as a file of directives, under a remark that names network, chip and batch.
std::string writeDirectivesText(const schedule::Schedule& schedule);

/// What checking a text of directives told (`format` "tilescape-directives-check"): faults with their places, and of each
/// layer that could be read what its text says: words held, units side by side, accesses. `priced`, if it has a result,
/// adds energy and cycles.
std::string writeDirectivesJson(const schedule::Problem& problem, const schedule::CheckedDirectives& checked,
                                const schedule::Schedule* priced);

} // namespace tilescape::io
