#pragma once

#include "core/dataflow/layout.h"
#include "core/dataflow/scheme.h"
#include "core/pipeline/network_task.h"

#include <optional>
#include <vector>

namespace tilescape::pipeline {

/// The memory channels as a grid that feature maps lie over.
dataflow::Region memoryRegion(const hardware::Machine& machine);

/// Number of a feature map: the network's input, the external inputs, then the layers' outputs.
using MapNumber = std::size_t;
MapNumber mapNumber(const network::Network& network, const network::Source& source);
MapNumber outputMap(const network::Network& network, std::size_t layer);
std::size_t mapCount(const network::Network& network);

/// Where feature map `map` lies if cut by `partition`, as far as that applies, over `region`.
dataflow::Layout mapLayout(const NetworkTask& task, MapNumber map, const dataflow::Partition& partition,
                           const dataflow::Region& region);

/// Where the feature maps of a schedule lie, as its layers leave them one after another (cost-model.md 3 and 5).
class FeatureMapPlacement {
public:
    /// `inputPartition`: how the network's input and the external inputs lie over memory. `task` outlives this.
    FeatureMapPlacement(const NetworkTask& task, const dataflow::Partition& inputPartition);

    [[nodiscard]] const dataflow::Region& memoryChannels() const { return m_memoryChannels; }

    /// The layer's whole input; taken from `forwarding`'s tiles if there is such a region.
    [[nodiscard]] dataflow::Layout inputOf(std::size_t layer, const dataflow::Region* forwarding) const;
    /// The second operand: in memory, as layers that have one run by themselves.
    [[nodiscard]] dataflow::Layout operandOf(std::size_t layer) const;

    /// Puts the layer's output in memory or leaves it in its region; gives where it goes, none if that is where it is made.
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
