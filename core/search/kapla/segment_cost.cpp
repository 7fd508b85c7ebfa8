#include "core/search/kapla/segment_cost.h"

namespace tilescape::search {

SegmentCost segmentCost(const SearchTask& task, const Objective& objective, const SegmentPlan& plan,
                        const std::vector<const BestBlocking*>& layers, double limit)
{
    std::vector<dataflow::LayerScheme> schemes(layers.size());
    std::vector<cost::LayerCost> costs(layers.size());
    std::vector<pipeline::TimedLayer> timed;
    std::vector<pipeline::RegionShare> shares;
    double energy = 0;
    for (std::size_t place = 0; place < layers.size(); ++place) {
        const BestBlocking& best = *layers[place];
        schemes[place].blocking = best.blocking;
        costs[place].cycles = best.cycles;
        costs[place].dramCycles = best.dramCycles;
        energy += best.energyPj - plan.layers[place].task->machine.prices.staticPjPerCycle * best.cycles;
        timed.push_back({plan.placements[place], &schemes[place], &costs[place]});
        shares.push_back(best.share);
        shares.back().blocking = &best.blocking;
    }
    const auto cycles = [&] {
        return static_cast<double>(
            pipeline::segmentCycles(task.network, task.topology, timed, task.space.counts, plan.wholeNetwork));
    };
    const auto cost = [&](double time) {
        return scalarOf(objective, energy + task.machine.prices.staticPjPerCycle * time, time);
    };
    const double free = cost(cycles());
    if (!plan.room || !plan.room->hasRegions() || free >= limit) {
        return {free, false};
    }
    // As if each had its tiles to itself: which blockings have room beside each other is seen when they are chosen.
    for (std::size_t place = 0; place < layers.size(); ++place) {
        timed[place].room = plan.room->handOnRooms(place, {shares[place]}).front();
    }
    const double bounded = cost(cycles());
    return {bounded, bounded > free};
}

} // namespace tilescape::search
