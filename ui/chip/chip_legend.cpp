#include "ui/chip/chip_painter.h"

#include "ui/plot/text.h"
#include "ui/style/format.h"
#include "ui/style/palette.h"
#include "ui/style/scheme_text.h"
#include "ui/style/travel_colours.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <vector>

namespace tilescape::ui::chip {

namespace {

constexpr double swatch = 10;
constexpr double gap = 5;
constexpr double entryGap = 14;

QString tr(const char* text) { return QCoreApplication::translate("ChipView", text); }

struct Entry {
    std::vector<QColor> colours; ///< none: a line of text that begins a new row
    QString text;
};

std::vector<Entry> entriesOf(const ChipContent& content, const QPalette& palette)
{
    if (!content.hasLayer) {
        return {{{}, tr("Select a layer that is scheduled to see how it lies on the tiles.")}};
    }
    std::vector<Entry> entries;
    entries.push_back({{}, tr("%1 of %2 tiles: %3")
                               .arg(content.busyTiles())
                               .arg(content.tiles.size())
                               .arg(style::partitionText(content.partition))});
    if (content.mainSplit) {
        const auto swatchOf = [&](Count part) {
            return content.regions.empty() ? style::categorical(static_cast<int>(part)) : regionShade(content.ownRegion, part, palette);
        };
        entries.push_back({{swatchOf(0), swatchOf(1), swatchOf(2)},
                           tr("part of the %1").arg(style::splitLabel(*content.mainSplit).toLower())});
    }
    if (content.minorSplit) {
        const QColor colour = content.regions.empty() ? style::categorical(0) : regionShade(content.ownRegion, 0, palette);
        entries.push_back({{colour, style::blend(colour, palette.color(QPalette::Base), content.regions.empty() ? 0.4 : 0.15)},
                           tr("part of the %1").arg(style::splitLabel(*content.minorSplit).toLower())});
    }
    if (!content.regions.empty()) {
        entries.push_back({{}, tr("Pale: the other regions of segment %1, which run at the same time").arg(content.segment)});
        entries.push_back({{}, tr("Arrows:")});
        entries.push_back({{style::offChipColour()}, tr("%1 (dashed)").arg(style::travelLabel(style::Travel::Memory))});
        entries.push_back({{style::neighbourColour()}, style::travelLabel(style::Travel::BetweenRegions)});
        entries.push_back({{style::localColour(palette)}, tr("%1 (dotted)").arg(style::travelLabel(style::Travel::WithinRegion))});
    }
    entries.push_back({{}, tr("Buffer of a tile, %1:").arg(style::words(static_cast<double>(content.bufferWords)))});
    for (const Tensor tensor : allTensors) {
        entries.push_back({{style::tensorColour(tensor)}, QStringLiteral("%1 %2").arg(
                               style::tensorLabel(tensor, content.layer), style::words(content.wordsHeld[tensor]))});
    }
    return entries;
}

double widthOf(const Entry& entry, const QFontMetricsF& metrics)
{
    return static_cast<double>(entry.colours.size()) * (swatch + 2) + (entry.colours.empty() ? 0 : gap)
        + metrics.horizontalAdvance(entry.text);
}

/// Returns how many rows the text takes.
int paintEntry(QPainter* painter, const Entry& entry, QPointF at, double right, double rowHeight, const QPalette& palette,
               const QFontMetricsF& metrics)
{
    double x = at.x();
    for (const QColor& colour : entry.colours) {
        if (painter) {
            painter->fillRect(QRectF(x, at.y() + (rowHeight - swatch) / 2, swatch, swatch), colour);
        }
        x += swatch + 2;
    }
    x += entry.colours.empty() ? 0 : gap;
    const QStringList lines = plot::wrapped(entry.text, right - x, metrics);
    for (qsizetype i = 0; painter && i < lines.size(); ++i) {
        painter->setPen(palette.color(QPalette::WindowText));
        painter->drawText(QPointF(x, at.y() + static_cast<double>(i) * rowHeight + (rowHeight - metrics.height()) / 2 + metrics.ascent()),
                          lines[i]);
    }
    return static_cast<int>(lines.size());
}

} // namespace

double paintChipLegend(QPainter* painter, const ChipContent& content, const QPalette& palette, const QRectF& area,
                       const QFont& font)
{
    const QFontMetricsF metrics(font);
    const double rowHeight = metrics.height() + 3;
    QPointF at = area.topLeft();
    if (painter) {
        painter->setFont(font);
    }
    for (const Entry& entry : entriesOf(content, palette)) {
        const double width = widthOf(entry, metrics);
        const bool newRow = entry.colours.empty() || at.x() + width > area.right();
        if (newRow && at.x() > area.left()) {
            at = {area.left(), at.y() + rowHeight};
        }
        const int rows = paintEntry(painter, entry, at, area.right(), rowHeight, palette, metrics);
        at.rx() += width + entryGap;
        at.ry() += (rows - 1) * rowHeight; // what follows a wrapped text begins a row: there is no room beside it
    }
    return at.y() + rowHeight - area.top();
}

} // namespace tilescape::ui::chip
