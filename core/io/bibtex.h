#pragma once

#include "core/schedule/problem.h"

#include <string>
#include <string_view>
#include <vector>

namespace tilescape::io {

/// A paper that a result stands on.
struct Citation {
    std::string_view key;   ///< of BibTeX
    std::string_view entry; ///< in BibTeX
    std::string reason;     ///< what of the result is the paper's
};

/// The papers behind a result of this problem, the most general first: the model's, the array's, the chip's, the solver's, and
/// those of the training systems whose settings are not the defaults.
std::vector<Citation> citationsOf(const schedule::Problem& problem);

/// As a BibTeX file, each entry beneath a remark with its reason.
std::string writeBibtex(const std::vector<Citation>& citations);

} // namespace tilescape::io
