#include "core/search/proof/region_bounds.h"

#include "core/pipeline/loop_order_constraints.h"
#include "core/search/proof/fill_and_drain.h"
#include "core/search/proof/layouts_in_segment.h"
#include "core/search/space/infinite.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <queue>
#include <utility>

namespace tilescape::search {

using dataflow::Region;

namespace {

double tilesOf(const Region& region) { return static_cast<double>(region.extent.size()); }

/// The sum of what `cost` says of each of `count` layers, which is asked from the end or not: regions that are looked
/// at side by side have layers in common, and then wait less for each other. The sum is the same to the last digit.
template <typename Cost>
double sumOver(std::size_t count, bool fromEnd, const Cost& cost)
{
    std::vector<double> costs(count);
    for (std::size_t number = 0; number < count; ++number) {
        const std::size_t place = fromEnd ? count - 1 - number : number;
        costs[place] = cost(place);
    }
    return std::accumulate(costs.begin(), costs.end(), 0.0);
}

double sumOfPartitions(const std::vector<PlacedMember>& layers, bool fromEnd)
{
    return sumOver(layers.size(), fromEnd, [&layers](std::size_t place) {
        return layers[place].bound->leastOfPartitions(layers[place].prices, layers[place].top);
    });
}

BoundPrices pricesFor(const Waits& waits, const SegmentBounds::Member& member, const ProofCharge& charge)
{
    BoundPrices prices;
    prices.energyWeight = charge.energyWeight;
    (waits.either ? prices.eitherCyclePj : prices.cyclePj) = charge.cyclePj * waits.regions[member.region];
    prices.dramCyclePj = charge.cyclePj * waits.dram;
    return prices;
}

} // namespace

/// Ways to divide the cycles of a segment.
std::vector<Waits> RegionBounds::waysToWait(const std::vector<Region>& regions, const BoundedSegment& of) const
{
    const bool dram = m_bounds.waitsForDram(*of.segment);
    if (of.members.size() == 1) {
        return {{{1}, 0, dram}};
    }
    std::vector<double> work(regions.size(), 0);
    for (const SegmentBounds::Member& member : of.members) {
        work[member.region] += member.bound->leastTileCycles() / tilesOf(regions[member.region]);
    }
    Waits byTiles;
    byTiles.either = dram;
    const auto tiles = static_cast<double>(dataflow::tilesOf(regions));
    for (const Region& region : regions) {
        byTiles.regions.push_back(tilesOf(region) / tiles);
    }
    std::vector<Waits> ways{std::move(byTiles)};
    if (regions.size() > 1) {
        Waits slowest{std::vector<double>(regions.size(), 0), 0, dram};
        slowest.regions[static_cast<std::size_t>(std::max_element(work.begin(), work.end()) - work.begin())] = 1;
        ways.push_back(std::move(slowest));
    }
    if (dram) {
        ways.push_back({std::vector<double>(regions.size(), 0), 1});
    }
    return ways;
}

/// Raises the bound to the sum of its layers' bounds, with cycles divided in the way that makes most of it.
/// `leastOf(member, prices)` is that of a layer.
template <typename LeastOf>
void RegionBounds::raiseBy(RegionBound& own, const BoundedSegment& of, const ProofCharge& charge,
                           const LeastOf& leastOf) const
{
    std::vector<Waits> ways = waysToWait(*own.regions, of);
    if (charge.cyclePj == 0) { // then all are the same
        ways.resize(1);
    }
    double best = -1;
    for (const Waits& waits : ways) {
        const double bound = sumOver(of.members.size(), own.fromEnd, [&](std::size_t place) {
            return leastOf(of.members[place], pricesFor(waits, of.members[place], charge));
        });
        if (bound > best) {
            best = bound;
            own.waits = waits;
        }
    }
    own.bound = std::max(own.bound, best);
}

/// To the next stage; that of groups may end before, if the bound is no longer below `limit`.
void RegionBounds::raise(RegionBound& own, const BoundedSegment& of, const ProofCharge& charge, double limit)
{
    const std::vector<Region>& regions = *own.regions;
    switch (own.stage) {
    case ProofStage::None:
        raiseBy(own, of, charge, [&](const SegmentBounds::Member& member, const BoundPrices& prices) {
            return member.bound->least(prices, tilesOf(regions[member.region]));
        });
        break;
    case ProofStage::Tiles: // layers under partitions that are not laid out
        raiseBy(own, of, charge, [&](const SegmentBounds::Member& member, const BoundPrices& prices) {
            return placed(member, regions).leastOfParts(prices);
        });
        break;
    case ProofStage::Distances: // whatever groups a pipeline asks for
        raiseBy(own, of, charge, [&](const SegmentBounds::Member& member, const BoundPrices& prices) {
            return placed(member, regions).leastOfPartitions(prices, {});
        });
        break;
    case ProofStage::Places:
        own.bound = std::max(own.bound, groupsBound(own, of, charge, limit));
        if (own.bound >= limit) {
            return;
        }
        break;
    case ProofStage::Groups:
        return;
    }
    own.stage = next(own.stage);
}

/// Nothing where regions do not wait, or in another way.
std::optional<FillAndDrain> RegionBounds::waitingIn(const std::vector<pipeline::Placement>& placements) const
{
    const bool isStream =
        placements.size() == m_task.network.layers.size(); // one network after another, without a first group
    if (isStream || placements.back().slot.region == 0 || m_task.space.counts != Counts::Executed
        || m_task.space.roundedFactors) {
        return std::nullopt;
    }
    return FillAndDrain(m_task.network, m_task.topology, placements);
}

/// Over all numbers of groups that the layers may have in common, with layouts that suit each other; infinite where a
/// map that must be buffered whole has no room. Best first: with numbers of groups that are not chosen yet a layer
/// costs at least as little as with any of them. What is not below `limit` is not looked at more closely.
double RegionBounds::groupsBound(const RegionBound& own, const BoundedSegment& of, const ProofCharge& charge,
                                 double limit)
{
    const auto rules = pipeline::LoopOrderConstraints::of(m_task.network, m_task.topology, *of.segment, *own.regions,
                                                          m_task.batch, m_task.machine, m_task.space.alternateLoopOrder,
                                                          m_task.space.roundedFactors);
    if (!rules) {
        return infinite;
    }
    const std::vector<pipeline::Placement> placements = of.segment->placements(0);
    const std::vector<pipeline::Links> links = pipeline::linksOf(m_task.topology, placements);
    const auto layersWith = [&](const std::vector<Count>& values) {
        std::vector<PlacedMember> layers;
        for (std::size_t place = 0; place < of.members.size(); ++place) {
            const SegmentBounds::Member& member = of.members[place];
            const pipeline::TopGroups top = m_task.space.roundedFactors
                                                ? pipeline::TopGroups{}
                                                : rules->groupsAt(place, values, std::vector<Count>(place, 0));
            layers.push_back({placements[place], &(*own.regions)[member.region], &placed(member, *own.regions),
                              pricesFor(own.waits, member, charge), top});
        }
        return layers;
    };
    const std::optional<FillAndDrain> waiting = charge.energyWeight == 0 ? waitingIn(placements) : std::nullopt;
    const auto leastOfCycles = [&](std::vector<PlacedMember> layers) {
        std::vector<pipeline::TopGroups> tops;
        for (const PlacedMember& layer : layers) {
            tops.push_back(layer.top);
        }
        double least = 0;
        for (const LastingParts& parts : waiting->partsWith(tops)) {
            for (std::size_t place = 0; place < layers.size(); ++place) {
                layers[place].prices = {0, charge.cyclePj * parts.ofLayer[place]};
            }
            least = std::max(least, sumOfPartitions(layers, own.fromEnd) - charge.cyclePj * parts.rounded);
        }
        return least;
    };
    struct Open {
        double bound = 0;
        std::vector<Count> values; ///< of all variables; 0: any
        std::size_t chosen = 0; ///< variables that have one value; more than there are: layouts are taken into account
    };
    const auto isMore = [](const Open& a, const Open& b) {
        return std::tie(a.bound, b.chosen, a.values) > std::tie(b.bound, a.chosen, b.values);
    };
    std::priority_queue<Open, std::vector<Open>, decltype(isMore)> open(isMore);
    const std::size_t variables = m_task.space.roundedFactors ? 0 : rules->domains().size();
    open.push({0, std::vector<Count>(rules->domains().size(), 0), 0});
    while (!open.empty()) {
        const Open first = open.top();
        open.pop();
        if (first.chosen > variables || first.bound >= limit) {
            return first.bound;
        }
        if (first.chosen == variables) {
            open.push({std::max(first.bound, leastWithLayouts(m_task, layersWith(first.values), links, limit)),
                       first.values, variables + 1});
            continue;
        }
        for (const Count value : rules->domains()[first.chosen]) {
            Open next{0, first.values, first.chosen + 1};
            next.values[first.chosen] = value;
            const std::vector<PlacedMember> layers = layersWith(next.values);
            next.bound = std::max(first.bound, sumOfPartitions(layers, own.fromEnd));
            if (waiting && next.bound < infinite) {
                next.bound = std::max(next.bound, leastOfCycles(layers));
            }
            if (next.bound < infinite) {
                open.push(std::move(next));
            }
        }
    }
    return infinite;
}

PlacedLayerBound& RegionBounds::placed(const SegmentBounds::Member& member, const std::vector<Region>& regions)
{
    const Region& own = regions[member.region];
    std::vector<Region> sources;
    if (member.forwarder) {
        sources.push_back(regions[*member.forwarder]);
    } else if (member.setting.inputFromNeighbour) {
        for (std::size_t number = 0; number < regions.size(); ++number) {
            if (number != member.region) {
                sources.push_back(regions[number]);
            }
        }
    }
    const PlacedKey key{member.layer, member.setting, member.forwarder.has_value(), member.reloadsWeights,
                        own,          sources};
    {
        const std::lock_guard lock(m_mutex);
        if (const auto known = m_placed.find(key); known != m_placed.end()) {
            return *known->second;
        }
    }
    auto made = std::make_unique<PlacedLayerBound>(m_task, member, own, sources);
    const std::lock_guard lock(m_mutex);
    return *m_placed.try_emplace(key, std::move(made)).first->second;
}

} // namespace tilescape::search
