#pragma once

#include "core/pipeline/layout_registry.h"
#include "core/pipeline/loop_order_constraints.h"
#include "core/search/exhaustive/segment_answers.h"
#include "core/search/space/objective.h"
#include "core/search/space/search_task.h"

#include <limits>
#include <vector>

namespace tilescape::search {

/// The partition and blocking of one layer in a segment.
struct LayerChoice {
    const PartitionChoice* partition = nullptr; ///< not null once chosen; owned by the layer's answer
    std::size_t blocking = 0;                   ///< index in the partition's blockings
    double energyPj = 0;                        ///< hops and the layer's own static energy included
    const SearchCounts* counts = nullptr;       ///< of the search that found it
    /// The blocking that is chosen.
    [[nodiscard]] const BlockingChoice& chosen() const { return partition->blockings[blocking]; }
};

/// The number of each map's layout, by the map's number; `deadLayout` for maps that no later layer needs.
using LayoutKey = std::vector<
    pipeline::LayoutNumber>;
/// In place of the layout of a map that no later layer needs.
inline constexpr pipeline::LayoutNumber deadLayout = std::numeric_limits<pipeline::LayoutNumber>::max();

/// Choices for the first layers of a segment.
struct PartialMapping {
    ObjectiveValue value; ///< sum over the layers one by one, without the timing of the segment
    std::vector<LayerChoice> choices;
    std::vector<Count> outputGroups; ///< groups of output channels of each layer
};

/// Finds the mappings of a segment's layers with a beam search, layer after layer, its inputs lying where the schedule
/// before it left them. The beam width is two, so that the best mapping may be missed.
class PartialMappings {
public:
    /// All arguments must outlive this.
    PartialMappings(const SearchTask& task, SegmentAnswers& layers, pipeline::LayoutRegistry& registry)
        : m_task(task), m_layers(layers), m_registry(registry), m_memoryChannels(pipeline::memoryRegion(task.machine))
    {}

    /// The complete mappings found for these values of the constraints' variables, best first. `key` holds the layouts
    /// before the segment. Empty if a layer fits under none, or if the search was stopped.
    std::vector<PartialMapping> through(const SegmentTasks& tasks, const pipeline::LoopOrderConstraints& rules,
                                        const std::vector<Count>& values, const LayoutKey& key);

private:
    std::vector<pipeline::LayoutNumber> inputLayouts(const SegmentTasks& tasks, std::size_t place, const LayoutKey& key,
                                                     const PartialMapping& partial);
    void extend(const SegmentTasks& tasks, std::size_t place, const pipeline::TopGroups& top, const LayoutKey& key,
                const PartialMapping& partial, std::vector<PartialMapping>& next);
    [[nodiscard]] double energyOf(const PartitionChoice& partition, const BlockingChoice& blocking,
                                  const pipeline::HopsIn& in) const;

    const SearchTask& m_task;
    SegmentAnswers& m_layers;
    pipeline::LayoutRegistry& m_registry;
    dataflow::Region m_memoryChannels;
};

} // namespace tilescape::search
