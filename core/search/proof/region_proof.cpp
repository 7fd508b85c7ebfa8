#include "core/search/proof/region_proof.h"

#include "core/pipeline/loop_order_constraints.h"
#include "core/search/proof/layouts_in_segment.h"
#include "core/search/space/infinite.h"
#include "core/search/space/segment_enumeration.h"

#include <algorithm>

namespace tilescape::search {

using dataflow::Region;

namespace {

double tilesOf(const Region& region) { return static_cast<double>(region.extent.size()); }

} // namespace

RegionProof::RegionProof(const SearchTask& task, SegmentBounds& bounds)
    : m_task(task),
      m_bounds(bounds),
      m_tiles(task, m_objective),
      m_segments(segmentsOf(task.network, task.topology, segmentOptionsOf(task.space, task.machine.shape)))
{
    std::stable_sort(m_segments.begin(), m_segments.end(),
                     [](const auto& first, const auto& second) { return first.first < second.first; });
}

double RegionProof::energyAt(double cyclePj, const OnStep& onStep)
{
    return run(energyCharge(cyclePj),
               [&](const pipeline::Segment& segment) { return m_bounds.energyOf(segment, cyclePj).energyPj; }, onStep);
}

double RegionProof::cycles(const OnStep& onStep)
{
    return run({0, 1}, [&](const pipeline::Segment& segment) { return m_bounds.cyclesOf(segment); }, onStep);
}

RegionProof::Charge RegionProof::energyCharge(double cyclePj) const
{
    return {1, cyclePj + m_task.machine.prices.staticPjPerCycle};
}

double RegionProof::energyIn(const pipeline::Segment& segment, const std::vector<Region>& regions, double cyclePj)
{
    return wholeBound(segment, regions, energyCharge(cyclePj));
}

double RegionProof::cyclesIn(const pipeline::Segment& segment, const std::vector<Region>& regions)
{
    return wholeBound(segment, regions, {0, 1});
}

double RegionProof::wholeBound(const pipeline::Segment& segment, const std::vector<Region>& regions, const Charge& charge)
{
    const std::vector<SegmentBounds::Member> members = m_bounds.membersOf(segment);
    const RegionChoice choice = boundIn(regions, members, m_bounds.waitsForDram(segment), charge);
    return std::max({choice.bound, placedBound(choice, members, charge), groupsBound(segment, choice, members, charge)});
}

double RegionProof::run(const Charge& charge, const std::function<double(const pipeline::Segment&)>& boundOf,
                        const OnStep& onStep)
{
    std::vector<Segment> segments;
    for (const pipeline::Segment& segment : m_segments) {
        segments.push_back({segment, boundOf(segment), Stage::Tiles, {}});
    }
    ProofStep step;
    step.segments = segments.size();
    for (;;) {
        std::vector<double> upTo(m_task.network.layers.size() + 1, infinite); // by number of layers that are done
        std::vector<std::size_t> last(upTo.size());                          // segment of the best chain up to there
        upTo.front() = 0;
        for (std::size_t number = 0; number < segments.size(); ++number) {
            const pipeline::Segment& own = segments[number].segment;
            const std::size_t end = own.first + own.layerCount();
            const double cost = upTo[own.first] + segments[number].bound;
            if (cost < upTo[end]) {
                upTo[end] = cost;
                last[end] = number;
            }
        }
        step.bound = upTo.back();
        if (step.bound == infinite) {
            return infinite;
        }
        // What costs little to know comes first.
        std::vector<std::size_t> open;
        Stage stage = Stage::Tiles;
        while (open.empty() && stage != Stage::Groups) {
            stage = stage == Stage::Tiles ? Stage::Places : Stage::Groups;
            for (std::size_t end = m_task.network.layers.size(); end > 0; end = segments[last[end]].segment.first) {
                if (segments[last[end]].settled < stage) {
                    open.push_back(last[end]);
                }
            }
        }
        step.open = open.size();
        if (!onStep(step) || open.empty()) {
            return step.bound;
        }
        for (const std::size_t number : open) {
            settle(number, segments[number], charge, stage);
            step.settled += stage == Stage::Groups ? 1 : 0;
            --step.open;
            if (step.open > 0 && !onStep(step)) {
                return step.bound;
            }
        }
    }
}

const std::vector<std::vector<Region>>& RegionProof::regionsOf(std::size_t number)
{
    const auto [place, isNew] = m_regions.try_emplace(number);
    if (isNew) {
        place->second = m_tiles.allChoicesFor(m_segments[number]);
    }
    return place->second;
}

/// Raises the bound until the regions that it comes from are looked at as closely as `stage` says.
void RegionProof::settle(std::size_t number, Segment& segment, const Charge& charge, Stage stage)
{
    const auto isMore = [](const RegionChoice& a, const RegionChoice& b) { return a.bound > b.bound; };
    const std::vector<SegmentBounds::Member> members = m_bounds.membersOf(segment.segment);
    const bool dram = m_bounds.waitsForDram(segment.segment);
    std::vector<RegionChoice>& choices = segment.choices;
    if (segment.settled == Stage::Tiles) {
        for (const std::vector<Region>& regions : regionsOf(number)) {
            choices.push_back(boundIn(regions, members, dram, charge));
        }
        std::make_heap(choices.begin(), choices.end(), isMore);
    }
    while (!choices.empty() && choices.front().stage < stage) {
        std::pop_heap(choices.begin(), choices.end(), isMore);
        RegionChoice& choice = choices.back();
        if (choice.stage == Stage::Tiles) {
            choice.bound = std::max(choice.bound, placedBound(choice, members, charge));
            choice.stage = Stage::Places;
        } else {
            choice.bound = std::max(choice.bound, groupsBound(segment.segment, choice, members, charge));
            choice.stage = Stage::Groups;
        }
        std::push_heap(choices.begin(), choices.end(), isMore);
    }
    segment.bound = choices.empty() ? infinite : std::max(segment.bound, choices.front().bound);
    segment.settled = stage;
}

namespace {

BoundPrices pricesOf(double energyWeight, double cyclePj, double waits, double dramWaits, bool either)
{
    BoundPrices prices;
    prices.energyWeight = energyWeight;
    (either ? prices.eitherCyclePj : prices.cyclePj) = cyclePj * waits;
    prices.dramCyclePj = cyclePj * dramWaits;
    return prices;
}

} // namespace

BoundPrices RegionProof::pricesFor(const RegionChoice& choice, const SegmentBounds::Member& member, const Charge& charge)
{
    return pricesOf(charge.energyWeight, charge.cyclePj, choice.waits.regions[member.region], choice.waits.dram,
                    choice.waits.either);
}

/// By the numbers of tiles alone, with cycles divided in the way that gives the best bound.
RegionProof::RegionChoice RegionProof::boundIn(const std::vector<Region>& regions,
                                               const std::vector<SegmentBounds::Member>& members, bool dram,
                                               const Charge& charge)
{
    double tiles = 0;
    for (const Region& region : regions) {
        tiles += tilesOf(region);
    }
    std::vector<Waits> ways;
    if (members.size() == 1) {
        ways.push_back({{1}, 0, dram});
    } else {
        Waits byTiles;
        byTiles.either = dram;
        std::vector<double> work(regions.size(), 0);
        for (const SegmentBounds::Member& member : members) {
            work[member.region] += member.bound->leastTileCycles() / tilesOf(regions[member.region]);
        }
        for (const Region& region : regions) {
            byTiles.regions.push_back(tilesOf(region) / tiles);
        }
        ways.push_back(byTiles);
        if (regions.size() > 1) {
            Waits slowest{std::vector<double>(regions.size(), 0), 0, dram};
            slowest.regions[static_cast<std::size_t>(std::max_element(work.begin(), work.end()) - work.begin())] = 1;
            ways.push_back(slowest);
        }
        if (dram) {
            ways.push_back({std::vector<double>(regions.size(), 0), 1});
        }
    }
    RegionChoice best{&regions, -1, {}};
    for (const Waits& waits : ways) {
        double bound = 0;
        for (const SegmentBounds::Member& member : members) {
            bound += member.bound->least(
                pricesOf(charge.energyWeight, charge.cyclePj, waits.regions[member.region], waits.dram, waits.either),
                tilesOf(regions[member.region]));
        }
        if (bound > best.bound) {
            best.bound = bound;
            best.waits = waits;
        }
    }
    return best;
}

/// Layers one by one, whatever groups a pipeline asks for.
double RegionProof::placedBound(const RegionChoice& choice, const std::vector<SegmentBounds::Member>& members,
                                const Charge& charge)
{
    double bound = 0;
    for (const SegmentBounds::Member& member : members) {
        bound += placed(member, *choice.regions).leastOfPartitions(pricesFor(choice, member, charge), {});
    }
    return bound;
}

/// Over all numbers of batch groups that the layers may share, with layouts that suit each other; infinite where a map that
/// must be buffered whole has no room.
double RegionProof::groupsBound(const pipeline::Segment& segment, const RegionChoice& choice,
                                const std::vector<SegmentBounds::Member>& members, const Charge& charge)
{
    const auto rules =
        pipeline::LoopOrderConstraints::of(m_task.network, m_task.topology, segment, *choice.regions, m_task.batch,
                                           m_task.machine, m_task.space.alternateLoopOrder, m_task.space.roundedFactors);
    if (!rules) {
        return infinite;
    }
    std::vector<Count> values;
    for (const std::vector<Count>& domain : rules->domains()) {
        values.push_back(domain.front());
    }
    const std::vector<pipeline::Placement> placements = segment.placements(0);
    const std::vector<pipeline::Links> links = pipeline::linksOf(m_task.topology, placements);
    struct Grouped {
        double bound = 0;
        std::vector<PlacedMember> layers;
    };
    std::vector<Grouped> all; // by number of batch groups
    for (const Count batch : m_task.space.roundedFactors ? std::vector<Count>{0} : rules->domains().front()) {
        Grouped& grouped = all.emplace_back();
        for (std::size_t place = 0; place < members.size(); ++place) {
            const SegmentBounds::Member& member = members[place];
            const pipeline::TopGroups asked = rules->groupsAt(place, values, std::vector<Count>(place, 0));
            grouped.layers.push_back({placements[place], &(*choice.regions)[member.region], &placed(member, *choice.regions),
                                      pricesFor(choice, member, charge), {asked.batch == 0 ? 0 : batch, 0, 0}});
            const PlacedMember& layer = grouped.layers.back();
            grouped.bound += layer.bound->leastOfPartitions(layer.prices, layer.top);
        }
    }
    std::stable_sort(all.begin(), all.end(), [](const Grouped& a, const Grouped& b) { return a.bound < b.bound; });
    double best = infinite;
    for (const Grouped& grouped : all) {
        if (grouped.bound >= best) {
            break;
        }
        best = std::min(best, std::max(grouped.bound, leastWithLayouts(m_task, grouped.layers, links)));
    }
    return best;
}

PlacedLayerBound& RegionProof::placed(const SegmentBounds::Member& member, const std::vector<Region>& regions)
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
    const PlacedKey key{member.layer, member.setting, member.forwarder.has_value(), own, sources};
    const auto known = m_placed.find(key);
    if (known != m_placed.end()) {
        return known->second;
    }
    return m_placed
        .emplace(std::piecewise_construct, std::forward_as_tuple(key),
                 std::forward_as_tuple(m_task, member, own, sources))
        .first->second;
}

} // namespace tilescape::search
