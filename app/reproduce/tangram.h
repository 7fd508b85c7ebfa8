#pragma once

#include "app/reproduce/reproduction.h"
#include "core/search/space/search_space.h"

#include <string_view>

namespace tilescape::reproduce {

/// Tangram's Figure 11: eight networks, batch 64, on the monolithic array, the baseline and Tangram; Figure 12 likewise,
/// without shared buffers and without its pipelines. Goal energy; nothing is chosen per network.
Reproduction tangram(int threads);

/// The search space of that name, of `search::spaceModes()`.
search::SearchSpace spaceOf(std::string_view mode);

} // namespace tilescape::reproduce
