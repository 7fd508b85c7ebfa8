#include "core/search/kapla/segment_planner.h"

#include "core/pipeline/weight_pinning.h"
#include "core/search/kapla/layer_grids.h"
#include "core/support/byte_key.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace tilescape::search {

// Which smaller parts of the chip the planner looks at: `GridEstimates` tell where a layer or a segment may do better.

namespace {

/// Grids on which a layer by itself is planned, beside the whole chip: even if they are estimated to cost somewhat more than the whole, since how
/// layouts suit each other, and hops from where tensors lie, are worth more than the difference.
constexpr std::size_t gridsOfLayerOnSmallChip = 6;
constexpr double mostOverWholeChip = 0.02;
/// Of these the best of numbers of tiles that are far apart, and how far above the best of all.
constexpr std::size_t sizesOfLayer = 3;
constexpr double mostOverBestSize = 0.02;
/// The same for a network of few layers: of all layers together, and of each at least.
constexpr std::size_t gridsOfFewLayers = 32;
constexpr std::size_t gridsOfLayerOfFew = 3;
constexpr double mostOverWholeChipOfFew = 0.05;
constexpr std::size_t sizesOfLayerOfFew = 6;
constexpr double mostOverBestSizeOfFew = 0.05;
/// The numbers of grids where the chip is small as well.
constexpr std::size_t gridsOfTiny = 72;
constexpr std::size_t gridsOfLayerOfTiny = 12;
/// On larger chips fewer parts are tried for networks of many layers (`keepFew`), none that is estimated to cost more than the best so far
/// by a larger fraction than this; of one region for delay, all. More would take twice as long.
constexpr Count mostTilesForAllParts = 128;
constexpr std::size_t partsOfLargeChip = 4;
constexpr double mostOverBestSoFar = 0.01;
/// Of a segment, at once.
constexpr std::size_t partsAtOnce = 2;
/// On chips of up to so many tiles a run of layers is tried on all grids that one of them has by itself. On larger ones that takes up to 40 %
/// longer, for nothing.
constexpr Count mostTilesForGridsOfLayers = 256;
/// Of grids for the maps of a run of layers.
constexpr Count fewestColumns = 4;

/// All that are estimated below `cost`, and of the others so many that there are `most`: the first of each number of tiles, as others with
/// as many mostly do about as well.
void keepFew(std::vector<WorkingTiles::Part>& parts, std::size_t most, double cost)
{
    std::set<Count> known;
    std::size_t kept = 0;
    std::erase_if(parts, [&](const WorkingTiles::Part& part) {
        const Count tiles = dataflow::tilesOf(part.regions);
        const bool isKept = (known.insert(tiles).second && kept < most) || part.cost < cost;
        kept += isKept ? 1 : 0;
        return !isKept;
    });
}

} // namespace

/// What the estimate leaves out is taken for hops, which are as long as regions are wide.
double SegmentPlanner::Miss::on(const std::vector<dataflow::Region>& regions) const
{
    const double sides = std::sqrt(static_cast<double>(dataflow::tilesOf(regions)) / static_cast<double>(tiles));
    return 1 + (factor - 1) * std::min(1.0, sides);
}

Extent SegmentPlanner::bestGridAlone(std::size_t layer) const
{
    const auto best =
        std::min_element(m_single[layer].begin(), m_single[layer].end(),
                         [](const SegmentPlan* a, const SegmentPlan* b) { return a->cost() < b->cost(); });
    return best == m_single[layer].end() ? m_task.machine.shape.tiles : (*best)->regions.front().extent;
}

double SegmentPlanner::bestAlone(std::size_t layer) const
{
    double best = std::numeric_limits<double>::infinity();
    for (const SegmentPlan* plan : m_single[layer]) {
        best = std::min(best, plan->cost());
    }
    return best;
}

double SegmentPlanner::leastOn(Extent grid, const SegmentPlan& whole, double most, SearchCounts& counts) const
{
    LayerTask task = *whole.layers.front().task;
    task.region = dataflow::trimmed(whole.regions.front(), grid);
    LayerCandidates candidates(task, m_cache.registerTilings());
    double least = 0;
    if (m_objective.delayFirst) {
        least = candidates.bestBelow(most).cost;
    } else {
        const HopEstimate estimate(task);
        CountedPartitions unused; // estimates decide; what is chosen is counted later
        least = PlacedCandidates(task, candidates, {unused, 0, estimate}, m_effort).least();
    }
    counts += candidates.counts();
    return least;
}

/// The same layer is planned on more grids in a network of fewer.
std::string SegmentPlanner::gridsKey(const SegmentPlan& whole) const
{
    support::ByteKey key;
    key.add(gridsOfLayer(), whole.key);
    return key.take();
}

/// How many grids a layer by itself is planned on.
std::size_t SegmentPlanner::gridsOfLayer() const
{
    const std::size_t layers = m_task.network.layers.size();
    const bool isSmallChip = WorkingTiles::isSmall(m_task.machine);
    if (WorkingTiles::hasFewLayers(m_task)) {
        return isSmallChip ? std::max(gridsOfLayerOfTiny, gridsOfTiny / layers)
                           : std::max(gridsOfLayerOfFew, gridsOfFewLayers / layers);
    }
    return isSmallChip ? gridsOfLayerOnSmallChip : 1;
}

std::vector<Extent> SegmentPlanner::bestSmallerGrids(const SegmentPlan& whole, double cost, const std::vector<GridEstimate>& grids,
                                                     SearchCounts& counts) const
{
    const bool hasFewLayers = WorkingTiles::hasFewLayers(m_task);
    const bool isSmallChip = WorkingTiles::isSmall(m_task.machine);
    // Of many layers on a large chip, where cycles count, more grids take up to half as long again, for next to nothing.
    const bool asksForGain = !hasFewLayers && !isSmallChip && (m_objective.delayFirst || m_objective.cyclePj > 0);
    const double mostOver = hasFewLayers  ? mostOverWholeChipOfFew
                            : asksForGain ? -WorkingTiles::leastGain
                                          : mostOverWholeChip;
    const double useful = cost * (1 + mostOver);
    LayerGrids chosen(grids, useful, [&](Extent grid, double most) {
        return m_stop.stop_requested() ? std::numeric_limits<double>::infinity() : leastOn(grid, whole, most, counts);
    });
    std::vector<Extent> found;
    if (hasFewLayers || isSmallChip || m_objective.delayFirst) {
        found = chosen.bestOfAll(gridsOfLayer());
        if (isSmallChip || m_objective.delayFirst) {
            return found;
        }
    }
    const auto onAll = std::find_if(grids.begin(), grids.end(), [chip = whole.regions.front().extent](const GridEstimate& own) {
        return own.grid == chip;
    });
    const double mostEstimate = std::min(useful, onAll->cost * (1 + mostOverWholeChip));
    for (const Extent grid : chosen.bestOfSizes(mostEstimate, hasFewLayers ? sizesOfLayerOfFew : sizesOfLayer,
                                                hasFewLayers ? mostOverBestSizeOfFew : mostOverBestSize)) {
        if (std::find(found.begin(), found.end(), grid) == found.end()) { // the best may be all of about as many tiles
            found.push_back(grid);
        }
    }
    return found;
}

void SegmentPlanner::searchSmallerGrids()
{
    struct Asked {
        const SegmentPlan* whole = nullptr;
        double cost = 0;
        const std::vector<GridEstimate>* grids = nullptr;
        std::vector<Extent>* found = nullptr;
        SearchCounts counts;
    };
    std::vector<Asked> missing;
    std::vector<std::size_t> layers; // of these
    std::vector<const std::vector<Extent>*> ofLayers(m_single.size());
    for (std::size_t layer = 0; layer < m_single.size(); ++layer) {
        if (m_single[layer].empty() || m_task.machine.shape.tiles.size() == 1) {
            continue;
        }
        const SegmentPlan& whole = *m_single[layer].front();
        const auto [grids, isNew] = m_cache.smallerGridsAt(gridsKey(whole));
        ofLayers[layer] = grids;
        if (isNew) {
            missing.push_back({&whole, bestAlone(layer), nullptr, grids, {}});
            layers.push_back(layer);
        }
    }
    m_tiles.gridEstimates().estimate(layers, m_threads);
    for (std::size_t i = 0; i < missing.size(); ++i) {
        missing[i].grids = &m_tiles.gridEstimates().gridsOf(layers[i]);
    }
    forAll(missing.size(), 0, 1, [&](std::size_t i) {
        Asked& asked = missing[i];
        *asked.found = bestSmallerGrids(*asked.whole, asked.cost, *asked.grids, asked.counts);
    });
    for (const Asked& asked : missing) {
        m_counts += asked.counts;
        if (m_stop.stop_requested()) {
            m_cache.forgetSmallerGrids(gridsKey(*asked.whole));
        }
    }
    if (m_stop.stop_requested()) {
        return;
    }
    std::vector<SegmentPlan*> chosen;
    for (std::size_t layer = 0; layer < m_single.size(); ++layer) {
        if (!ofLayers[layer]) {
            continue;
        }
        const SegmentPlan& whole = *m_single[layer].front();
        for (const Extent grid : *ofLayers[layer]) {
            const auto isKnown = [grid](const SegmentPlan* plan) { return plan->regions.front().extent == grid; };
            if (std::any_of(m_single[layer].begin(), m_single[layer].end(), isKnown)) {
                continue;
            }
            if (auto plan = planIn(whole.segment, whole.wholeNetwork, {dataflow::trimmed(whole.regions.front(), grid)})) {
                chosen.push_back(&m_segments.emplace_back(std::move(*plan)));
                m_single[layer].push_back(chosen.back());
            }
        }
    }
    search(chosen);
    choose(chosen);
}

void SegmentPlanner::addGridsOfLayers()
{
    std::vector<std::pair<pipeline::Segment, bool>> segments;
    std::set<std::pair<LayerRun, std::vector<dataflow::Region>>> known;
    for (const SegmentPlan& plan : m_segments) {
        known.emplace(LayerRun{plan.segment.first, plan.end(), plan.segment.regions.size()}, plan.regions);
        if (plan.placements.size() > 1 && plan.regions.size() == 1
            && (segments.empty() || !(segments.back().first == plan.segment))) {
            segments.emplace_back(plan.segment, plan.wholeNetwork);
        }
    }
    for (const auto& [segment, wholeNetwork] : segments) {
        const LayerRun run{segment.first, segment.first + segment.layerCount(), segment.regions.size()};
        for (const Extent grid : gridsToTry(segment)) {
            for (std::vector<dataflow::Region>& regions : m_tiles.regionsOn(grid, segment)) {
                if (!known.emplace(run, regions).second) {
                    continue;
                }
                if (auto plan = planIn(segment, wholeNetwork, std::move(regions))) {
                    m_segments.push_back(std::move(*plan));
                }
            }
        }
    }
}

/// Rows of the map are then divided without padding, columns of tiles divide channels, and layers whose maps have this height, which
/// often follow each other, leave their outputs where they are. By itself each of them may do better on more tiles: the grids of
/// `bestGridAlone` do not suffice.
std::vector<Extent> SegmentPlanner::gridsOfMaps(const std::vector<std::size_t>& layers) const
{
    const Extent chip = m_task.machine.shape.tiles;
    const Extent map = m_task.network.layers[m_tiles.largestLayer(layers)].outputSize;
    std::vector<Extent> grids;
    for (Count rows = map.height; rows > 1; rows = rows % 2 == 0 ? rows / 2 : 1) {
        for (Count columns = chip.width; rows <= chip.height && columns >= fewestColumns; columns = ceilDivide(columns, 2)) {
            grids.push_back({rows, columns});
        }
    }
    return grids;
}

std::vector<Extent> SegmentPlanner::gridsToTry(const pipeline::Segment& segment) const
{
    std::vector<Extent> grids;
    Extent room{1, 1};
    for (const std::size_t layer : segment.regions.front()) {
        if (!m_single[layer].empty()) {
            const Extent grid = bestGridAlone(layer);
            grids.push_back(grid);
            room = {std::max(room.height, grid.height), std::max(room.width, grid.width)};
        }
    }
    grids.push_back(room);
    if (!m_objective.delayFirst) {
        if (!WorkingTiles::hasFewLayers(m_task) && m_task.machine.shape.tiles.size() <= mostTilesForGridsOfLayers) {
            for (const std::size_t layer : segment.regions.front()) {
                for (const SegmentPlan* plan : m_single[layer]) {
                    grids.push_back(plan->regions.front().extent);
                }
            }
        }
        const std::vector<Extent> ofMaps = gridsOfMaps(segment.regions.front());
        grids.insert(grids.end(), ofMaps.begin(), ofMaps.end());
    }
    return grids;
}

double SegmentPlanner::estimateOnGrids(const SegmentPlan& plan)
{
    return m_tiles.estimatedCostIn(plan.regions, plan.segment, pipeline::mayPinWeights(m_task, plan.placements));
}

bool SegmentPlanner::hardlyFits(const SegmentPlan& plan) const
{
    std::size_t all = 0;
    std::size_t unfit = 0;
    for (const SegmentPlan& other : m_segments) {
        if (other.segment == plan.segment) {
            ++all;
            unfit += other.plans && !std::isfinite(other.cost()) ? 1 : 0;
        }
    }
    return m_tiles.waysOf(plan.segment) * unfit >= all;
}

const std::vector<WorkingTiles::Part>& SegmentPlanner::partsOf(const SegmentPlan& plan, bool hasNoRoom)
{
    const auto [place, isNew] = m_partsByKey.try_emplace({plan.key, hasNoRoom});
    if (isNew) {
        // On one region cycles may fall for other reasons than the estimate knows.
        const bool isLarge = m_task.machine.shape.tiles.size() > mostTilesForAllParts && !WorkingTiles::isSmall(m_task);
        const bool byEstimate = isLarge && (plan.segment.regions.size() > 1 || !m_objective.delayFirst);
        double least = std::numeric_limits<double>::infinity();
        std::vector<const SegmentPlan*> known;
        for (const SegmentPlan& other : m_segments) {
            if (other.segment == plan.segment) {
                known.push_back(&other);
                least = byEstimate ? std::min(least, estimateOnGrids(other)) : least;
            }
        }
        const bool mayPinWeights = pipeline::mayPinWeights(m_task, plan.placements);
        if (hasNoRoom && plan.segment.regions.size() > 1) {
            place->second = m_tiles.roomiestParts(plan.segment, mayPinWeights);
        } else {
            place->second = m_tiles.partsFor(plan.segment, mayPinWeights, least * (1 + mostOverBestSoFar));
            if (isLarge) {
                keepFew(place->second, m_tiles.waysOf(plan.segment) * partsOfLargeChip,
                        least * (1 - WorkingTiles::leastGain));
            }
        }
        std::erase_if(place->second, [&known](const WorkingTiles::Part& part) {
            return std::any_of(known.begin(), known.end(),
                               [&part](const SegmentPlan* other) { return part.regions == other->regions; });
        });
    }
    return place->second;
}

std::vector<SegmentPlan*> SegmentPlanner::addSmallerGrids(const SegmentPlan& plan, double most, const Miss& miss)
{
    const pipeline::Segment segment = plan.segment;
    const bool hasNoRoom = hardlyFits(plan);
    const std::vector<WorkingTiles::Part>& parts = partsOf(plan, hasNoRoom);
    std::size_t& next = m_nextPart[{{segment.first, plan.end(), segment.regions.size()}, hasNoRoom}];
    std::vector<SegmentPlan*> added;
    for (; added.size() < partsAtOnce && next < parts.size() && parts[next].cost * miss.on(parts[next].regions) < most; ++next) {
        if (auto other = planIn(segment, plan.wholeNetwork, parts[next].regions)) {
            added.push_back(&m_segments.emplace_back(std::move(*other)));
        }
    }
    for (SegmentPlan* other : added) {
        estimateFirst(*other);
    }
    return added;
}

} // namespace tilescape::search
