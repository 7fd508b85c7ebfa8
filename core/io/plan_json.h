#pragma once

#include "core/network/network.h"
#include "core/training/parallelism/compare.h"

#include <string>
#include <vector>

namespace tilescape::io {

/// A plan of parallelism as JSON: `levels[h][l]` for the layers with weights, bytes in all and by level, layer and kind, time
/// and energy of a step. Joins (sums of several maps) stand in `joins`.
std::string writePlanJson(const training::parallelism::Plan& plan, const network::Network& network, Count batch,
                          const training::parallelism::Settings& settings);

/// A line for each choice that a person made.
std::string forcedText(const std::vector<training::parallelism::Forced>& all);

/// The same for a person: the map, one row a level, and the totals beside those of other strategies.
std::string writePlanSummary(const training::parallelism::Plan& plan, const network::Network& network, Count batch,
                             const training::parallelism::Settings& settings);

} // namespace tilescape::io
