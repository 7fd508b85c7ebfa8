#pragma once

#include "core/cost/layer_cost.h"
#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/scheme.h"
#include "core/dataflow/sharing.h"

namespace tilescape::cost {

/// What shared buffers move between tiles (cost-model.md 4; Tangram 3.1): per tensor, over the whole layer.
struct RotationTraffic {
    PerTensor<Count> rounds;      ///< times that the shared piece goes all around its subgroup
    PerTensor<Count> units;       ///< steps that a round is made of, at most
    PerTensor<double> wideWidth;  ///< tiles' buffers that one unit spans; above 1 it is fetched wide
    PerTensor<double> rotationHops;  ///< hops of every distinct word, by rotation
    PerTensor<double> wideFetchHops; ///< by wide fetches
    PerTensor<double> wordHops;      ///< both, times the words, over all tiles
};

/// Hops, for every distinct word, of one round in which each tile of the group sees all of it: each subgroup sends its
/// parts around a snaking chain of neighbours. `units` below the subgroup's size end a round early.
double rotationHops(const dataflow::SharingGroup& group, Count subgroup, Count units);

/// Hops, for every distinct word, of one fetch of a unit that spans `width` neighbours' buffers.
double wideFetchHops(const dataflow::SharingGroup& group, Count subgroup, double width);

/// The traffic under `sharing`. `fetches` are those of the blocking, before weights are pinned; `kept`: what has room in
/// the buffer; `tiles`: of the region.
RotationTraffic rotationTraffic(const dataflow::LoopNest& nest, const dataflow::Blocking& blocking,
                                const dataflow::Sharing& sharing, const PerTensor<dataflow::SharingGroup>& groups,
                                const PerStorage<PerTensor<Count>>& fetches, const PerTensor<bool>& kept,
                                Count tiles);

} // namespace tilescape::cost
