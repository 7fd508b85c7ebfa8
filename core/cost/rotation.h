#pragma once

#include "core/cost/layer_cost.h"
#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/scheme.h"
#include "core/dataflow/sharing.h"

namespace tilescape::cost {

/// What buffer sharing moves between tiles over the whole layer, by tensor (cost-model.md 4; Tangram 3.1). A tensor
/// that is not shared has no rounds and no hops.
struct RotationTraffic {
    PerTensor<Count> rounds;         ///< times that the shared piece goes around its subgroup
    PerTensor<Count> units;          ///< `units` of cost-model.md 4: a round has at most so many steps
    PerTensor<double> wideWidth;     ///< buffers that one unit spans; above 1 it needs wide fetches
    PerTensor<double> rotationHops;  ///< hops of every distinct word by rotation, over all rounds
    PerTensor<double> wideFetchHops; ///< hops of every distinct word by wide fetches
    PerTensor<double> wordHops; ///< rotation and wide fetches together, times the words, over all tiles of the region
};

/// Hops of every distinct word in one round, after which each tile of the group has seen the whole piece: the first
/// formula of cost-model.md 4, summed over all subgroups. With fewer `units` than tiles in the subgroup a round has
/// fewer steps.
double rotationHops(const dataflow::SharingGroup& group, Count subgroup, Count units);

/// Hops of every distinct word in one fetch of a unit that spans the buffers of `width` neighbouring tiles: the second
/// formula of cost-model.md 4. Zero if `width` is at most 1.
double wideFetchHops(const dataflow::SharingGroup& group, Count subgroup, double width);

/// The traffic of a layer under `sharing`. `fetches` are those of `fetchesOf`, not those after weights are pinned;
/// `kept` says which tensors the buffers hold: no other rotates. `tiles` is the number of tiles of the region.
/// Counts::Reference rotates all tensors where one does, and hands each word on once for every fold of the array.
RotationTraffic rotationTraffic(const dataflow::LoopNest& nest, const dataflow::Blocking& blocking,
                                const dataflow::Sharing& sharing, const PerTensor<dataflow::SharingGroup>& groups,
                                const PerStorage<PerTensor<Count>>& fetches, const PerTensor<bool>& kept,
                                Count tiles, Counts counts);

} // namespace tilescape::cost
