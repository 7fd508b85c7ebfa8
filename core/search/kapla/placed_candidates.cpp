#include "core/search/kapla/placed_candidates.h"

#include "core/search/kapla/blocking_branch_and_bound.h"
#include "core/search/kapla/candidate_ranking.h"
#include "core/search/space/region_shares.h"

#include <algorithm>

namespace tilescape::search {

PlacedCandidate::PlacedCandidate(const LayerTask& task, const dataflow::Partition& partition,
                                 LayerCandidates& candidates, std::size_t shareClass, const EstimatedHops& hops,
                                 const PlacedHops& placed)
    : m_task(task),
      m_partition(partition),
      m_candidates(candidates),
      m_shareClass(shareClass),
      m_oncePj(task.machine.prices.hopPj * hops.once),
      m_placed(placed)
{
    for (const Tensor tensor : allTensors) {
        m_fetchPj[static_cast<std::size_t>(tensor)] = task.machine.prices.hopPj * hops.all[tensor];
    }
    m_inputTreePj = task.machine.prices.hopPj * hops.inputTree;
}

const PreparedNest* PlacedCandidate::placed(const PreparedNest* ofClass) const
{
    if (!ofClass) {
        return nullptr;
    }
    const std::lock_guard lock(m_mutex);
    if (!m_setting) {
        const BlockingSetting& usual = *ofClass->task.setting;
        const BlockingKind kind = kindOf(m_task, m_partition);
        const bool isUsual = kind.context == usual.context && kind.sharing == usual.sharing;
        m_setting = isUsual ? ofClass->task.setting : settingOf(m_task, kind);
    }
    if (m_setting == ofClass->task.setting) {
        return ofClass;
    }
    std::unique_ptr<const PreparedNest>& own = m_nests[ofClass];
    if (!own) {
        auto made = std::make_unique<PreparedNest>(*ofClass);
        made->task.setting = m_setting;
        made->traffic =
            trafficOf(made->task.nest, coveredBy(made->task), m_setting->context, m_task.machine, m_setting->sharing);
        made->rotation = rotationPrices(made->task.nest, m_setting->context, m_task.machine, m_setting->sharing);
        own = std::move(made);
    }
    return own.get();
}

/// A cheapest blocking is the same whatever limit it was found below, so that the order of questions changes no answer.
const BestBlocking* PlacedCandidate::cheapestBelow(double cost, const PreparedNest& nest,
                                                   const BlockingLimits& limits) const
{
    const auto below = [cost](const Known& known) {
        return known.best && known.best->cost < cost ? known.best.get() : nullptr;
    };
    {
        const std::lock_guard lock(m_mutex);
        const auto known = m_known.find({&nest, limits});
        if (known != m_known.end() && (known->second.best || cost <= known->second.searchedBelow)) {
            return below(known->second);
        }
    }
    const auto found = bestBlockings({nest, m_fetchPj, limits, 0, false, m_oncePj}, 1, cost);
    std::unique_ptr<BestBlocking> made;
    if (!found.empty()) {
        const BlockingCandidate& best = found.front();
        BlockingTask task = nest.task;
        task.top = limits.top;
        task.outputPieces = limits.outputPieces;
        const BlockingChoice choice = choiceOf(best, task);
        made = std::make_unique<BestBlocking>(
            BestBlocking{best.cost, best.energyPj, best.cycles, best.dramCycles, choice.blocking, shareOf(m_partition, choice)});
        made->share.blocking = nullptr;
    }
    const std::lock_guard lock(m_mutex);
    Known& known = m_known[{&nest, limits}];
    known.searchedBelow = std::max(known.searchedBelow, cost);
    if (made && !known.best) {
        known.best = std::move(made);
    }
    return below(known);
}

const CountedPartition& PlacedCandidate::counted() const
{
    std::call_once(m_once, [this] { m_counted = &m_placed.counted.at(m_placed.number, m_task, m_partition); });
    return *m_counted;
}

const RankedCandidates& PlacedCandidates::ranked(const BlockingLimits& limits) { return remembered(limits, false); }

const RankedCandidates& PlacedCandidates::choices(const pipeline::TopGroups& top) { return remembered({top}, true); }

RankedCandidates PlacedCandidates::choices(const pipeline::TopGroups& top, const std::vector<LikelyInput>& inputs)
{
    return rankCandidates(*this, {top}, inputs, m_effort.partitions);
}

const RankedCandidates& PlacedCandidates::remembered(const BlockingLimits& limits, bool forUsualInputs)
{
    {
        const std::lock_guard lock(m_mutex);
        const auto known = m_ranked.find({forUsualInputs, limits});
        if (known != m_ranked.end()) {
            return known->second;
        }
    }
    RankedCandidates made = forUsualInputs ? choices(limits.top, m_hops.estimate.usualInputs())
                                           : rankCandidates(*this, limits, {}, m_effort.partitionsForGroups);
    const std::lock_guard lock(m_mutex);
    return m_ranked.emplace(std::pair{forUsualInputs, limits}, std::move(made)).first->second;
}

double PlacedCandidates::least()
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_least) {
            return *m_least;
        }
    }
    const double least = leastEstimate(*this, {});
    const std::lock_guard lock(m_mutex);
    m_least = least;
    return least;
}

const PlacedCandidate& PlacedCandidates::at(const dataflow::Partition& partition, std::size_t shareClass,
                                            const EstimatedHops& hops)
{
    {
        const std::lock_guard lock(m_mutex);
        const auto known = m_partitions.find(partition);
        if (known != m_partitions.end()) {
            return *known->second;
        }
    }
    auto made = std::make_unique<PlacedCandidate>(m_task, partition, m_candidates, shareClass, hops, m_hops);
    const std::lock_guard lock(m_mutex);
    return *m_partitions.emplace(partition, std::move(made)).first->second;
}

} // namespace tilescape::search
