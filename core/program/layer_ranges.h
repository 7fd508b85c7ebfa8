#pragma once

#include "core/dataflow/pe_mapping.h"
#include "core/program/loop_plan.h"
#include "core/program/program.h"
#include "core/program/routes.h"

namespace tilescape::program {

/// Says in the ranges of `code` which tiles hold parts of the tensors that lie still between them.
void spreadOver(const PerTensor<RingPlaces>& rings, const LoopPlan& plan, LayerCode& code);

/// Lays out the ranges of the tensors that the buffer has (`kept`), or that pass it by, one after another from its first word on.
void layOutRanges(const Program& program, const dataflow::LoopNest& nest, const LoopPlan& plan, const PerTensor<bool>& kept,
                  LayerCode& code);

/// Lays out the room that tensors take in the shared buffers of these `levels`, each from the first word on: for each group of tiles
/// that need the same words, all units between two transfers of the same one. `units` of each tensor on the largest part.
void layOutShared(const Program& program, const LoopPlan& plan, const PerTensor<PerAxis<Count>>& units,
                  const PerTensor<Count>& levels, LayerCode& code);

} // namespace tilescape::program
