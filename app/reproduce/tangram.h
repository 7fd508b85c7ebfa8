#pragma once

#include "app/reproduce/reproduction.h"
#include "core/schedule/schedule.h"
#include "core/search/space/search_space.h"

#include <functional>
#include <string>
#include <string_view>

namespace tilescape::reproduce {

/// Tangram's Figure 11: eight networks, batch 64, on the monolithic array, the baseline and Tangram; Figure 12 likewise,
/// without shared buffers and without its pipelines. Goal energy; nothing is chosen per network.
Reproduction tangram(int threads);

/// What comes of a problem; `system`: Tangram's, the baseline or another, by its name. Throws std::runtime_error where nothing fits.
using TangramSolver = std::function<schedule::Totals(const schedule::Problem& problem, const std::string& system)>;
/// The same with what comes of `solve`.
Reproduction tangramOf(const TangramSolver& solve);

/// The search space of that name, of `search::spaceModes()`.
search::SearchSpace spaceOf(std::string_view mode);

} // namespace tilescape::reproduce
