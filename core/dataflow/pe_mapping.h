#pragma once

#include "core/dataflow/scheme.h"
#include "core/hardware/hardware.h"
#include "core/network/layer.h"
#include "core/support/dimensions.h"

#include <cstdint>
#include <vector>

namespace tilescape::dataflow {

/// Part of a layer that one tile computes (cost-model.md 3): sizes rounded up, and `occupancy`, the true work over
/// tiles x rounded-up work, in (0, 1].
struct TileLayer {
    network::Layer layer;
    Count batch = 1;
    double occupancy = 1;
    Counts counts = Counts::Executed;
};
TileLayer tileLayer(const network::Layer& layer, Count batch, const Partition& partition, Counts counts);

/// How the logical PE set of a mapping lies on the array: row-stationary (cost-model.md 1; Eyeriss ISCA'16 V), or systolic
/// (systolic_mapping.h).
struct ArrayMapping {
    Extent logicalSet;  ///< filter (or window) height x output height; systolic: filter taps side by side x 1
    Extent foldedSet;   ///< what one pass of the array works on, before replication
    Extent fold;        ///< passes needed
    Extent replication; ///< copies side by side
    double utilization = 0; ///< PEs of the set and its copies over all PEs, in (0, 1], also of copies that have no channel
    friend bool operator==(const ArrayMapping&, const ArrayMapping&) = default;
};
/// `replication` chooses among the mappings of a systolic array; without it, it is the first of them.
ArrayMapping mapOnArray(const network::Layer& layer, const hardware::PeArray& peArray, const Replication& replication = {});

/// PEs that a pass works on over all PEs, in (0, 1]: of the copies only those for which `replication`, of the layer's scheme, has a
/// channel.
double mappedShare(const ArrayMapping& mapping, const Replication& replication);

/// The blocked loops' body: one processing pass, and how often it runs. Accesses are words, fractions included.
struct LoopNest {
    PerLoop<Count> iterations{{1, 1, 1}};
    /// Bit l is set where the tensor varies with loop l (its dimension loops).
    PerTensor<std::uint8_t> varies{};
    PerLevel<PerTensor<double>> accesses; ///< words of one pass at each level
    PerTensor<Count> bufferWords;         ///< room of one unit in the tile's buffer
    PerTensor<Count> registerWords;       ///< room of one unit in a PE's registers
    double operations = 0;
    Count cycles = 0;
    Replication replication;
    Count repetitions = 1; ///< groups of a grouped convolution, run one after another
    Count stripes = 1;     ///< iterations of the batch loop for each item: parts of its rows
    /// Parts of the filter that the array works on one after another: each takes the other's place in the registers.
    Count folds = 1;

    [[nodiscard]] bool variesWith(Tensor tensor, Loop loop) const
    {
        return (varies[tensor] >> static_cast<unsigned>(loop)) & 1U;
    }
    friend bool operator==(const LoopNest&, const LoopNest&) = default;
};

/// Every loop nest that the mapping allows: row-stationary, height replicas take input or output channels in any split;
/// systolic, every one of `systolicReplications`.
std::vector<LoopNest> loopNests(const TileLayer& tile, const hardware::PeArray& peArray);

/// The nest with the given replication; it need not be one that `loopNests` lists, but must fit the array.
LoopNest loopNest(const TileLayer& tile, const hardware::PeArray& peArray, const Replication& replication);

} // namespace tilescape::dataflow
