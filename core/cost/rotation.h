#pragma once

#include "core/cost/layer_cost.h"
#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/scheme.h"
#include "core/dataflow/sharing.h"

#include <array>
#include <span>

namespace tilescape::cost {

/// What buffer sharing moves between tiles over the whole layer, by tensor (cost-model.md 4; Tangram 3.1). A tensor
/// that is not shared has no rounds and no hops.
struct RotationTraffic {
    PerTensor<Count> rounds;         ///< times that the shared piece goes around its subgroup
    PerTensor<Count> units;          ///< `units` of cost-model.md 4: a round has at most so many steps
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

/// One loop between the buffer and the registers, and how often it runs.
struct LoopFactor {
    Loop loop = Loop::Batch;
    Count factor = 1;
};

/// Between the buffer and the registers, outermost first, those of one iteration left out.
struct InnerLoops {
    std::array<LoopFactor, 6> loops;
    std::size_t count = 0;
    [[nodiscard]] std::span<const LoopFactor> all() const { return {loops.data(), count}; }
};
/// The inserted level's loops, then what is left of the buffer level's.
InnerLoops loopsInsideBuffer(const dataflow::Blocking& blocking, const dataflow::Sharing& sharing);

/// Whether each tensor rotates: where tiles share any that the buffers hold, those that they hold; Counts::Reference has all rotate then.
PerTensor<bool> rotating(const dataflow::Sharing& sharing, const PerTensor<bool>& kept, Counts counts);

/// What buffer sharing moves of one tensor in subgroups of one size, whatever the order of the loops inside its buffer: all that this
/// order does not enter is worked out once. Arguments as of `rotationTraffic`.
class TensorRotation {
public:
    struct Traffic {
        Count rounds = 0;
        Count units = 1;
        double rotationHops = 0;
        double wideFetchHops = 0;
        double wordHops = 0;
    };

    TensorRotation(const dataflow::LoopNest& nest, const dataflow::Blocking& blocking, const dataflow::Sharing& sharing,
                   const dataflow::SharingGroup& group, const PerStorage<PerTensor<Count>>& fetches, Tensor tensor,
                   Count tiles, Counts counts);

    /// `loops` as of `loopsInsideBuffer`.
    [[nodiscard]] Traffic under(std::span<const LoopFactor> loops) const;

private:
    PerLoop<bool> m_varies;
    bool m_isOutput;
    Count m_subgroup;
    Count m_outerRounds = 1; ///< iterations outside the buffer that do not vary the tensor
    Count m_fromBuffer;
    Count m_fromMemory;
    double m_stepHops;
    double m_handedOnWords;
    double m_bufferWords;
    double m_groups; ///< of tiles that share
};

/// The traffic of a layer under `sharing`. `fetches` are those of `fetchesOf`, not those after weights are pinned;
/// `kept` says which tensors the buffers hold: no other rotates. `tiles` is the number of tiles of the region.
/// Counts::Reference rotates all tensors where one does, and hands each word on once for every fold of the array.
RotationTraffic rotationTraffic(const dataflow::LoopNest& nest, const dataflow::Blocking& blocking,
                                const dataflow::Sharing& sharing, const PerTensor<dataflow::SharingGroup>& groups,
                                const PerStorage<PerTensor<Count>>& fetches, const PerTensor<bool>& kept,
                                Count tiles, Counts counts);

} // namespace tilescape::cost
