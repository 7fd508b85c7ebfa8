#include "ui/chip/chip_legend.h"

#include "ui/chip/chip_text.h"
#include "ui/chip/noc_load.h"
#include "ui/style/format.h"
#include "ui/style/palette.h"
#include "ui/style/scheme_text.h"
#include "ui/style/travel_colours.h"

#include <QLinearGradient>

#include <algorithm>

namespace tilescape::ui::chip {

namespace {

constexpr double gradientWidth = 110;
constexpr double gradientHeight = 10;
constexpr int gradientSteps = 16;
constexpr Count mostShades = 3; ///< that stand for all parts

using Items = std::vector<plot::LegendEntry>;

void addParts(Items& items, const ChipContent& content, const ChipLook& look)
{
    const auto shade = [&](Count main, Count minor) {
        TileContent tile;
        tile.idle = false;
        tile.mainPart = main;
        tile.minorPart = minor;
        return partColour(content, tile, look.palette);
    };
    if (content.mainSplit) {
        std::vector<QColor> shades;
        for (Count part = 0; part < std::min(content.partition.shares[*content.mainSplit].size(), mostShades); ++part) {
            shades.push_back(shade(part, 0));
        }
        items.push_back(plot::swatches(
            ChipText::tr("parts of the %1").arg(style::splitLabel(*content.mainSplit).toLower()), shades));
    }
    if (content.minorSplit) {
        const Count last = content.partition.shares[*content.minorSplit].size() - 1;
        items.push_back(plot::swatches(
            ChipText::tr("within one: parts of the %1").arg(style::splitLabel(*content.minorSplit).toLower()),
            {shade(0, 0), shade(0, last)}));
    }
    for (const dataflow::Split split : content.partition.order) {
        if (content.partition.shares[split].size() > 1 && split != content.mainSplit && split != content.minorSplit) {
            items.push_back(
                {ChipText::tr("alike: other parts of the %1").arg(style::splitLabel(split).toLower()), {}, 0});
        }
    }
}

void addArrows(Items& items, const ChipContent& content, const ChipLook& look)
{
    const auto any = [&](auto which) { return std::any_of(content.arrows.begin(), content.arrows.end(), which); };
    if (any([](const RegionArrow& arrow) { return arrow.from && arrow.to && *arrow.from != *arrow.to; })) {
        items.push_back(plot::arrow(style::travelLabel(style::Travel::BetweenRegions), style::neighbourColour()));
    }
    if (content.memory == tilescape::hardware::MemoryPlacement::Corners
        && any([](const RegionArrow& arrow) { return !arrow.from || !arrow.to; })) {
        items.push_back(plot::arrow(style::travelLabel(style::Travel::Memory), style::offChipColour(), Qt::DashLine));
    }
    if (any([](const RegionArrow& arrow) { return arrow.from && arrow.to && *arrow.from == *arrow.to; })) {
        items.push_back(plot::arrow(style::travelLabel(style::Travel::WithinRegion), style::localColour(look.palette), Qt::DotLine));
    }
}

void addRotation(Items& items, const ChipContent& content, const ChipLook& look)
{
    const Tensor tensor = look.rotation->tensor;
    const QString name = style::tensorLabel(tensor, content.layer).toLower();
    const Count subsets = content.rotation[tensor].steps.subsets();
    std::vector<QColor> shades;
    for (Count shown = 0; shown < std::min<Count>(subsets, 3); ++shown) {
        shades.push_back(subsetColour(tensor, shown * (subsets - 1) / std::max<Count>(std::min<Count>(subsets, 3) - 1, 1), subsets, look.palette));
    }
    items.push_back(plot::swatches(
        ChipText::tr("number and shade: which of the %1 parts of the %2 a tile holds").arg(subsets).arg(name), shades));
    items.push_back(plot::swatches(ChipText::tr("takes no part"), {style::idleFill(look.palette)}));
}

void addRouters(Items& items, const ChipContent& content, const ChipLook& look)
{
    items.push_back(
        content.regions.empty()
            ? plot::swatches(ChipText::tr("tiles of the layer"), {style::mutedText(look.palette)})
            : plot::swatches(ChipText::tr("tiles by region"), {style::categorical(0), style::categorical(1)}));
}

plot::LegendEntry loadScale(const QString& text, const ChipLook& look)
{
    const auto paint = [palette = look.palette](QPainter& painter, const QRectF& area) {
        const QRectF bar(area.left(), area.center().y() - gradientHeight / 2, area.width(), gradientHeight);
        QLinearGradient gradient(bar.topLeft(), bar.topRight());
        for (int step = 0; step <= gradientSteps; ++step) {
            const double share = static_cast<double>(step) / gradientSteps;
            gradient.setColorAt(share, heatColour(share, palette));
        }
        painter.setPen(QPen(style::outline(palette), 1));
        painter.setBrush(gradient);
        painter.drawRect(bar);
    };
    return {text, paint, gradientWidth};
}

void addLoad(Items& items, const ChipContent& content, const ChipLook& look)
{
    const NocLoad& load = *look.load;
    if (load.busiest <= 0) {
        items.push_back({nocLoadLines(load).join(QLatin1Char(' ')), {}, 0});
        return;
    }
    items.push_back(loadScale(
        ChipText::tr("links: 0 to %1 (%2)").arg(style::words(load.busiest), rateText(load.wordsPerCycle(load.busiest))),
        look));
    addRouters(items, content, look);
}

void addFilling(Items& items, const ChipContent& content)
{
    for (const Tensor tensor : allTensors) {
        if (content.wordsHeld[tensor] > 0) {
            items.push_back(
                plot::swatches(ChipText::tr("%1 in the buffer").arg(style::tensorLabel(tensor, content.layer)),
                               {style::tensorColour(tensor)}));
        }
    }
}

} // namespace

std::vector<plot::LegendEntry> chipLegend(const ChipContent& content, const ChipLook& look)
{
    if (!content.hasLayer) {
        return {{ChipText::tr("Select a layer that is scheduled to see how it lies on the tiles."), {}, 0}};
    }
    Items items;
    if (look.load) {
        addLoad(items, content, look);
        return items;
    }
    if (look.rotation) {
        addRotation(items, content, look);
    } else {
        addParts(items, content, look);
        if (!content.regions.empty()) {
            addArrows(items, content, look);
            const std::size_t other = content.ownRegion == 0 ? 1 : 0;
            items.push_back(plot::swatches(ChipText::tr("other regions of segment %1").arg(content.segment),
                                           {neighbourColour(other, look.palette)}));
        }
    }
    if (showsFilling(look.scale)) {
        addFilling(items, content);
    }
    return items;
}

std::vector<plot::LegendEntry> paperLegend(const ChipContent& content, const ChipLook& look)
{
    if (!content.hasLayer) {
        return {};
    }
    if (!look.load) {
        Items items = chipLegend(content, look);
        if (content.memory == tilescape::hardware::MemoryPlacement::Corners) { // on a narrow page its name has no room in it
            items.push_back(plot::swatches(ChipText::tr("DRAM channel"), {style::memoryColour(look.palette)}));
        }
        return items;
    }
    if (look.load->busiest <= 0) {
        return {};
    }
    Items items{{ChipText::tr("0 words"), {}, 0}, loadScale(style::words(look.load->busiest), look)};
    addRouters(items, content, look);
    return items;
}

QStringList paperCaption(const ChipContent& content, const ChipLook& look)
{
    if (!content.hasLayer) {
        return {ChipText::tr("No layer selected")};
    }
    if (look.load) {
        QStringList lines = nocLoadLines(*look.load);
        if (look.load->busiest > 0) {
            lines.prepend(ChipText::tr("Arrows: links, one in each direction; an empty one carries nothing. Right end "
                                       "of the scale: the busiest link, %1.")
                              .arg(rateText(look.load->wordsPerCycle(look.load->busiest))));
        }
        return lines;
    }
    QStringList held;
    for (const Tensor tensor : allTensors) {
        held << ChipText::tr("%1 %2").arg(style::tensorLabel(tensor, content.layer).toLower(),
                                          style::words(content.wordsHeld[tensor]));
    }
    return {ChipText::tr("%1 of %2 tiles: %3")
                .arg(content.busyTiles())
                .arg(content.tiles.size())
                .arg(style::partitionText(content.partition)),
            ChipText::tr("Buffer of a tile, %1: %2")
                .arg(style::words(static_cast<double>(content.bufferWords)), held.join(QStringLiteral(", "))),
            ChipText::tr("PEs mapped: %1 of the %2 of a tile")
                .arg(style::percent(content.mappedShare), style::extentText(content.peArray))};
}

} // namespace tilescape::ui::chip
