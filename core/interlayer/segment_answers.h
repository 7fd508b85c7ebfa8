#pragma once

#include "core/interlayer/search_task.h"
#include "core/interlayer/chain_search.h"
#include "core/pipeline/segment_links.h"
#include "core/interlayer/segment_enumeration.h"
#include "core/intralayer/layer_search.h"

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tilescape::interlayer {

/// A segment in its regions, and what its layers are asked there, whatever groups.
struct SegmentTasks {
    const pipeline::Segment* segment = nullptr;
    std::vector<dataflow::Region> regions;
    std::vector<pipeline::Placement> placements;
    std::vector<pipeline::Links> links;
    std::vector<intralayer::LayerTask> tasks; ///< by place
    std::vector<std::string> keys;            ///< of the tasks
    bool wholeNetwork = false;
    [[nodiscard]] Count regionOf(std::size_t layer) const; ///< of one of its layers
};
SegmentTasks tasksOf(const SearchTask& task, const intralayer::Objective& objective, const pipeline::Segment& segment,
                     std::vector<dataflow::Region> regions);

/// What a layer of a segment answers under some groups.
struct SegmentAnswer {
    const intralayer::LayerFrame* frame = nullptr; ///< null: stopped
    const intralayer::LayerAnswer* answer = nullptr;
};

/// Asks each layer once for all segments in which it is asked the same, and remembers from one search to the next.
class SegmentAnswers {
public:
    SegmentAnswers(intralayer::AnswerMemory& remembered, const ChainControl& control, const LayerLookup& lookup)
        : m_remembered(remembered), m_control(control), m_lookup(lookup)
    {
    }

    SegmentAnswer at(const SegmentTasks& segment, std::size_t place, const pipeline::TopGroups& top);
    [[nodiscard]] const intralayer::SearchCounts& counts() const { return m_counts; }

private:
    intralayer::AnswerMemory& m_remembered;
    const ChainControl& m_control;
    const LayerLookup& m_lookup;
    std::map<std::string, std::shared_ptr<const intralayer::LayerFrame>> m_frames;
    std::map<std::pair<std::string, pipeline::TopGroups>, std::shared_ptr<const intralayer::LayerAnswer>> m_answers;
    intralayer::SearchCounts m_counts;
};

} // namespace tilescape::interlayer
