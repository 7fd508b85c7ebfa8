#include "core/search/space/working_tiles.h"

#include "core/search/space/region_allocation.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <type_traits>

namespace tilescape::search {

// Parts of the chip, ranked by what a segment is estimated to cost there.

using dataflow::Region;
using dataflow::trimmed;

namespace {

bool isCheaper(const WorkingTiles::Part& a, const WorkingTiles::Part& b) { return a.cost < b.cost; }

/// At most so many of the parts, which are sorted: the first two of each kind before others like them, which have about the same estimate, as
/// another kind mostly makes more of a difference. `kindOf` says what of a region makes the kind.
template <typename Kind>
void keepMostDifferent(std::vector<WorkingTiles::Part>& parts, std::size_t most, const Kind& kindOf)
{
    constexpr int ofKind = 2;
    std::map<std::vector<std::invoke_result_t<Kind, const Region&>>, int> known;
    std::vector<WorkingTiles::Part> firsts;
    std::vector<WorkingTiles::Part> others;
    for (WorkingTiles::Part& part : parts) {
        std::vector<std::invoke_result_t<Kind, const Region&>> kind;
        for (const Region& region : part.regions) {
            kind.push_back(kindOf(region));
        }
        (++known[std::move(kind)] <= ofKind ? firsts : others).push_back(std::move(part));
    }
    parts = std::move(firsts);
    std::move(others.begin(), others.end(), std::back_inserter(parts));
    parts.resize(std::min(parts.size(), most));
    std::stable_sort(parts.begin(), parts.end(), isCheaper);
}

} // namespace

std::vector<WorkingTiles::Part> WorkingTiles::partsFor(const pipeline::Segment& segment, bool mayPinWeights,
                                                       double cost)
{
    double operations = 0;
    for (const std::vector<std::size_t>& region : segment.regions) {
        for (const std::size_t layer : region) {
            operations += static_cast<double>(network::operations(m_task.network.layers[layer]) * m_task.batch);
        }
    }
    const hardware::Machine& machine = m_task.machine;
    std::vector<Part> parts;
    const Region chip = dataflow::wholeChip(machine.shape.tiles);
    for (const Extent grid : gridsOn(machine.shape.tiles)) {
        if (segment.regions.size() > 1 && grid.size() > manyTilesForStripes) {
            continue;
        }
        const double computing = operations / static_cast<double>(grid.size() * machine.shape.peArray.size());
        if (!(m_estimates.costOf(operations * machine.prices.macPj, computing) < cost)) {
            continue;
        }
        // The tiles of a single region are found once it is chosen.
        const bool isSingle = segment.regions.size() == 1;
        for (std::vector<Region>& regions :
             isSingle ? std::vector(1, std::vector<Region>(1, Region{grid, {}})) : trimmedRegionsOn(grid, segment)) {
            const double own = estimatedCostIn(regions, segment, mayPinWeights);
            if (own < cost) {
                parts.push_back({std::move(regions), own});
            }
        }
    }
    std::stable_sort(parts.begin(), parts.end(), isCheaper);
    // Of a network of few layers, others of the same extents, which lie elsewhere, come last; of one of not many, other shapes of as many tiles.
    if (hasFewLayers(m_task) && !isSmall(machine)) {
        keepMostDifferent(parts, mostPartsOf(segment), [](const Region& region) { return region.extent; });
    } else if (!hasManyLayers(m_task) && !isSmall(machine) && segment.regions.size() > 1) {
        keepMostDifferent(parts, mostPartsOf(segment), [](const Region& region) { return region.extent.size(); });
    } else {
        parts.resize(std::min(parts.size(), mostPartsOf(segment)));
    }
    if (segment.regions.size() == 1) {
        for (Part& part : parts) {
            part.regions.front() = trimmed(chip, part.regions.front().extent);
        }
    }
    return parts;
}

std::size_t WorkingTiles::waysOf(const pipeline::Segment& segment) const
{
    return segment.regions.size() > 1 && mayLieAcross() ? 2 : 1;
}

std::size_t WorkingTiles::mostPartsOf(const pipeline::Segment& segment) const
{
    const bool areSeveral = segment.regions.size() > 1;
    const std::size_t ways = waysOf(segment);
    if (hasFewLayers(m_task)) {
        return ways * mostPartsOfFewLayers;
    }
    if (isSmall(m_task.machine)) {
        return ways * mostPartsOfSmall;
    }
    if (segment.layerCount() == 1) {
        return mostGrids;
    }
    const bool mayFold = m_task.space.zigzagRegions && areSeveral; // as many parts then have whole columns or rows
    return mayFold ? (hasManyLayers(m_task) ? 2 : 4) * ways * mostParts : ways * mostParts;
}

std::vector<WorkingTiles::Part> WorkingTiles::roomiestParts(const pipeline::Segment& segment, bool mayPinWeights)
{
    std::vector<std::vector<Region>> roomiest = choicesOnParts(segment);
    roomiest.resize(std::min(roomiest.size(), waysOf(segment) * mostParts));
    for (const Extent grid : largeGrids()) {
        for (std::vector<Region>& regions : trimmedRegionsOn(grid, segment)) {
            addNew(roomiest, std::move(regions));
        }
    }
    std::vector<Part> parts;
    for (std::vector<Region>& regions : roomiest) {
        const double cost = estimatedCostIn(regions, segment, mayPinWeights);
        parts.push_back({std::move(regions), cost});
    }
    std::stable_sort(parts.begin(), parts.end(), isCheaper);
    return parts;
}

} // namespace tilescape::search
