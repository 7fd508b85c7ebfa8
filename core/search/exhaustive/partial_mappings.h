#pragma once

#include "core/pipeline/layout_registry.h"
#include "core/pipeline/loop_order_constraints.h"
#include "core/search/exhaustive/segment_answers.h"
#include "core/search/space/objective.h"
#include "core/search/space/search_task.h"

#include <limits>
#include <vector>

namespace tilescape::search {

/// One layer's choice within a segment.
struct LayerChoice {
    const PartitionChoice* partition = nullptr;
    std::size_t blocking = 0;
    double energyPj = 0;                  ///< hops included
    const SearchCounts* counts = nullptr; ///< of the search that found it
    [[nodiscard]] const BlockingChoice& chosen() const { return partition->blockings[blocking]; }
};

/// Where maps lie.
using LayoutKey = std::vector<
    pipeline::LayoutNumber>; ///< of each map: its layout's number; `deadLayout` where nobody needs it any more
inline constexpr pipeline::LayoutNumber deadLayout = std::numeric_limits<pipeline::LayoutNumber>::max();

/// A way through the first layers of a segment.
struct PartialMapping {
    ObjectiveValue value; ///< of the layers one by one
    std::vector<LayerChoice> choices;
    std::vector<Count> outputGroups;
};

/// The best few ways through a segment under some groups, its inputs lying where the schedules before it leave them.
class PartialMappings {
public:
    PartialMappings(const SearchTask& task, SegmentAnswers& layers, pipeline::LayoutRegistry& registry)
        : m_task(task), m_layers(layers), m_registry(registry), m_memoryChannels(pipeline::memoryRegion(task.machine))
    {}

    /// Best first; none where no layer fits, or the search was stopped.
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
