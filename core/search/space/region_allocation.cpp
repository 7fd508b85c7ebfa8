#include "core/search/space/region_allocation.h"

#include "core/support/factors.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tilescape::search {

using network::Network;

namespace {

constexpr double leastUtilization = 0.95;

/// Tiles for each region in multiples of `height`; empty if a region would get none.
std::vector<Count> shareTiles(const std::vector<double>& operations, Count height, Count tiles)
{
    const double all = std::accumulate(operations.begin(), operations.end(), 0.0);
    std::vector<double> fair;
    std::vector<Count> given;
    for (const double own : operations) {
        fair.push_back(own / all * static_cast<double>(tiles));
        const double stripes = std::nearbyint(fair.back() / static_cast<double>(height));
        given.push_back(std::max<Count>(1, static_cast<Count>(stripes)) * height);
    }
    for (Count sum = std::accumulate(given.begin(), given.end(), Count{0}); sum != tiles;) {
        // Whoever is furthest from a fair share gives or takes.
        std::size_t chosen = 0;
        for (std::size_t i = 1; i < given.size(); ++i) {
            const double excess = static_cast<double>(given[i]) - fair[i];
            const double most = static_cast<double>(given[chosen]) - fair[chosen];
            if (sum > tiles ? excess > most : excess < most) {
                chosen = i;
            }
        }
        const Count step = sum > tiles ? -height : height;
        given[chosen] += step;
        sum += step;
    }
    return std::find(given.begin(), given.end(), 0) == given.end() ? given : std::vector<Count>{};
}

/// Stripes one below the other, walked left to right, then right to left, and so on.
std::vector<dataflow::Region> layInStripes(const std::vector<Count>& tiles, Extent chip)
{
    Count height = chip.height;
    for (const Count own : tiles) {
        height = std::gcd(height, own);
    }
    std::vector<dataflow::Region> regions;
    Count offset = 0;
    for (const Count own : tiles) {
        const Extent extent{height, own / height};
        std::vector<Tile> walked;
        walked.reserve(static_cast<std::size_t>(own));
        for (Count row = 0; row < extent.height; ++row) {
            for (Count step = offset; step < offset + extent.width; ++step) {
                const Count stripe = quotient(step, chip.width);
                const Count along = residue(step, chip.width);
                walked.push_back({stripe * height + row, stripe % 2 == 0 ? along : chip.width - 1 - along});
            }
        }
        offset += extent.width;
        regions.push_back({extent, std::move(walked)});
    }
    return regions;
}

Extent transposed(Extent extent) { return {extent.width, extent.height}; }

/// The same region of the transposed chip.
dataflow::Region transposed(const dataflow::Region& region)
{
    std::vector<Tile> tiles;
    tiles.reserve(region.tiles.size());
    for (Count column = 0; column < region.extent.width; ++column) {
        for (Count row = 0; row < region.extent.height; ++row) {
            const Tile tile = region.at(row, column);
            tiles.push_back({tile.column, tile.row});
        }
    }
    return {transposed(region.extent), std::move(tiles)};
}

/// Stripes of the highest possible height, or whole columns.
std::vector<dataflow::Region> layOut(const std::vector<double>& operations, Extent chip, bool inZigzag)
{
    if (!inZigzag) {
        const std::vector<Count> tiles = shareTiles(operations, chip.height, chip.size());
        return tiles.empty() ? std::vector<dataflow::Region>{} : layInStripes(tiles, chip);
    }
    const double all = std::accumulate(operations.begin(), operations.end(), 0.0);
    const std::vector<Count> heights = support::divisors(chip.height);
    for (auto height = heights.rbegin(); height != heights.rend(); ++height) {
        const std::vector<Count> tiles = shareTiles(operations, *height, chip.size());
        double slowest = 0;
        for (std::size_t i = 0; i < tiles.size(); ++i) {
            slowest = std::max(slowest, operations[i] / static_cast<double>(tiles[i]));
        }
        if (!tiles.empty() && all / slowest / static_cast<double>(chip.size()) >= leastUtilization) {
            return layInStripes(tiles, chip);
        }
    }
    return {};
}

} // namespace

std::vector<dataflow::Region> allocateRegions(const Network& network, const pipeline::Segment& segment, Extent chip,
                                              RegionLayout layout)
{
    std::vector<double> operations;
    for (const auto& region : segment.regions) {
        double own = 0;
        for (const std::size_t layer : region) {
            own += static_cast<double>(network::operations(network.layers[layer]));
        }
        operations.push_back(own);
    }
    if (layout == RegionLayout::Zigzag || layout == RegionLayout::Columns) {
        return layOut(operations, chip, folds(layout));
    }
    std::vector<dataflow::Region> regions = layOut(operations, transposed(chip), folds(layout));
    std::transform(regions.begin(), regions.end(), regions.begin(),
                   [](const dataflow::Region& region) { return transposed(region); });
    return regions;
}

} // namespace tilescape::search
