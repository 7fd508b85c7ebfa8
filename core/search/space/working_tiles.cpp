#include "core/search/space/working_tiles.h"

#include "core/pipeline/weight_pinning.h"
#include "core/support/factors.h"

#include <algorithm>
#include <limits>

namespace tilescape::search {

using dataflow::Region;
using dataflow::trimmed;

namespace {

/// Fewer tiles are tried where the busiest of them has this much less to do.
constexpr double leastLessWork = 0.05;
/// Sides of which one tile more or less is much.
constexpr Count shortSide = 9;
/// Chips with longer sides have tiles enough to leave most of them idle.
constexpr Count manyTiles = 20;
/// Regions side by side are laid out on so many grids of a chip of more tiles than `manyTilesForStripes`: that takes long.
constexpr std::size_t fewGrids = 8;
/// On so few tiles, which have as many grids, all are tried for a single region.
constexpr Count mostTilesToTryAll = 16;
/// On square chips of so few tiles regions may lie across whatever the network: on 8 x 8 tiles GoogLeNet and ResNet-50 took twice as long for
/// it, and gained 0.1 % of energy and 1 % of cycles.
constexpr Count mostTilesToLieAcross = 25;
/// On sides beyond this length only lengths with many divisors are tried.
constexpr Count longSide = 24;
constexpr std::size_t fewestDivisors = 6;

/// Lengths of up to `side` tiles, and more than half of it: twice as many tiles would do what fewer can.
std::vector<Count> lengthsTo(Count side)
{
    std::vector<Count> lengths{side};
    for (Count length = side - 1; length > side / 2; --length) {
        if (side <= longSide || support::divisors(length).size() >= fewestDivisors) {
            lengths.push_back(length);
        }
    }
    return lengths;
}

void addNew(std::vector<std::vector<Region>>& found, std::vector<Region> regions)
{
    if (!regions.empty() && std::find(found.begin(), found.end(), regions) == found.end()) {
        found.push_back(std::move(regions));
    }
}

/// The largest length of a side that divides maps as most networks for images have them: of 7 x 2^n rows. Or all of a shorter side.
Count lengthOfMaps(Count side)
{
    Count length = std::min<Count>(7, side);
    while (2 * length <= side) {
        length *= 2;
    }
    return length;
}

} // namespace

std::vector<std::vector<Region>> WorkingTiles::choicesFor(const pipeline::Segment& segment)
{
    std::vector<std::vector<Region>> found;
    if (segment.regions.size() == 1) {
        addGrids(segment, found);
    } else {
        // What has no whole columns on the chip may have them on a part of it.
        for (const RegionLayout layout : layouts()) {
            std::vector<std::vector<Region>> ofKind;
            addStripes(segment, layout, ofKind);
            if (ofKind.empty()) {
                ofKind = choicesOnParts(segment, {layout});
                ofKind.resize(std::min<std::size_t>(ofKind.size(), 1));
            }
            for (std::vector<Region>& regions : ofKind) {
                addNew(found, std::move(regions));
            }
        }
    }
    return found;
}

/// The chip, and without the last row, column or both where they make a side odd, or where a side is short: a row more is then no
/// worse than it was without. Of long sides, the length that suits most maps: a larger chip is then about as good as one of that length.
std::vector<Extent> WorkingTiles::largeGrids() const
{
    const Extent chip = m_task.machine.shape.tiles;
    const auto shortest = [](Count side) { return std::max<Count>(1, side - (side <= shortSide ? 1 : side % 2)); };
    std::vector<Extent> grids;
    for (Count rows = chip.height; rows >= shortest(chip.height); --rows) {
        for (Count columns = chip.width; columns >= shortest(chip.width); --columns) {
            grids.push_back({rows, columns});
        }
    }
    if (std::max(chip.height, chip.width) > longSide) {
        grids.push_back({lengthOfMaps(chip.height), lengthOfMaps(chip.width)});
    }
    // On many tiles, as many as a chip of two thirds or half the sides has, and so on: memory is closer together there.
    for (Extent part = chip; std::max(part.height, part.width) > manyTiles;) {
        grids.push_back({ceilDivide(2 * part.height, 3), ceilDivide(2 * part.width, 3)});
        part = {ceilDivide(part.height, 2), ceilDivide(part.width, 2)};
        grids.push_back(part);
    }
    return grids;
}

void WorkingTiles::addGrids(const pipeline::Segment& segment, std::vector<std::vector<Region>>& found)
{
    const Region chip = dataflow::wholeChip(m_task.machine.shape.tiles);
    const std::vector<Extent> large = largeGrids();
    for (const Extent grid : large) {
        addNew(found, {trimmed(chip, grid)});
    }
    for (const Extent room : large) {
        addNew(found, {trimmed(chip, bestGrid(largestLayer(segment.regions.front()), room))});
    }
}

bool WorkingTiles::triesAllGrids() const { return m_task.machine.shape.tiles.size() <= mostTilesToTryAll; }

std::vector<std::vector<Region>> WorkingTiles::manyChoicesFor(const pipeline::Segment& segment)
{
    if (segment.regions.size() == 1 && triesAllGrids()) {
        return allChoicesFor(segment);
    }
    std::vector<std::vector<Region>> found = choicesFor(segment);
    if (found.empty()) {
        return found;
    }
    const bool mayPinWeights = pipeline::mayPinWeights(m_task, segment.placements(0));
    double least = std::numeric_limits<double>::infinity();
    for (const std::vector<Region>& regions : found) {
        least = std::min(least, estimatedCostIn(regions, segment, mayPinWeights));
    }
    std::vector<Part> parts = partsFor(segment, mayPinWeights, least * (1 - leastGain));
    for (Part& part : parts) {
        addNew(found, std::move(part.regions));
    }
    return found;
}

std::vector<std::vector<Region>> WorkingTiles::choicesOnParts(const pipeline::Segment& segment) const
{
    return choicesOnParts(segment, layouts());
}

std::vector<std::vector<Region>> WorkingTiles::choicesOnParts(const pipeline::Segment& segment,
                                                              const std::vector<RegionLayout>& layouts) const
{
    std::vector<Extent> grids = gridsOn(m_task.machine.shape.tiles);
    std::erase_if(grids, [this](Extent grid) { return 2 * grid.size() <= m_task.machine.shape.tiles.size(); });
    std::stable_sort(grids.begin(), grids.end(), [](Extent a, Extent b) { return a.size() > b.size(); });
    if (m_task.machine.shape.tiles.size() > manyTilesForStripes) {
        grids.resize(std::min(grids.size(), fewGrids));
    }
    std::vector<std::vector<Region>> found;
    for (const Extent grid : grids) {
        for (const RegionLayout layout : layouts) {
            addNew(found, allocateRegions(m_task.network, segment, grid, layout));
        }
    }
    return found;
}

bool WorkingTiles::mayLieAcross() const
{
    const Extent chip = m_task.machine.shape.tiles;
    return chip.height != chip.width || chip.size() <= mostTilesToLieAcross || isTiny(m_task);
}

std::vector<RegionLayout> WorkingTiles::layouts() const
{
    std::vector<RegionLayout> layouts{RegionLayout::Zigzag, RegionLayout::Columns};
    if (mayLieAcross()) {
        layouts.insert(layouts.end(), {RegionLayout::ZigzagAcross, RegionLayout::Rows});
    }
    if (!m_task.space.zigzagRegions) {
        std::erase_if(layouts, folds);
    }
    return layouts;
}

/// Regions on each of the large grids, and these as far as their layers divide well over them.
void WorkingTiles::addStripes(const pipeline::Segment& segment, RegionLayout layout,
                              std::vector<std::vector<Region>>& found)
{
    for (const Extent grid : largeGrids()) {
        std::vector<Region> regions = allocateRegions(m_task.network, segment, grid, layout);
        addNew(found, regions);
        addNew(found, trimmedToLayers(std::move(regions), segment));
    }
}

std::vector<Region> WorkingTiles::trimmedToLayers(std::vector<Region> regions, const pipeline::Segment& segment,
                                                  GridEstimates::LeftWhole whole)
{
    for (std::size_t number = 0; number < regions.size(); ++number) {
        regions[number] =
            trimmed(regions[number], bestGrid(largestLayer(segment.regions[number]), regions[number].extent, whole));
    }
    return regions;
}

std::vector<std::vector<Region>> WorkingTiles::trimmedRegionsOn(Extent grid, const pipeline::Segment& segment)
{
    const bool mayTryMore = isSmall(m_task);
    std::vector<std::vector<Region>> found;
    for (const RegionLayout layout : layouts()) {
        const std::vector<Region> regions = allocateRegions(m_task.network, segment, grid, layout);
        addNew(found, trimmedToLayers(regions, segment));
        const bool inputChannels = mayTryMore && m_task.space.inputChannelPartition;
        const bool batch = mayTryMore && m_task.space.batchPartition;
        if (inputChannels) {
            addNew(found, trimmedToLayers(regions, segment, {.inputChannels = true}));
        }
        if (batch) {
            addNew(found, trimmedToLayers(regions, segment, {.batch = true}));
        }
        if (inputChannels && batch) {
            addNew(found, trimmedToLayers(regions, segment, {.inputChannels = true, .batch = true}));
        }
    }
    return found;
}

std::vector<std::vector<Region>> WorkingTiles::allChoicesFor(const pipeline::Segment& segment)
{
    std::vector<std::vector<Region>> found = choicesFor(segment);
    for (const Extent grid : gridsOn(m_task.machine.shape.tiles)) {
        for (std::vector<Region>& regions : regionsOn(grid, segment)) {
            addNew(found, std::move(regions));
        }
    }
    if (segment.regions.size() > 1) {
        for (std::vector<Region>& regions : choicesOnParts(segment)) {
            addNew(found, std::move(regions));
        }
    }
    return found;
}

std::vector<std::vector<Region>> WorkingTiles::regionsOn(Extent grid, const pipeline::Segment& segment)
{
    if (segment.regions.size() > 1) {
        return trimmedRegionsOn(grid, segment);
    }
    return {std::vector<Region>(1, trimmed(dataflow::wholeChip(m_task.machine.shape.tiles), grid))};
}

double WorkingTiles::estimatedCostIn(const std::vector<Region>& regions, const pipeline::Segment& segment,
                                     bool mayPinWeights)
{
    const std::vector<pipeline::Placement> placements = segment.placements(0);
    const std::vector<pipeline::Links> links = pipeline::linksOf(m_task.topology, placements);
    const Count mostHeld = mayPinWeights ? m_estimates.mostHeldByTile() : 0;
    // No other layer of the region has weights where these may stay: in the buffers, or wholly in the registers.
    std::vector<StaysOnChip> stays;
    std::vector<double> ofRegions(regions.size());
    double dramCycles = 0;
    double energyPj = 0;
    const auto gridAt = [&](std::size_t place) {
        return regions[static_cast<std::size_t>(placements[place].slot.region)].extent;
    };
    for (std::size_t place = 0; place < placements.size(); ++place) {
        const network::Layer& layer = m_task.network.layers[placements[place].layer];
        const double inputInTiles =
            links[place].source ? 1 : pipeline::inputPartInTiles(layer, links[place], m_task.space.counts);
        stays.push_back({inputInTiles, !links[place].outputToMemory, mostHeld});
        const LeastOnGrid least = m_estimates.on(gridAt(place), placements[place].layer, stays.back());
        ofRegions[static_cast<std::size_t>(placements[place].slot.region)] += least.cycles;
        dramCycles += least.dramCycles;
        energyPj += least.energyPj;
    }
    const double slowest = *std::max_element(ofRegions.begin(), ofRegions.end());
    if (m_objective.delayFirst && hasFewLayers(m_task) && dramCycles > slowest) {
        // All wait for memory: each may take a partition that asks for less of it, though it computes longer. Of more layers, on fewer
        // parts, those that are best for each alone turned out up to 0.3 % faster.
        const double most = dramCycles;
        dramCycles = 0;
        for (std::size_t place = 0; place < placements.size(); ++place) {
            dramCycles += m_estimates.leastDramCycles(gridAt(place), placements[place].layer, stays[place], most);
        }
    }
    return m_estimates.costOf(energyPj, std::max(dramCycles, slowest));
}

std::size_t WorkingTiles::largestLayer(const std::vector<std::size_t>& layers) const
{
    return *std::max_element(layers.begin(), layers.end(), [&](std::size_t a, std::size_t b) {
        return network::operations(m_task.network.layers[a]) < network::operations(m_task.network.layers[b]);
    });
}

/// Of all grids in `room`, the one whose busiest tile has least to do, if that is worth tiles that idle.
Extent WorkingTiles::bestGrid(std::size_t layer, Extent room, GridEstimates::LeftWhole whole)
{
    const auto [known, isNew] = m_best.try_emplace({layer, room, whole}, room);
    if (!isNew) {
        return known->second;
    }
    const auto leastBusy = [&](Extent grid) { return static_cast<double>(m_estimates.leastBusy(grid, layer, whole)); };
    const double all = leastBusy({1, 1});
    double least = leastBusy(room) * (1 - leastLessWork);
    for (Extent most = room;;) {
        const double before = least;
        for (const Count rows : lengthsTo(most.height)) {
            for (const Count columns : lengthsTo(most.width)) {
                if (all / static_cast<double>(rows * columns) >= least) {
                    continue; // not even if they shared the work evenly
                }
                const double work = leastBusy({rows, columns});
                if (work < least) {
                    least = work;
                    known->second = {rows, columns};
                }
            }
        }
        // Where not even so many tiles divide well, half of them may.
        if (most.size() == 1 || (!(least < before) && most != room)) {
            return known->second;
        }
        most = {ceilDivide(most.height, 2), ceilDivide(most.width, 2)};
    }
}

} // namespace tilescape::search
