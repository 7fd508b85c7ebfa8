#include "core/search/exhaustive/layer_choices.h"

#include "core/search/space/run_order.h"
#include "core/search/space/working_tiles.h"

#include <optional>
#include <utility>

namespace tilescape::search {

LayerChoices::LayerChoices(const SearchTask& task, const Objective& objective, LayerAnswerCache& cache,
                           const ChainControl& control, const LayerLookup& lookup)
    : m_task(task),
      m_objective(objective),
      m_cache(cache),
      m_control(control),
      m_lookup(lookup),
      m_memoryChannels(pipeline::memoryRegion(task.machine))
{}

bool LayerChoices::search(ChainAnswer& answer)
{
    const std::vector<std::size_t> order = runOrder(m_task.network);
    WorkingTiles tiles(m_task, m_objective);
    answer.complete = tiles.triesAllGrids();
    bool everyLayerFits = true;
    for (std::size_t place = 0; place < order.size(); ++place) {
        m_choices.emplace_back();
        m_counts.emplace_back();
        std::optional<Obstacle> obstacle;
        for (const std::vector<dataflow::Region>& regions : tiles.manyChoicesFor({place, {{order[place]}}})) {
            const LayerAnswer* found = answerOn(order[place], m_regions.emplace_back(regions.front()));
            if (!found) {
                return false;
            }
            for (const PartitionChoice& partition : found->partitions) {
                m_choices.back().push_back({&partition, &m_regions.back()});
            }
            m_counts.back() += found->counts;
            obstacle = obstacle ? obstacle : found->obstacle;
        }
        if (m_choices.back().empty() && obstacle) {
            answer.obstacles.push_back({order[place], *obstacle});
        }
        everyLayerFits &= !m_choices.back().empty();
        answer.counts += m_counts.back();
        if (m_control.onProgress) {
            m_control.onProgress(static_cast<Count>(place + 1), static_cast<Count>(order.size()));
        }
    }
    return everyLayerFits;
}

/// The layer's answer on these tiles, from the cache where an equal task was searched before; null if stopped.
const LayerAnswer* LayerChoices::answerOn(std::size_t layer, const dataflow::Region& region)
{
    const LayerTask layerTask{m_task.network.layers[layer],
                              m_task.batch,
                              region,
                              m_memoryChannels,
                              m_task.machine,
                              m_task.space,
                              m_objective,
                              false,
                              false,
                              false,
                              false};
    const std::string key = keyOf(layerTask);
    std::shared_ptr<const LayerAnswer> found = m_cache.find(key);
    if (!found) {
        const auto table = partitionTable(layerTask, m_control.threads, m_control.stop);
        found = table ? m_lookup.search(layerTask, *table, {}, m_control.threads, m_control.stop) : nullptr;
        if (!found) {
            return nullptr;
        }
        m_cache.store(key, found);
    }
    return m_answers.emplace_back(std::move(found)).get();
}

} // namespace tilescape::search
