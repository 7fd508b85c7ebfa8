#pragma once

#include "core/pipeline/region_room.h"
#include "core/pipeline/segment_links.h"
#include "core/search/exhaustive/chain_search.h"
#include "core/search/space/layer_task.h"
#include "core/search/space/live_layouts.h"
#include "core/search/space/search_task.h"
#include "core/search/space/segment_enumeration.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tilescape::search {

/// A segment in its regions, and the task of each of its layers there, whatever the groups.
struct SegmentTasks {
    const pipeline::Segment* segment = nullptr;
    std::vector<dataflow::Region> regions;
    std::vector<pipeline::Placement> placements;
    std::vector<pipeline::Links> links;
    std::vector<LayerTask> tasks;  ///< by position in the segment
    std::vector<std::string> keys; ///< of the tasks
    bool wholeNetwork = false;     ///< the segment is the whole network
    std::optional<pipeline::RegionRoom> room; ///< empty where it is not asked for: under Counts::Reference
    /// Where its layers are, valid as long as this.
    [[nodiscard]] SegmentPlaces placesWith(pipeline::RegionNumber memoryChannels) const
    {
        return {placements, links, regions, memoryChannels};
    }
};
/// The tasks of a segment in these regions. `segment` must outlive the result.
SegmentTasks tasksOf(const SearchTask& task, const Objective& objective, const pipeline::Segment& segment,
                     std::vector<dataflow::Region> regions);

/// The answer for a layer of a segment under some groups, and the table of its partitions. Both pointers are null if
/// the search was stopped; they stay valid as long as the `SegmentAnswers` that gave them.
struct SegmentAnswer {
    const PartitionTable* table = nullptr;
    const LayerAnswer* answer = nullptr;
};

/// Searches each layer once for all segments in which its task is the same, and stores the answers in a cache for later
/// solves.
class SegmentAnswers {
public:
    /// All arguments must outlive this.
    SegmentAnswers(LayerAnswerCache& remembered, const ChainControl& control, const LayerLookup& lookup)
        : m_cache(remembered), m_control(control), m_lookup(lookup)
    {}

    /// The answer for the layer at `place` in the segment, asked to form the groups `top`.
    SegmentAnswer at(const SegmentTasks& segment, std::size_t place, const pipeline::TopGroups& top);
    /// The counts of all searches so far.
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
