#pragma once

#include "core/dataflow/partition.h"
#include "core/search/space/layer_task.h"
#include "core/search/space/partition_geometry.h"

#include <vector>

namespace tilescape::search {

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
        double gatherOnce = 0;                            ///< word-hops of sums, beside those of each fetch
    };
    [[nodiscard]] Shared sharedOf(const dataflow::Partition& partition, const PerTensor<double>& words) const;

    /// From the nearest memory channel.
    [[nodiscard]] double weightDistance(const dataflow::Partition& partition, const Shared& shared) const;
    /// To where the output goes.
    [[nodiscard]] double outputDistance(const dataflow::Partition& partition, const Shared& shared) const;
    /// From where the input may lie, the producer's output channels being the layer's input channels.
    class InputDistance {
    public:
        [[nodiscard]] double from(const LikelyInput& input) const;
        /// From wherever an input in memory may lie.
        [[nodiscard]] double leastFromMemory() const { return m_leastFromMemory; }

    private:
        friend HopEstimate;
        const HopEstimate* m_estimate = nullptr;
        dataflow::Partition m_partition; ///< as the producer counts channels
        SideParts m_groups;              ///< of tiles that need the same
        double m_leastFromMemory = 0;
    };
    [[nodiscard]] InputDistance inputDistance(const dataflow::Partition& partition, const Shared& shared) const;
    /// The same, nothing known about where it lies.
    [[nodiscard]] double meanInputDistance() const { return m_meanInput; }

    /// Ways in which an input may lie over channels at the four corners.
    [[nodiscard]] std::vector<LikelyInput> usualInputs() const;

private:
    [[nodiscard]] double meanToMemory(const SideParts& groups) const;
    [[nodiscard]] double meanTo(const dataflow::Region& where, const dataflow::Partition& stored,
                                const dataflow::Partition& partition, const SideParts& groups) const;

    const LayerTask& m_task;
    std::vector<std::int32_t> m_toMemory; ///< hops of each tile of the region to the nearest memory channel
    double m_meanInput = 0;
};

} // namespace tilescape::search
