#pragma once

#include "core/dataflow/layout.h"
#include "core/dataflow/scheme.h"
#include "core/pipeline/network_task.h"

#include <optional>
#include <vector>

namespace tilescape::pipeline {

/// The memory channels as a grid of tiles, over which feature maps in memory are cut.
dataflow::Region memoryRegion(const hardware::Machine& machine);

/// The number of a feature map: 0 is the network's input, then follow the external inputs, then the outputs of the
/// layers by index.
using MapNumber = std::size_t;
/// The number of the map that a layer reads from `source`.
MapNumber mapNumber(const network::Network& network, const network::Source& source);
/// The number of the output of the layer with this index.
MapNumber outputMap(const network::Network& network, std::size_t layer);
/// The number of all maps of the network.
std::size_t mapCount(const network::Network& network);

/// The layout of feature map `map` over `region`, cut by `partition` as projected onto the grid of that region
/// (cost-model.md 3, Layout).
dataflow::Layout mapLayout(const NetworkTask& task, MapNumber map, const dataflow::Partition& partition,
                           const dataflow::Region& region);

/// The places of the feature maps of a schedule, as its layers leave them one after another (cost-model.md 3, Layout,
/// and 5).
class FeatureMapPlacement {
public:
    /// `inputPartition` says how the network's input and the external inputs lie over the memory channels. `task` must
    /// outlive this.
    FeatureMapPlacement(const NetworkTask& task, const dataflow::Partition& inputPartition);

    /// The memory channels as `memoryRegion` gives them.
    [[nodiscard]] const dataflow::Region& memoryChannels() const { return m_memoryChannels; }

    /// The layout of all inputs of the layer together. If `forwarding` is not null, the input is taken from the tiles
    /// of that region.
    [[nodiscard]] dataflow::Layout inputOf(std::size_t layer, const dataflow::Region* forwarding) const;
    /// The layout of the layer's second operand, which lies in memory, since layers with a second operand are segments
    /// of their own.
    [[nodiscard]] dataflow::Layout operandOf(std::size_t layer) const;

    /// Records that the layer's output goes to memory, or stays in its region, and returns the layout that it is moved
    /// to; empty if it stays on the tiles that computed it.
    std::optional<dataflow::Layout> placeOutput(std::size_t layer, const dataflow::LayerScheme& scheme, bool toMemory);

private:
    struct Place {
        dataflow::Partition partition;
        dataflow::Region region;
    };

    const NetworkTask& m_task;
    dataflow::Region m_memoryChannels;
    std::vector<Place> m_places; ///< of each map that is there already
};

} // namespace tilescape::pipeline
