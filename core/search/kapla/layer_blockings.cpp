#include "core/search/kapla/layer_blockings.h"

#include "core/search/space/infinite.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace tilescape::search {

namespace {

/// The nest that is best without groups may suit them badly: all nests of the first partition, of small problems of all, are looked at where
/// groups make the layer dearer by this fraction.
constexpr double mostForGroups = 0.25;

/// Lowers `best` where the partition has a cheaper blocking in this nest.
void consider(BestBlocking& best, const PlacedCandidate& split, const PreparedNest& nest, const BlockingLimits& limits)
{
    if (const BestBlocking* const found = split.cheapestBelow(best.cost, nest, limits)) {
        best = *found;
    }
}

/// Over the partitions, each in the first nest that has any.
void improve(BestBlocking& best, std::span<const PlacedCandidate* const> partitions, const BlockingLimits& limits)
{
    for (const PlacedCandidate* split : partitions) {
        // Nests stand best first: whether a later one does better for some groups hardly ever matters.
        for (std::size_t rank = 0; rank < LayerCandidates::nestsKept; ++rank) {
            const PreparedNest* const nest = split->nest(rank);
            if (!nest) {
                break;
            }
            consider(best, *split, *nest, limits);
            if (std::isfinite(best.cost)) {
                break;
            }
        }
    }
    for (std::size_t number = 0; number < partitions.size() && !std::isfinite(best.cost); ++number) {
        if (const PreparedNest* const nest = partitions[number]->otherNest({limits.top})) {
            consider(best, *partitions[number], *nest, limits);
        }
    }
}

/// Over all nests of a partition that may contain its best.
void improveInAllNests(BestBlocking& best, const PlacedCandidate& split, const BlockingLimits& limits)
{
    if (const PreparedNest* const other = split.otherNest({limits.top})) {
        consider(best, split, *other, limits);
    }
    for (std::size_t rank = 0; rank < LayerCandidates::nestsKept && split.nest(rank); ++rank) {
        consider(best, split, *split.nest(rank), limits);
    }
}

std::span<const PlacedCandidate* const> firstOf(const RankedCandidates& ranked, const SearchEffort& effort)
{
    return std::span(ranked.partitions).first(std::min(effort.partitionsForGroups, ranked.partitions.size()));
}

} // namespace

LayerBlockings::LayerBlockings(const SegmentPlan& plan) : m_plan(plan), m_partitions(plan.placements.size()) {}

bool LayerBlockings::add(std::size_t place, const RankedCandidates& ranked)
{
    Partitions& own = m_partitions[place];
    const std::size_t before = own.size();
    for (const PlacedCandidate* split : firstOf(ranked, m_plan.layers[place].placed->effort())) {
        if (std::find(own.begin(), own.end(), split) == own.end()) {
            own.push_back(split);
        }
    }
    return own.size() > before;
}

const BestBlocking& LayerBlockings::bestAt(std::size_t place, const BlockingLimits& limits)
{
    Known& known = m_known[{place, limits}];
    const std::span<const PlacedCandidate* const> partitions = m_partitions[place];
    if (known.looked < partitions.size()) {
        const auto added = partitions.subspan(known.looked);
        improve(known.best, added, limits);
        known.looked = partitions.size();
        if (limits.top != pipeline::TopGroups{} && std::isfinite(known.best.cost)
            && known.best.cost > (1 + mostForGroups) * m_plan.layers[place].placed->ranked({}).cost) {
            for (const PlacedCandidate* split : added.first(m_plan.looksForRoom ? added.size() : 1)) {
                improveInAllNests(known.best, *split, limits);
            }
        }
    }
    // On groups of channels, its own or taken over, or on little room, partitions that were ranked for others may founder.
    if (!std::isfinite(known.best.cost) && (limits.top.output > 0 || limits.isRoomAsked()) && !known.hasLookedOwn) {
        PlacedCandidates& placed = *m_plan.layers[place].placed;
        improve(known.best, firstOf(placed.ranked(limits), placed.effort()), limits);
        known.hasLookedOwn = true;
    }
    return known.best;
}

const BestBlocking* LayerBlockings::frugalAt(std::size_t place, const BlockingLimits& limits, double cycles) const
{
    const BestBlocking* best = nullptr;
    for (const PlacedCandidate* split : m_partitions[place]) {
        for (std::size_t rank = 0; rank < LayerCandidates::nestsKept && split->nest(rank); ++rank) {
            const BestBlocking* const own = split->cheapestBelow(infinite, *split->nest(rank), limits);
            if (own && own->cycles <= cycles && (!best || own->dramCycles < best->dramCycles)) {
                best = own;
            }
        }
    }
    return best;
}

} // namespace tilescape::search
