#include "core/search/space/layer_answer.h"

#include "core/support/parallel.h"

#include <utility>

namespace tilescape::search {

std::shared_ptr<LayerAnswer> searchLayerBy(const NestSearch& search, const LayerTask& task, const PartitionTable& table,
                                           const pipeline::TopGroups& top, int threads, const std::stop_token& stop)
{
    std::vector<std::pair<std::size_t, std::size_t>> jobs;
    std::vector<std::vector<BlockingAnswer>> answers(table.kinds.size());
    for (std::size_t kind = 0; kind < table.kinds.size(); ++kind) {
        answers[kind].resize(table.kinds[kind].nests.size());
        for (std::size_t nest = 0; nest < table.kinds[kind].nests.size(); ++nest) {
            jobs.emplace_back(kind, nest);
        }
    }
    std::vector<std::shared_ptr<const BlockingSetting>> settings;
    settings.reserve(table.kinds.size());
    for (const BlockingKind& kind : table.kinds) {
        settings.push_back(settingOf(task, kind));
    }
    support::parallelFor(jobs.size(), threads, [&](std::size_t job) {
        if (stop.stop_requested()) {
            return;
        }
        const auto [number, nest] = jobs[job];
        const BlockingKind& kind = table.kinds[number];
        const BlockingTask blockings{kind.nests[nest], settings[number], top};
        answers[number][nest] = search(blockings, number, nest);
    });
    if (stop.stop_requested()) {
        return nullptr;
    }

    auto answer = std::make_shared<LayerAnswer>();
    for (const auto& kind : answers) {
        for (const BlockingAnswer& part : kind) {
            answer->counts += part.counts;
        }
    }
    for (std::size_t i = 0; i < table.partitions.size(); ++i) {
        const CountedPartition& split = table.partitions[i];
        PartitionChoice choice{i, split.partition, split.outputPartition, split.weightHops, split.outputHops, {}, {}};
        for (std::size_t nest = 0; nest < answers[split.kind].size(); ++nest) {
            for (const BlockingChoice& blocking : answers[split.kind][nest].choices) {
                choice.replications.push_back(table.kinds[split.kind].nests[nest].replication);
                choice.blockings.push_back(blocking);
            }
        }
        if (!choice.blockings.empty()) {
            answer->partitions.push_back(std::move(choice));
        }
    }
    if (answer->partitions.empty()) {
        answer->obstacle = findObstacle(task);
    }
    return answer;
}

} // namespace tilescape::search
