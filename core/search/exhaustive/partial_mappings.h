#pragma once

#include "core/pipeline/layout_registry.h"
#include "core/pipeline/loop_order_constraints.h"
#include "core/search/exhaustive/segment_answers.h"
#include "core/search/space/best_few.h"
#include "core/search/space/live_layouts.h"
#include "core/search/space/objective.h"
#include "core/search/space/search_task.h"

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

/// Choices for the first layers of a segment.
struct PartialMapping {
    ObjectiveValue value; ///< sum over the layers one by one, without the timing of the segment
    std::vector<LayerChoice> choices;
    std::vector<Count> outputGroups; ///< groups of output channels of each layer
    /// The partitions of the layers, valid as long as this.
    [[nodiscard]] PartitionAt partitions() const
    {
        return [this](std::size_t place) -> const dataflow::Partition& { return choices[place].partition->partition; };
    }
};

/// Finds the mappings of a segment's layers with a beam search, layer after layer, its inputs lying where the schedule
/// before it left them. The beam width is two, so that the best mapping may be missed.
class PartialMappings {
public:
    /// All arguments must outlive this.
    PartialMappings(const SearchTask& task, SegmentAnswers& layers, pipeline::LayoutRegistry& registry)
        : m_task(task), m_layers(layers), m_registry(registry)
    {}

    /// The complete mappings found for these values of the constraints' variables, best first. `before` holds the
    /// layouts before the segment, whose `places` are those of `tasks`. Empty if a layer fits under none, or if the
    /// search was stopped.
    std::vector<PartialMapping> through(const SegmentTasks& tasks, const SegmentPlaces& places,
                                        const pipeline::LoopOrderConstraints& rules, const std::vector<Count>& values,
                                        const LiveLayouts& before);

private:
    using Beam = BestFew<ObjectiveValue, PartialMapping>;
    void extend(const SegmentTasks& tasks, std::size_t place, const pipeline::LoopOrderConstraints& rules,
                const std::vector<Count>& values, const std::vector<pipeline::LayoutNumber>& inputs,
                const PartialMapping& partial, Beam& next);

    const SearchTask& m_task;
    SegmentAnswers& m_layers;
    pipeline::LayoutRegistry& m_registry;
};

} // namespace tilescape::search
