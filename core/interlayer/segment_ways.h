#pragma once

#include "core/interlayer/group_rules.h"
#include "core/interlayer/layout_book.h"
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
using LayoutKey = std::vector<LayoutNumber>; ///< of each map: its layout's number; `deadLayout` where nobody needs it any more
inline constexpr LayoutNumber deadLayout = std::numeric_limits<LayoutNumber>::max();

/// A way through the first layers of a segment.
struct SegmentWay {
    Value value; ///< of the layers one by one
    std::vector<LayerChoice> choices;
    std::vector<Count> outputGroups;
};

/// The best few ways through a segment under some groups, its inputs lying where the schedules before it leave them.
class SegmentWays {
public:
    SegmentWays(const PricingTask& task, SegmentAnswers& layers, LayoutBook& book)
        : m_task(task), m_layers(layers), m_book(book), m_memory(memoryRegion(task.machine))
    {
    }

    /// Best first; none where no layer fits, or the search was stopped.
    std::vector<SegmentWay> through(const SegmentTasks& tasks, const GroupRules& rules, const std::vector<Count>& values,
                                    const LayoutKey& key);

private:
    std::vector<LayoutNumber> inputLayouts(const SegmentTasks& tasks, std::size_t place, const LayoutKey& key,
                                           const SegmentWay& way);
    void extendWay(const SegmentTasks& tasks, std::size_t place, const TopGroups& top, const LayoutKey& key,
                   const SegmentWay& way, std::vector<SegmentWay>& next);
    [[nodiscard]] double energyOf(const intralayer::PartitionChoice& partition, const intralayer::BlockingChoice& blocking,
                                  const HopsIn& in) const;

    const PricingTask& m_task;
    SegmentAnswers& m_layers;
    LayoutBook& m_book;
    dataflow::Region m_memory;
};

} // namespace tilescape::interlayer
