#pragma once

#include "core/cost/layer_cost.h"
#include "core/program/places.h"
#include "core/program/program.h"
#include "core/program/routes.h"

namespace tilescape::program {

/// Fills in the claims of `code`, whose cut, ranges and routes are there: the model's words, what the machine must count, and
/// the differences between them by name (manual, programs.md, Differences on purpose). `spreads`: data that
/// several tiles need are fetched once; `units`: of each tensor, along each axis, 1 where it does not change.
void addClaims(const Program& program, const Places& places, LayerCode& code, const cost::LayerCost& cost,
               bool spreads, const PerTensor<PerAxis<Count>>& units,
               const std::vector<PerTensor<std::vector<RouteGroup>>>& routes);

} // namespace tilescape::program
