#include "core/search/exhaustive/segment_answers.h"

#include "core/search/space/segment_tasks.h"

#include <fmt/format.h>

namespace tilescape::search {

SegmentTasks tasksOf(const SearchTask& task, const Objective& objective, const pipeline::Segment& segment,
                     std::vector<dataflow::Region> regions)
{
    SegmentTasks made{&segment, std::move(regions), segment.placements(0), {}, {}, {}, false, std::nullopt};
    made.links = pipeline::linksOf(task.topology, made.placements);
    if (task.rules.counts == Counts::Executed) {
        made.room.emplace(task.network, task.topology, made.placements, task.machine.capacities.bufferWordsPerTile);
    }
    made.wholeNetwork = segment.layerCount() == task.network.layers.size();
    made.tasks = segmentTasks(task, objective, made.placements, made.links, made.regions);
    for (std::size_t place = 0; place < made.placements.size(); ++place) {
        LayerTask& own = made.tasks[place];
        own.region = made.regions[static_cast<std::size_t>(made.placements[place].slot.region)];
        own.memory = pipeline::memoryRegion(task.machine);
        made.keys.push_back(keyOf(own));
    }
    return made;
}

SegmentAnswer SegmentAnswers::at(const SegmentTasks& segment, std::size_t place, const pipeline::TopGroups& top)
{
    const std::string& key = segment.keys[place];
    auto& table = m_tables[key];
    if (!table) {
        table = partitionTable(segment.tasks[place], m_control.threads, m_control.stop);
    }
    if (!table) {
        return {};
    }
    auto& answer = m_answers[{key, top}];
    if (!answer) {
        const std::string question = key + fmt::format("groups {} {} {}", top.batch, top.input, top.output);
        answer = m_cache.find(question);
        if (!answer) {
            answer = m_lookup.search(segment.tasks[place], *table, top, m_control.threads, m_control.stop);
            if (!answer) {
                return {};
            }
            m_cache.store(question, answer);
        }
        m_counts += answer->counts;
    }
    return {table.get(), answer.get()};
}

} // namespace tilescape::search
