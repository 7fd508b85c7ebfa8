#pragma once

#include "core/pipeline/segment_links.h"
#include "core/search/exhaustive/chain_search.h"
#include "core/search/space/layer_task.h"
#include "core/search/space/search_task.h"
#include "core/search/space/segment_enumeration.h"

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tilescape::search {

/// A segment in its regions, and what its layers are asked there, whatever groups.
struct SegmentTasks {
    const pipeline::Segment* segment = nullptr;
    std::vector<dataflow::Region> regions;
    std::vector<pipeline::Placement> placements;
    std::vector<pipeline::Links> links;
    std::vector<LayerTask> tasks;  ///< by place
    std::vector<std::string> keys; ///< of the tasks
    bool wholeNetwork = false;
    [[nodiscard]] Count regionOf(std::size_t layer) const; ///< of one of its layers
};
SegmentTasks tasksOf(const SearchTask& task, const Objective& objective, const pipeline::Segment& segment,
                     std::vector<dataflow::Region> regions);

/// What a layer of a segment answers under some groups.
struct SegmentAnswer {
    const PartitionTable* table = nullptr; ///< null: stopped
    const LayerAnswer* answer = nullptr;
};

/// Asks each layer once for all segments in which it is asked the same, and caches the answers from one search to the next.
class SegmentAnswers {
public:
    SegmentAnswers(LayerAnswerCache& remembered, const ChainControl& control, const LayerLookup& lookup)
        : m_cache(remembered), m_control(control), m_lookup(lookup)
    {}

    SegmentAnswer at(const SegmentTasks& segment, std::size_t place, const pipeline::TopGroups& top);
    [[nodiscard]] const SearchCounts& counts() const { return m_counts; }

private:
    LayerAnswerCache& m_cache;
    const ChainControl& m_control;
    const LayerLookup& m_lookup;
    std::map<std::string, std::shared_ptr<const PartitionTable>> m_tables;
    std::map<std::pair<std::string, pipeline::TopGroups>, std::shared_ptr<const LayerAnswer>> m_answers;
    SearchCounts m_counts;
};

} // namespace tilescape::search
