#include "core/search/kapla/segment_planner.h"

#include "core/support/parallel.h"

#include <algorithm>
#include <limits>
#include <set>

namespace tilescape::search {

// What the planner expects segments to cost, before their groups are searched.

namespace {

/// Of `LayerCandidates::least`: layers on the whole chip tell little about a region for which it is further below, as
/// they may do much better there.
constexpr double mostOverLeast = 1.2;

/// A layer that is shared out less evenly over the whole chip may do much better in a region that it divides well over.
constexpr double leastEvenness = 0.75;

/// Of all that tiles could do while the busiest one works, how much they have to.
double evenness(const LayerTask& task, const dataflow::Partition& partition)
{
    const Count all = busiestTile(task.layer, task.batch, {});
    const Count busiest = busiestTile(task.layer, task.batch, partition.shares);
    return static_cast<double>(all) / static_cast<double>(busiest * partition.tiles().size());
}

/// Of every word that is not on chip, once. What is fastest by itself may fetch words again while it computes: beside other regions, with
/// groups, it need not.
double leastDramCycles(const LayerTask& task)
{
    const auto ofBatch = [&](Count count) { return static_cast<double>(count * task.batch); };
    double words = task.inputFromTiles ? 0 : ofBatch(network::leastReadWords(task.layer)) * (1 - task.inputPartInTiles);
    words += task.outputStays ? 0 : ofBatch(network::outputWords(task.layer));
    words += task.mayPinWeights ? 0 : static_cast<double>(network::weightWords(task.layer));
    return words / task.machine.rates.dramWordsPerCycle;
}

/// Calls `visit` with each partition and blocking that the layer may choose from by itself.
template <typename Visit>
void forEachBlocking(const SegmentPlan& single, const Visit& visit)
{
    for (const GroupPlan& alone : *single.plans) {
        for (std::size_t i = 0; single.isUsable(alone) && i < alone.choices.front().size(); ++i) {
            for (const BlockingChoice& blocking : alone.choices.front()[i].blockings) {
                visit(alone.choices.front()[i], blocking);
            }
        }
    }
}

} // namespace

/// As its layers do by themselves on the whole chip, less all that stays on chip, and less hops on a smaller region.
void SegmentPlanner::estimateFirst(SegmentPlan& plan) const
{
    const hardware::Machine& machine = m_task.machine;
    for (std::size_t place = 0; place < plan.placements.size(); ++place) {
        const LayerTask& task = *plan.layers[place].task;
        double best = std::numeric_limits<double>::infinity();
        const double share =
            static_cast<double>(task.region.extent.size()) / static_cast<double>(machine.shape.tiles.size());
        const auto words = [&](Count count) { return static_cast<double>(count * m_task.batch); };
        const double input = task.inputFromTiles ? words(network::inputWords(task.layer)) : 0;
        const double output = task.outputStays ? words(network::outputWords(task.layer)) : 0;
        const double computing = words(network::operations(task.layer))
                                 / static_cast<double>(machine.shape.tiles.size() * machine.shape.peArray.size());
        const double computingPj = words(network::operations(task.layer)) * machine.prices.macPj;
        const double weights = task.mayPinWeights ? static_cast<double>(network::weightWords(task.layer)) : 0;
        for (const SegmentPlan* single : m_single[plan.placements[place].layer]) {
            forEachBlocking(*single, [&](const CandidateChoice& choice, const BlockingChoice& blocking) {
                const auto fetches = [&](Tensor tensor) { return static_cast<double>(blocking.fetches[tensor]); };
                const double saved = input * fetches(Tensor::Input) + output * fetches(Tensor::Output)
                                     + weights * fetches(Tensor::Weight);
                const double hopsPj =
                    choice.partition->fetchPj()[0] * fetches(Tensor::Weight) * share * (task.mayPinWeights ? 0 : 1);
                // Where it waits for memory, what stays on chip saves time as well.
                const double cycles =
                    blocking.dramCycles < blocking.cycles
                        ? blocking.cycles
                        : std::max(computing, blocking.dramCycles - saved / machine.rates.dramWordsPerCycle);
                const double energy = blocking.energyPj - machine.prices.accessPj[Level::Dram] * saved + hopsPj
                                      - machine.prices.staticPjPerCycle * (blocking.cycles - cycles);
                const double use = evenness(task, choice.partition->partition());
                const double trust = use < leastEvenness ? use : 1;
                best = std::min(best, scalarOf(m_objective, computingPj + trust * std::max(0.0, energy - computingPj),
                                               std::max(computing, trust * cycles)));
            });
        }
        plan.estimate += best;
    }
}

void SegmentPlanner::limitEstimates(const std::vector<SegmentPlan*>& segments)
{
    if (!preparePlaced(segments)) {
        return;
    }
    for (SegmentPlan* plan : segments) {
        double least = 0;
        plan->leastEstimate = 0;
        for (const PlannedLayer& layer : plan->layers) {
            least += layer.placed->candidates().least();
            plan->leastEstimate += layer.placed->candidates().leastOfNests();
        }
        plan->estimate = std::clamp(plan->estimate, least, least * mostOverLeast);
    }
}

void SegmentPlanner::estimate(const std::vector<SegmentPlan*>& segments)
{
    std::set<PlacedCandidates*> placedSets;
    for (const SegmentPlan* plan : segments) {
        for (const PlannedLayer& layer : plan->layers) {
            placedSets.insert(layer.placed);
        }
    }
    const std::vector<PlacedCandidates*> all(placedSets.begin(), placedSets.end());
    support::parallelFor(all.size(), m_threads, [&](std::size_t i) {
        if (!m_stop.stop_requested()) {
            all[i]->least();
        }
    });
    if (m_stop.stop_requested()) {
        return;
    }
    for (SegmentPlan* plan : segments) {
        double least = 0;
        double dramCycles = 0;
        for (const PlannedLayer& layer : plan->layers) {
            least += layer.placed->least();
            dramCycles += leastDramCycles(*layer.task);
        }
        // Regions work at the same time, and all of them wait for the same memory.
        plan->leastEstimate = std::max({plan->leastEstimate, least, m_objective.delayFirst ? dramCycles : 0});
        plan->estimate = std::max(plan->estimate, plan->leastEstimate);
        plan->stage = SegmentPlan::EstimateStage::BestPartitions;
    }
}

} // namespace tilescape::search
