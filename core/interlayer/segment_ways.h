#pragma once

#include "core/interlayer/search_task.h"
#include "core/pipeline/loop_order_constraints.h"
#include "core/pipeline/layout_registry.h"
#include "core/interlayer/segment_answers.h"
#include "core/interlayer/value.h"

#include <limits>
#include <vector>

namespace tilescape::interlayer {

/// One layer's choice within a segment.
struct LayerChoice {
    const intralayer::PartitionChoice* partition = nullptr;
    std::size_t blocking = 0;
    double energyPj = 0; ///< hops included
    const intralayer::SearchCounts* counts = nullptr; ///< of the search that found it
    [[nodiscard]] const intralayer::BlockingChoice& chosen() const { return partition->blockings[blocking]; }
};

/// Where maps lie.
using LayoutKey = std::vector<pipeline::LayoutNumber>; ///< of each map: its layout's number; `deadLayout` where nobody needs it any more
inline constexpr pipeline::LayoutNumber deadLayout = std::numeric_limits<pipeline::LayoutNumber>::max();

/// A way through the first layers of a segment.
struct SegmentWay {
    Value value; ///< of the layers one by one
    std::vector<LayerChoice> choices;
    std::vector<Count> outputGroups;
};

/// The best few ways through a segment under some groups, its inputs lying where the schedules before it leave them.
class SegmentWays {
public:
    SegmentWays(const SearchTask& task, SegmentAnswers& layers, pipeline::LayoutRegistry& book)
        : m_task(task), m_layers(layers), m_book(book), m_memory(pipeline::memoryRegion(task.machine))
    {
    }

    /// Best first; none where no layer fits, or the search was stopped.
    std::vector<SegmentWay> through(const SegmentTasks& tasks, const pipeline::LoopOrderConstraints& rules, const std::vector<Count>& values,
                                    const LayoutKey& key);

private:
    std::vector<pipeline::LayoutNumber> inputLayouts(const SegmentTasks& tasks, std::size_t place, const LayoutKey& key,
                                           const SegmentWay& way);
    void extendWay(const SegmentTasks& tasks, std::size_t place, const pipeline::TopGroups& top, const LayoutKey& key,
                   const SegmentWay& way, std::vector<SegmentWay>& next);
    [[nodiscard]] double energyOf(const intralayer::PartitionChoice& partition, const intralayer::BlockingChoice& blocking,
                                  const pipeline::HopsIn& in) const;

    const SearchTask& m_task;
    SegmentAnswers& m_layers;
    pipeline::LayoutRegistry& m_book;
    dataflow::Region m_memory;
};

} // namespace tilescape::interlayer
