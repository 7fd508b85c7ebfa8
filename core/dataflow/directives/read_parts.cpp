#include "core/dataflow/directives/read_parts.h"

#include "core/dataflow/directives/printer.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace tilescape::dataflow::directives {

Count saturatingProduct(Count a, Count b)
{
    constexpr Count most = Count{1} << 60;
    Count product = 0;
    return __builtin_mul_overflow(a, b, &product) || product > most ? most : product;
}

const Term* findTerm(const std::vector<Term>& terms, Dim dim)
{
    const auto term = std::find_if(terms.begin(), terms.end(), [dim](const Term& one) { return one.dim == dim; });
    return term == terms.end() ? nullptr : &*term;
}

bool sameDimensions(const std::vector<Term>& a, const std::vector<Term>& b)
{
    return a.size() == b.size()
        && std::all_of(a.begin(), a.end(), [&](const Term& term) { return findTerm(b, term.dim) != nullptr; });
}

std::optional<Region> readRegion(const Scope& scope, Extent chip, FaultTeller& faults)
{
    if (!scope.tiles) {
        return wholeChip(chip);
    }
    const TilesDirective& tiles = *scope.tiles;
    const auto complain = [&](std::string problem, std::string remedy) {
        faults.error(tiles.place, std::move(problem), std::move(remedy));
        return std::nullopt;
    };
    if (tiles.grid.height > chip.size() || tiles.grid.width > chip.size() || tiles.grid.size() > chip.size()) {
        return complain(fmt::format("a grid of {} x {} tiles is larger than the chip", tiles.grid.height, tiles.grid.width),
                        fmt::format("the chip has {} x {}", chip.height, chip.width));
    }
    std::vector<TilesDirective::Run> runs = tiles.runs;
    if (runs.empty()) {
        runs.push_back({{0, 0}, {tiles.grid.height - 1, tiles.grid.width - 1}});
    }
    std::vector<Tile> named;
    std::set<Tile> seen;
    for (const auto& [first, last] : runs) {
        for (const Tile tile : {first, last}) {
            if (tile.row >= chip.height || tile.column >= chip.width) {
                return complain(fmt::format("tile ({},{}) is not on the chip", tile.row, tile.column),
                                fmt::format("rows are below {}, columns below {}", chip.height, chip.width));
            }
        }
        const Count down = last.row < first.row ? -1 : 1;
        const Count right = last.column < first.column ? -1 : 1;
        for (Count row = first.row; row != last.row + down; row += down) {
            for (Count column = first.column; column != last.column + right; column += right) {
                if (!seen.insert({row, column}).second) {
                    return complain(fmt::format("tile ({},{}) is named twice", row, column), "each tile is named once");
                }
                named.push_back({row, column});
            }
        }
    }
    if (static_cast<Count>(named.size()) != tiles.grid.size()) {
        return complain(fmt::format("{} tiles are named for a grid of {} x {}", named.size(), tiles.grid.height,
                                    tiles.grid.width),
                        fmt::format("{} are needed", tiles.grid.size()));
    }
    return dataflow::Region{tiles.grid, std::move(named)};
}

namespace {

/// The split that a stack's dimensions mean.
std::optional<Split> splitOf(const StackDirective& stack, Dim channelDim, bool splitsInputChannels)
{
    if (stack.shifts.empty()) {
        return splitsInputChannels ? std::nullopt : std::optional(Split::InputChannel);
    }
    const auto all = [&](std::initializer_list<Dim> dims) {
        return std::all_of(stack.shifts.begin(), stack.shifts.end(), [&](const Term& term) {
            return std::find(dims.begin(), dims.end(), term.dim) != dims.end();
        });
    };
    if (all({channelDim})) {
        return Split::OutputChannel;
    }
    if (all({Dim::C})) {
        return Split::InputChannel;
    }
    if (all({Dim::N})) {
        return Split::Batch;
    }
    if (all({Dim::Xi, Dim::Yi, Dim::Xo, Dim::Yo, Dim::M})) {
        return Split::Map;
    }
    return std::nullopt;
}

} // namespace

std::optional<Partition> readPartition(const std::vector<StackDirective>& stacks, Dim channelDim, bool splitsInputChannels,
                                       Extent most, FaultTeller& faults)
{
    Partition partition;
    std::vector<Split> written;
    Extent used;
    bool sound = true;
    for (const StackDirective& stack : stacks) {
        const std::optional<Split> split = splitOf(stack, channelDim, splitsInputChannels);
        if (!split) {
            faults.error(stack.place, fmt::format("{} splits the layer along no one thing", print(stack)),
                         splitsInputChannels
                             ? "a stack of tiles shifts K, or C, or N, or the map (Xi and Xo, Yi and Yo)"
                             : "a stack of tiles shifts C, or N, or the map (Xi and Xo, Yi and Yo), or nothing");
            sound = false;
            continue;
        }
        if (std::find(written.begin(), written.end(), *split) != written.end()) {
            faults.error(stack.place, fmt::format("{} splits along the same as another stack", print(stack)),
                         "each split is written once, with all its tiles");
            sound = false;
            continue;
        }
        used = {saturatingProduct(used.height, stack.units.height), saturatingProduct(used.width, stack.units.width)};
        if (used.height > most.height || used.width > most.width) {
            faults.error(stack.place,
                         fmt::format("with {} the stacks need {} x {} units, {} x {} are there", print(stack), used.height,
                                     used.width, most.height, most.width),
                         "the units of all stacks multiply up to those that are there");
            return std::nullopt;
        }
        written.push_back(*split);
        partition.shares[*split] = stack.units;
    }
    partition.order = completeOrder(written, allSplits);
    return sound ? std::optional(partition) : std::nullopt;
}

} // namespace tilescape::dataflow::directives
