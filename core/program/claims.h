#pragma once

#include "core/cost/layer_cost.h"
#include "core/program/loop_plan.h"
#include "core/program/places.h"
#include "core/program/program.h"
#include "core/program/routes.h"

namespace tilescape::program {

/// What the claims of a layer follow from, beside its cost.
struct ClaimContext {
    bool spreads = false; ///< data that several tiles need are fetched once
    PerTensor<PerAxis<Count>>
        units; ///< of each tensor on the largest part, along each axis; 1 where it does not change
    LoopPlan plan;
    PerTensor<RingPlaces> rings;
    std::vector<PerTensor<std::vector<RouteGroup>>> routes; ///< by group of channels
    Count reloads = 1;          ///< times that weights are brought into the buffer where the model counts one
    Count registerReloads = 1;  ///< the same of the registers
    bool streamsInput = false;  ///< the input passes the buffer by although the model keeps it there
    bool keepsToHandOn = false; ///< the buffer keeps the output although the model lets it bypass
};

/// Fills in the claims of `code`, whose cut, ranges and routes are there: the model's words, what the machine must count, and
/// the differences between them by name (manual, programs.md, Differences on purpose).
void addClaims(const Program& program, const Places& places, LayerCode& code, const cost::LayerCost& cost,
               const ClaimContext& context);

} // namespace tilescape::program
