#pragma once

#include "core/explore/chip_search.h"

#include <string>
#include <string_view>

namespace tilescape::io {

/// `format` of the result as JSON.
inline constexpr std::string_view searchResultFormat = "tilescape-search-result";

/// One line a design, in the order of the search, the chip that it began with first: its variables, status, all measures of all
/// workloads together, whether it is on the front, and what is wrong with it. The same bytes for the same result.
std::string writeSearchCsv(const explore::ChipSearch& search, const explore::SearchResult& result);

/// The same as JSON (`searchResultFormat`, units in the keys), and for each design its workloads; of the front
/// also those that are better than the chip to begin with; and the search itself, so that the file stands alone.
std::string writeSearchJson(const explore::ChipSearch& search, const explore::SearchResult& result);

/// A few lines for a person: the chip that the search began with, how many designs were looked at, and the front.
std::string writeSearchSummary(const explore::ChipSearch& search, const explore::SearchResult& result);

} // namespace tilescape::io
