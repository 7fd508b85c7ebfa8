#include "core/intralayer/quick_answer.h"

#include "core/intralayer/quick_blocking.h"

#include <algorithm>

namespace tilescape::intralayer {

namespace {

/// Hops of one fetch of each tensor, what comes from feature maps expected to lie as far away as any.
std::array<double, 3> expectedFetchPj(const LayerTask& task, const QuickFrame& quick, const FramePartition& split)
{
    const auto hopsIn = [&](const std::vector<cost::MapGroup>& groups) {
        double hops = 0;
        for (const cost::MapGroup& group : groups) {
            hops += static_cast<double>(group.range.size())
                * (quick.inputDistance + static_cast<double>(group.treeHops));
        }
        return hops;
    };
    const double hopPj = task.machine.hopPj;
    return {hopPj * (static_cast<double>(split.weightHops) + hopsIn(split.operands)), hopPj * hopsIn(split.inputs),
            hopPj * static_cast<double>(split.outputHops)};
}

} // namespace

QuickBest quickBest(const LayerTask& task, const QuickFrame& quick, const TopGroups& top, std::size_t partitions)
{
    QuickBest best;
    for (std::size_t number = 0; number < std::min(partitions, quick.frame.partitions.size()); ++number) {
        const BlockingKind& kind = quick.frame.kinds[number];
        const std::array<double, 3> fetchPj = expectedFetchPj(task, quick, quick.frame.partitions[number]);
        for (std::size_t nest = 0; nest < kind.nests.size(); ++nest) {
            const BlockingTask blocking{kind.nests[nest], kind.context, task.machine, task.objective,
                                        hopsMatter(task), kind.sharing, top};
            const QuickTask one{blocking, quick.traffic[number][nest], fetchPj, quick.rotation[number][nest]};
            for (const BlockingCandidate& candidate : quickBlockings(one, 1, best.cost)) {
                best = {candidate.cost, candidate.energyPj, candidate.cycles, candidate.dramCycles,
                        blockingOf(candidate, top)};
            }
        }
    }
    return best;
}

LayerAnswer quickAnswer(const LayerTask& task, const QuickFrame& quick, const TopGroups& top, const QuickEffort& effort)
{
    LayerAnswer answer;
    answer.counts = quick.counts;
    std::vector<std::pair<double, std::size_t>> order; // cost and number of each partition that has a blocking
    for (std::size_t number = 0; number < quick.frame.partitions.size(); ++number) {
        const FramePartition& split = quick.frame.partitions[number];
        const BlockingKind& kind = quick.frame.kinds[number];
        const std::array<double, 3> fetchPj = expectedFetchPj(task, quick, split);
        PartitionChoice choice{number, split.partition, split.outputPartition, split.weightHops, split.outputHops, {}, {}};
        std::vector<std::pair<BlockingCandidate, std::size_t>> best;
        double worthless = std::numeric_limits<double>::infinity();
        for (std::size_t nest = 0; nest < kind.nests.size(); ++nest) {
            const BlockingTask blocking{kind.nests[nest], kind.context, task.machine, task.objective,
                                        hopsMatter(task), kind.sharing, top};
            const QuickTask one{blocking, quick.traffic[number][nest], fetchPj, quick.rotation[number][nest]};
            for (const BlockingCandidate& candidate : quickBlockings(one, effort.blockings, worthless, &answer.counts)) {
                best.emplace_back(candidate, nest);
            }
            std::stable_sort(best.begin(), best.end(),
                             [](const auto& a, const auto& b) { return a.first.cost < b.first.cost; });
            best.resize(std::min(best.size(), effort.blockings));
            worthless = best.size() == effort.blockings ? best.back().first.cost : worthless;
        }
        for (const auto& [candidate, nest] : best) {
            const BlockingTask blocking{kind.nests[nest], kind.context, task.machine, task.objective,
                                        hopsMatter(task), kind.sharing, top};
            choice.replications.push_back(kind.nests[nest].replication);
            choice.blockings.push_back(choiceOf(candidate, blocking));
        }
        if (!choice.blockings.empty()) {
            order.emplace_back(best.front().first.cost, answer.partitions.size());
            answer.partitions.push_back(std::move(choice));
        }
    }
    std::stable_sort(order.begin(), order.end());
    std::vector<PartitionChoice> best;
    for (std::size_t i = 0; i < order.size(); ++i) {
        best.push_back(std::move(answer.partitions[order[i].second]));
    }
    answer.partitions = std::move(best);
    if (answer.partitions.empty()) {
        answer.obstacle = findObstacle(task, quick.frame);
    }
    return answer;
}

} // namespace tilescape::intralayer
