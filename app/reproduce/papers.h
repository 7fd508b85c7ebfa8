#pragma once

#include "app/reproduce/reproduction.h"

#include <span>
#include <string_view>

namespace tilescape::reproduce {

/// A paper whose tables and figures are made anew. Both functions throw std::runtime_error, with the reasons, where nothing
/// fits a chip; their numbers do not depend on the threads, of which 0 are all cores.
struct Paper {
    std::string_view name; ///< in the command, and of the files
    std::string_view help;
    Reproduction (*make)(int threads);
    Reproduction (*makeInFull)(int threads) = nullptr; ///< null: nothing is left out anyway
};

/// Each is a function in a file of its own and a row in `papers.cpp`.
std::span<const Paper> papers();

} // namespace tilescape::reproduce
