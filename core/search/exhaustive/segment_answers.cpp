#include "core/search/exhaustive/segment_answers.h"

#include "core/pipeline/weight_pinning.h"

#include <fmt/format.h>

namespace tilescape::search {

SegmentTasks tasksOf(const SearchTask& task, const Objective& objective, const pipeline::Segment& segment,
                     std::vector<dataflow::Region> regions)
{
    SegmentTasks made{&segment, std::move(regions), segment.placements(0), {}, {}, {}};
    made.links = pipeline::linksOf(task.topology, made.placements);
    made.wholeNetwork = segment.layerCount() == task.network.layers.size();
    const bool pins = pipeline::mayPinWeights(task, made.placements);
    Count working = 0;
    for (const dataflow::Region& region : made.regions) {
        working += region.extent.size();
    }
    for (std::size_t place = 0; place < made.placements.size(); ++place) {
        const pipeline::Placement& placed = made.placements[place];
        const pipeline::Links& links = made.links[place];
        const bool local = links.source && regionOf(made.placements, *links.source) == placed.slot.region;
        made.tasks.push_back({task.network.layers[placed.layer], task.batch,
                              made.regions[static_cast<std::size_t>(placed.slot.region)],
                              pipeline::memoryRegion(task.machine), task.machine, task.space, objective,
                              links.source.has_value(), local, !links.outputToMemory, pins,
                              pipeline::inputPartInTiles(task.network.layers[placed.layer], links, task.space.counts)});
        chargeForRegion(made.tasks.back(),
                        static_cast<double>(made.tasks.back().region.extent.size()) / static_cast<double>(working));
        made.keys.push_back(keyOf(made.tasks.back()));
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
