#pragma once

#include "core/dataflow/partition.h"
#include "core/intralayer/layer_search.h"

#include <vector>

namespace tilescape::intralayer {

/// A way in which the input may lie: cut by `partition` over `region`.
struct LikelyInput {
    dataflow::Partition partition;
    const dataflow::Region* region = nullptr;
};

/// Word-hops of one fetch of each tensor, as estimated: trees as if the region were one plain grid, and the way to the
/// nearest tile of a group in the mean.
class HopEstimate {
public:
    explicit HopEstimate(const LayerTask& task);

    /// What a partition's estimates have in common.
    struct Shared {
        PerTensor<std::vector<dataflow::Split>> together; ///< splits along which tiles need the same
        PerTensor<double> words;                          ///< that differ
        PerTensor<double> tree;                           ///< hops from one tile of a group to all others
    };
    [[nodiscard]] Shared sharedOf(const dataflow::Partition& partition, const PerTensor<double>& words) const;

    /// From the nearest memory channel.
    [[nodiscard]] double weightDistance(const dataflow::Partition& partition, const Shared& shared) const;
    /// To where the output goes.
    [[nodiscard]] double outputDistance(const dataflow::Partition& partition, const Shared& shared) const;
    /// From where the input may lie, the producer's output channels being the layer's input channels.
    [[nodiscard]] double inputDistance(const dataflow::Partition& partition, const Shared& shared,
                                       const LikelyInput& input) const;
    /// The same, nothing known about where it lies.
    [[nodiscard]] double meanInputDistance() const { return m_meanInput; }

    /// Ways in which an input may lie over channels at the four corners.
    [[nodiscard]] std::vector<LikelyInput> usualInputs() const;

private:
    template <typename Distance>
    [[nodiscard]] double meanFirstHops(const dataflow::Partition& partition, const std::vector<dataflow::Split>& together,
                                       const Distance& distance) const;

    const LayerTask& m_task;
    std::vector<Count> m_toMemory; ///< hops of each tile of the region to the nearest memory channel
    double m_meanInput = 0;
};

} // namespace tilescape::intralayer
