#include "core/search/kapla/candidate_ranking.h"

#include "core/dataflow/sharing.h"
#include "core/search/space/infinite.h"
#include "core/search/space/partition_geometry.h"
#include "core/search/space/partition_space.h"
#include "core/search/space/working_tiles.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace tilescape::search {

using dataflow::Partition;

namespace {

/// Partitions kept for each likely layout of the input.
constexpr std::size_t partitionsForInput = 2;

/// The best few of what was considered: cost, and its number.
class Ranking {
public:
    explicit Ranking(std::size_t most) : m_most(most) {}

    /// What costs as much is of no use.
    [[nodiscard]] double worst() const { return m_best.size() < m_most ? infinite : m_best.back().first; }
    [[nodiscard]] const std::vector<std::pair<double, std::size_t>>& best() const { return m_best; }

    bool offer(double cost, std::size_t number)
    {
        if (!(cost < worst())) {
            return false;
        }
        const auto place = std::upper_bound(m_best.begin(), m_best.end(), cost,
                                            [](double own, const auto& other) { return own < other.first; });
        m_best.insert(place, {cost, number});
        m_best.resize(std::min(m_best.size(), m_most));
        return true;
    }

private:
    std::size_t m_most;
    std::vector<std::pair<double, std::size_t>> m_best;
};

class CandidateRanker {
public:
    /// Keeps the best `most` partitions for an input at the mean distance.
    CandidateRanker(PlacedCandidates& placed, const BlockingLimits& limits, const std::vector<LikelyInput>& inputs,
                    std::size_t most)
        : m_placed(placed),
          m_task(placed.task()),
          m_estimate(placed.estimate()),
          m_limits(limits),
          m_inputs(inputs),
          m_most(most),
          m_usual(most),
          m_forInput(inputs.size(), Ranking(partitionsForInput))
    {}

    RankedCandidates run()
    {
        considerAll();
        return {inOrder(), leastCost()};
    }

    /// The order of the classes is that of an estimate where tensors may bypass the buffer: bounds of nests tell which of them
    /// cannot be the best.
    double leastOnly()
    {
        const std::vector<ShareClass>& ranking = m_placed.candidates().ranking();
        const std::size_t first = considerFewestCycles();
        for (std::size_t number = 0; number < std::min(ranking.size(), m_placed.effort().shares); ++number) {
            const ShareClass& own = ranking[number];
            if (number != first && !own.nests.empty()) {
                considerIfBelow(number, own.nests.front().first);
            }
        }
        return leastCost();
    }

private:
    struct Considered {
        Partition partition;
        std::size_t shareClass = 0;
        EstimatedHops hops;
    };

    [[nodiscard]] double leastCost() const { return m_usual.best().empty() ? infinite : m_usual.best().front().first; }

    void considerAll()
    {
        const std::vector<ShareClass>& ranking = m_placed.candidates().ranking();
        const std::size_t first = considerFewestCycles();
        std::size_t left = m_placed.effort().shares;
        for (std::size_t number = 0; number < ranking.size() && left > 0; ++number) {
            // What comes later costs at least as much, unless estimates are too high: then one may be twice as far off as those so far.
            double least = ranking[number].cost * m_leastOfEstimate * m_leastOfEstimate;
            if (least >= worst()) {
                if (!WorkingTiles::isSmall(m_task.machine)) {
                    break;
                }
                // Few classes: those too whose nests may cost less than the estimate by more than that.
                if (ranking[number].nests.empty() || ranking[number].nests.front().first >= worst()) {
                    continue;
                }
                least = ranking[number].nests.front().first;
            }
            // Where memory decides, bounds are all alike, and those that suit many groups may stand far down.
            if (!m_placed.candidates().canBeCut(number, m_limits.top)) {
                continue;
            }
            --left;
            if (number != first) {
                considerIfBelow(number, least);
            }
        }
    }

    /// Energy, in pJ, of the hops of one fetch of each tensor over the distances that none of the class's partitions is without.
    [[nodiscard]] std::array<double, 3> leastFetchPj(const ShareClass& shareClass) const
    {
        const PerTensor<Count> sharers = mostSharers(m_task.layer, shareClass.shares.front());
        const auto toMemory = [&](Tensor tensor) {
            return m_estimate.leastToMemory(m_task.region.extent.size() / sharers[tensor]);
        };
        const bool mayBeNear = m_task.inputFromTiles || m_task.inputIsLocal;
        const double fromMemory = m_inputs.empty() || mayBeNear ? 0 : toMemory(Tensor::Input);
        const PerTensor<double> distance{
            {toMemory(Tensor::Weight),
             m_inputs.empty() ? m_estimate.meanInputDistance() : std::min(m_estimate.meanInputDistance(), fromMemory),
             m_task.outputStays ? 0 : toMemory(Tensor::Output)}};
        const PerTensor<double> words = wordsOf(shareClass);
        std::array<double, 3> fetchPj = shareClass.fetchPj;
        for (const Tensor tensor : allTensors) {
            fetchPj[static_cast<std::size_t>(tensor)] += m_task.machine.prices.hopPj * words[tensor] * distance[tensor];
        }
        return fetchPj;
    }

    /// Different words of each tensor, the same for all shares of the class.
    [[nodiscard]] PerTensor<double> wordsOf(const ShareClass& shareClass) const
    {
        Partition first;
        first.shares = shareClass.shares.front();
        return distinctWords(m_task, dataflow::tileLayer(m_task.layer, m_task.batch, first, m_task.space.counts),
                             first.shares);
    }

    /// Bounds of cycles are often all the same, and where tensors may bypass the buffer, classes stand in the order of an
    /// estimate: the class that takes fewest may be too far down. Its number, or as many as there are classes if it was not
    /// looked for.
    std::size_t considerFewestCycles()
    {
        const std::vector<ShareClass>& ranking = m_placed.candidates().ranking();
        const auto& bypass = m_task.space.bufferBypass.values;
        const bool isEstimated = std::any_of(bypass.begin(), bypass.end(), [](bool may) { return may; });
        const bool mayBeFar = m_task.objective.delayFirst && m_limits == BlockingLimits{}
                              && (isEstimated || ranking.size() > m_placed.effort().shares);
        const LayerCandidates::Found best = mayBeFar ? m_placed.candidates().best() : LayerCandidates::Found{};
        if (!std::isfinite(best.cost)) {
            return ranking.size();
        }
        considerPartitions(best.number, ranking[best.number], m_placed.candidates().bestOf(best.number, m_limits));
        return best.number;
    }

    /// What costs as much is of no use, wherever the input lies.
    [[nodiscard]] double worst() const
    {
        double worst = m_usual.worst();
        for (const Ranking& own : m_forInput) {
            worst = std::max(worst, own.worst());
        }
        return worst;
    }

    /// Considers a class that takes at least `least`, without distances, if it may be of use.
    void considerIfBelow(std::size_t number, double least)
    {
        const ShareClass& own = m_placed.candidates().ranking()[number];
        const std::array<double, 3> fetchPj = leastFetchPj(own);
        const double limit = worst();
        if (raisedTo(least, own, fetchPj, m_task) < limit) {
            const ClassBest best = m_placed.candidates().bestIfBelow(number, m_limits, fetchPj, limit);
            if (costOf(best, own, fetchPj) < limit) { // else it is only there if it was known already
                m_leastOfEstimate = std::min(m_leastOfEstimate, costOf(best, own, own.fetchPj) / own.cost);
            }
            considerPartitions(number, own, best);
        }
    }

    /// Of a class's best blocking, where the hops of one fetch of each tensor cost `fetchPj`.
    [[nodiscard]] double costOf(const ClassBest& best, const ShareClass& shareClass, const std::array<double, 3>& fetchPj) const
    {
        double energy = best.energyPj + shareClass.gatherPj;
        for (std::size_t tensor = 0; tensor < 3; ++tensor) {
            energy += fetchPj[tensor] * static_cast<double>(best.fetches[tensor]);
        }
        return scalarOf(m_task.objective, energy, best.cycles);
    }

    void considerPartitions(std::size_t number, const ShareClass& shareClass, const ClassBest& best)
    {
        if (!std::isfinite(best.energyPj)) {
            return;
        }
        const PerTensor<double> words = wordsOf(shareClass);
        for (const dataflow::PerSplit<Extent>& shares : shareClass.shares) {
            for (const Partition& partition : ordersOf(shares)) {
                consider(partition, number, best, words);
            }
        }
    }

    [[nodiscard]] double costOf(const ClassBest& best, const PerTensor<double>& hops, double once) const
    {
        double energy = best.energyPj + m_task.machine.prices.hopPj * once;
        for (const Tensor tensor : allTensors) {
            energy += m_task.machine.prices.hopPj * hops[tensor]
                      * static_cast<double>(best.fetches[static_cast<std::size_t>(tensor)]);
        }
        return scalarOf(m_task.objective, energy, best.cycles);
    }

    /// Distances are only measured where trees alone leave something to hope for.
    void consider(const Partition& partition, std::size_t shareClass, const ClassBest& best,
                  const PerTensor<double>& words)
    {
        const HopEstimate::Shared shared = m_estimate.sharedOf(partition, words);
        PerTensor<double> hops;
        for (const Tensor tensor : allTensors) {
            hops[tensor] = words[tensor] * shared.tree[tensor];
        }
        if (!couldBeBetter(best, hops, shared.gatherOnce)) {
            return;
        }
        hops[Tensor::Weight] += words[Tensor::Weight] * m_estimate.weightDistance(partition, shared);
        if (!couldBeBetter(best, hops, shared.gatherOnce)) {
            return;
        }
        hops[Tensor::Output] += words[Tensor::Output] * m_estimate.outputDistance(partition, shared);

        const std::size_t number = m_considered.size();
        bool useful = false;
        if (isUsefulForInputs(best, hops, shared.gatherOnce)) {
            const HopEstimate::InputDistance distance = m_estimate.inputDistance(partition, shared);
            PerTensor<double> own = hops;
            own[Tensor::Input] += words[Tensor::Input] * distance.leastFromMemory();
            const double least = costOf(best, own, shared.gatherOnce);
            for (std::size_t input = 0; input < m_inputs.size(); ++input) {
                if (least < m_forInput[input].worst()) {
                    own[Tensor::Input] = hops[Tensor::Input] + words[Tensor::Input] * distance.from(m_inputs[input]);
                    useful |= m_forInput[input].offer(costOf(best, own, shared.gatherOnce), number);
                }
            }
        }
        hops[Tensor::Input] += words[Tensor::Input] * shared.fetchers[Tensor::Input] * m_estimate.meanInputDistance();
        useful |= m_usual.offer(costOf(best, hops, shared.gatherOnce), number);
        if (useful) {
            m_considered.push_back(
                {partition, shareClass, {hops, words[Tensor::Input] * shared.tree[Tensor::Input], shared.gatherOnce}});
        }
    }

    [[nodiscard]] bool couldBeBetter(const ClassBest& best, const PerTensor<double>& hops, double once) const
    {
        return costOf(best, hops, once) < m_usual.worst() || isUsefulForInputs(best, hops, once);
    }

    [[nodiscard]] bool isUsefulForInputs(const ClassBest& best, const PerTensor<double>& hops, double once) const
    {
        const double cost = costOf(best, hops, once);
        return std::any_of(m_forInput.begin(), m_forInput.end(),
                           [cost](const Ranking& own) { return cost < own.worst(); });
    }

    /// The best as usual and for each input, then the second best, and so on.
    std::vector<const PlacedCandidate*> inOrder()
    {
        std::vector<const PlacedCandidate*> ordered;
        std::set<std::size_t> taken;
        const auto take = [&](const Ranking& own, std::size_t rank) {
            if (rank < own.best().size() && taken.insert(own.best()[rank].second).second) {
                const Considered& found = m_considered[own.best()[rank].second];
                ordered.push_back(&m_placed.at(found.partition, found.shareClass, found.hops));
            }
        };
        for (std::size_t rank = 0; rank < m_most; ++rank) {
            take(m_usual, rank);
            for (const Ranking& own : m_forInput) {
                take(own, rank);
            }
        }
        return ordered;
    }

    PlacedCandidates& m_placed;
    const LayerTask& m_task;
    const HopEstimate& m_estimate;
    BlockingLimits m_limits;
    const std::vector<LikelyInput>& m_inputs;
    std::size_t m_most;
    Ranking m_usual;
    std::vector<Ranking> m_forInput;
    std::vector<Considered> m_considered;
    double m_leastOfEstimate = 1; ///< of `ShareClass::cost`, that a class turned out to cost: less where a tensor passes the buffer by
};

} // namespace

RankedCandidates rankCandidates(PlacedCandidates& placed, const BlockingLimits& limits,
                                const std::vector<LikelyInput>& inputs, std::size_t most)
{
    return CandidateRanker(placed, limits, inputs, most).run();
}

double leastEstimate(PlacedCandidates& placed, const BlockingLimits& limits)
{
    return CandidateRanker(placed, limits, {}, 1).leastOnly();
}

} // namespace tilescape::search
