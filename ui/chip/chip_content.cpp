#include "ui/chip/chip_content.h"

#include "core/dataflow/sharing.h"
#include "core/schedule/data_transfers.h"
#include "ui/chip/chip_text.h"

#include <algorithm>
#include <cmath>

namespace tilescape::ui::chip {

using dataflow::Partition;
using dataflow::Span;
using dataflow::Split;

namespace {

/// The two outermost splits that have more than one part.
void chooseShownSplits(ChipContent& content)
{
    for (const Split split : content.partition.order) {
        if (content.partition.shares[split].size() == 1) {
            continue;
        }
        if (!content.mainSplit) {
            content.mainSplit = split;
        } else if (!content.minorSplit) {
            content.minorSplit = split;
        }
    }
}

Count partNumber(const ChipContent& content, std::optional<Split> split, const dataflow::PerSplit<Extent>& indices)
{
    return split ? dataflow::partNumber(indices[*split], content.partition.shares[*split]) : 0;
}

/// Channels of the pieces are those of one group; depthwise groups are split like channels.
tilescape::network::Layer oneGroup(const tilescape::network::Layer& layer)
{
    const Count groups = tilescape::network::groupsOf(layer);
    if (groups == 1 || tilescape::network::isDepthwise(layer)) {
        return layer;
    }
    tilescape::network::Layer part = layer;
    part.inputChannels /= groups;
    part.outputChannels /= groups;
    tilescape::network::setGroups(part, 1);
    return part;
}

QString rangeText(Span span)
{
    return span.size() == 1 ? QString::number(span.begin)
                            : QStringLiteral("%1–%2").arg(span.begin).arg(span.end - 1);
}

struct NamedSpan {
    Split split;
    QString label;
    QString shortLabel;
    Span span;
};

std::vector<NamedSpan> namedSpans(const TileContent& tile)
{
    const auto& [input, output] = std::pair{tile.piece.input, tile.piece.output};
    return {{Split::OutputChannel, ChipText::tr("Output channels"), QStringLiteral("o"), output.channel},
            {Split::Map, ChipText::tr("Map rows"), QStringLiteral("y"), output.row},
            {Split::Map, ChipText::tr("Map columns"), QStringLiteral("x"), output.column},
            {Split::Batch, ChipText::tr("Batch"), QStringLiteral("b"), output.batch},
            {Split::InputChannel,
             tile.piece.addends > 1 ? ChipText::tr("Channels of each operand") : ChipText::tr("Input channels"),
             QStringLiteral("i"), input.channel}};
}

bool isSplit(const ChipContent& content, const NamedSpan& named)
{
    const Extent share = content.partition.shares[named.split];
    if (named.split != Split::Map) {
        return share.size() > 1;
    }
    return named.shortLabel == QLatin1String("y") ? share.height > 1 : share.width > 1;
}

/// Some tiles of a region, the nearest to its middle first. It may be folded around a corner: the middle need not be in it.
std::vector<Tile> placesOf(const dataflow::Region& region)
{
    constexpr std::size_t most = 24;
    double row = 0;
    double column = 0;
    for (const Tile tile : region.tiles) {
        row += static_cast<double>(tile.row) / static_cast<double>(region.tiles.size());
        column += static_cast<double>(tile.column) / static_cast<double>(region.tiles.size());
    }
    const auto nearer = [&](Tile a, Tile b) {
        const auto distance = [&](Tile tile) {
            return std::abs(static_cast<double>(tile.row) - row) + std::abs(static_cast<double>(tile.column) - column);
        };
        return distance(a) < distance(b);
    };
    std::vector<Tile> places{*std::min_element(region.tiles.begin(), region.tiles.end(), nearer)};
    const std::size_t step = 1 + region.tiles.size() / most;
    for (std::size_t i = 0; i < region.tiles.size(); i += step) {
        places.push_back(region.tiles[i]);
    }
    std::stable_sort(places.begin() + 1, places.end(), nearer);
    return places;
}

/// The regions that run side by side with the layer's (Tangram Fig. 10).
void markRegions(ChipContent& content, const schedule::Schedule& schedule, const schedule::ScheduledLayer& scheduled)
{
    content.segment = scheduled.slot.segment;
    content.ownRegion = static_cast<std::size_t>(scheduled.slot.region);
    for (const schedule::ScheduledLayer& other : schedule.layers) {
        if (other.slot.segment != scheduled.slot.segment) {
            continue;
        }
        const auto number = static_cast<std::size_t>(other.slot.region);
        if (number >= content.regions.size()) {
            content.regions.resize(number + 1);
        }
        RegionMark& mark = content.regions[number];
        mark.name = QStringLiteral("R%1").arg(number);
        mark.layers << QString::fromStdString(schedule.problem->network.layers[other.layer].name);
        mark.places = placesOf(other.scheme.region);
        mark.centre = mark.places.front();
        if (other.slot.region != scheduled.slot.region) {
            for (const Tile tile : other.scheme.region.tiles) {
                content.contents[static_cast<std::size_t>(tile.row * content.tiles.width + tile.column)].neighbour = number;
            }
        }
    }
    if (content.regions.size() == 1) {
        content.regions.clear();
    }
}

/// Who takes data from whom: a region from another, from itself, or from memory.
void drawArrows(ChipContent& content, const schedule::Schedule& schedule)
{
    const auto regionOf = [&](std::optional<std::size_t> layer) {
        return layer ? std::optional(static_cast<std::size_t>(schedule.find(*layer)->slot.region)) : std::nullopt;
    };
    for (const schedule::Transfer& transfer : schedule::transfersIn(schedule, content.segment)) {
        content.arrows.push_back({regionOf(transfer.from), regionOf(transfer.to)});
    }
    std::sort(content.arrows.begin(), content.arrows.end());
    content.arrows.erase(std::unique(content.arrows.begin(), content.arrows.end()), content.arrows.end());
}

void placeRotation(ChipContent& content, const schedule::Schedule& schedule, const schedule::ScheduledLayer& scheduled)
{
    const tilescape::hardware::Machine machine = tilescape::hardware::machineOf(schedule.problem->hardware);
    const dataflow::TileLayer tile = dataflow::tileLayer(content.layer, content.batch, scheduled.scheme.partition,
                                                           schedule.problem->space.counts);
    const dataflow::LoopNest nest = dataflow::loopNest(tile, machine.shape.peArray, scheduled.scheme.replication);
    auto steps = dataflow::rotationSteps(content.layer, nest, scheduled.scheme, scheduled.cost.rotationRounds);
    for (const Tensor tensor : allTensors) {
        ChipRotation& rotation = content.rotation[tensor];
        rotation.steps = std::move(steps[tensor]);
        rotation.wordHops = scheduled.cost.nocHopsBetweenTiles[tensor];
        rotation.places.resize(content.contents.size());
        for (std::size_t ring = 0; ring < rotation.steps.rings.size(); ++ring) {
            for (std::size_t position = 0; position < rotation.steps.rings[ring].size(); ++position) {
                const Tile at = rotation.steps.rings[ring][position];
                rotation.places[static_cast<std::size_t>(at.row * content.tiles.width + at.column)] =
                    RingPlace{ring, static_cast<Count>(position)};
            }
        }
    }
}

} // namespace

std::optional<Count> ChipContent::subsetAt(Tensor tensor, Tile tile, Count step) const
{
    const ChipRotation& own = rotation[tensor];
    if (!own.turns()) {
        return std::nullopt;
    }
    const auto& place = own.places[static_cast<std::size_t>(tile.row * tiles.width + tile.column)];
    return place ? std::optional(own.steps.subsetAt(place->position, step)) : std::nullopt;
}

Count ChipContent::busyTiles() const
{
    return std::count_if(contents.begin(), contents.end(), [](const TileContent& tile) { return !tile.idle; });
}

ChipContent chipContent(const tilescape::hardware::Hardware& hardware)
{
    const tilescape::hardware::Machine machine = tilescape::hardware::machineOf(hardware);
    ChipContent content;
    content.tiles = machine.shape.tiles;
    content.memory = machine.shape.memory;
    content.bufferWords = machine.capacities.bufferWordsPerTile;
    content.registerWords = machine.capacities.registerWordsPerPe;
    content.peArray = machine.shape.peArray;
    content.contents.resize(static_cast<std::size_t>(machine.shape.tiles.size()));
    return content;
}

ChipContent chipContent(const schedule::Schedule& schedule, const schedule::ScheduledLayer& scheduled)
{
    const schedule::Problem& problem = *schedule.problem;
    ChipContent content = chipContent(problem.hardware);
    content.hasLayer = true;
    content.layer = problem.network.layers[scheduled.layer];
    content.batch = problem.batch;
    content.partition = scheduled.scheme.partition;
    content.wordsHeld = scheduled.cost.wordsHeld[Storage::Buffer];
    content.mappedShare = dataflow::mappedShare(scheduled.mapping, scheduled.scheme.replication);
    content.sharers = dataflow::sharersOf(content.layer, content.partition);
    chooseShownSplits(content);

    const tilescape::network::Layer group = oneGroup(content.layer);
    const dataflow::Region& region = scheduled.scheme.region;
    for (Count row = 0; row < region.extent.height; ++row) {
        for (Count column = 0; column < region.extent.width; ++column) {
            const Tile place = region.at(row, column);
            TileContent& tile = content.contents[static_cast<std::size_t>(place.row * content.tiles.width + place.column)];
            const auto indices = dataflow::partIndices(content.partition, row, column);
            tile.inRegion = true;
            tile.piece = dataflow::tilePiece(group, content.batch, content.partition, indices, problem.space.counts);
            tile.idle = tile.piece.output.size() == 0 || tile.piece.input.size() == 0;
            tile.mainPart = partNumber(content, content.mainSplit, indices);
            tile.minorPart = partNumber(content, content.minorSplit, indices);
        }
    }
    for (const tilescape::network::Layer& layer : problem.network.layers) {
        content.layerNames << QString::fromStdString(layer.name);
    }
    markRegions(content, schedule, scheduled);
    drawArrows(content, schedule);
    placeRotation(content, schedule, scheduled);
    return content;
}

QStringList pieceLines(const ChipContent& content, const TileContent& tile, bool onlySplit)
{
    QStringList lines;
    for (const NamedSpan& named : namedSpans(tile)) {
        if (!onlySplit || isSplit(content, named)) {
            lines << ChipText::tr("%1 %2 (%3)").arg(named.label, rangeText(named.span)).arg(named.span.size());
        }
    }
    return lines;
}

QStringList pieceLabels(const ChipContent& content, const TileContent& tile)
{
    QStringList labels;
    for (const NamedSpan& named : namedSpans(tile)) {
        if (isSplit(content, named)) {
            labels << named.shortLabel + QLatin1Char(' ') + rangeText(named.span);
        }
    }
    return labels;
}

} // namespace tilescape::ui::chip
