#include "ui/chip/chip_painter.h"

#include "ui/chip/noc_load.h"
#include "ui/style/palette.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::chip {

namespace {

constexpr double corner = 5;
constexpr double memoryWidth = 46;
constexpr double memoryHeight = 26;
constexpr double memoryGap = 10;
constexpr double barHeight = 6;
constexpr double labelScale = 0.55;   ///< below this, a tile's text cannot be read
constexpr double barScale = 0.3;
constexpr double neighbourPaleness = 0.78; ///< regions beside the layer's are there, but not what is looked at
constexpr double smallestScale = 0.12; ///< below this, rounded corners cannot be seen

QSizeF gridSize(const ChipContent& content)
{
    const double gap = tilePitch - tileSide;
    return {static_cast<double>(content.tiles.width) * tilePitch - gap,
            static_cast<double>(content.tiles.height) * tilePitch - gap};
}

} // namespace

std::vector<QRectF> memoryRects(const ChipContent& content)
{
    if (content.memory != tilescape::hardware::MemoryPlacement::Corners) {
        return {};
    }
    const QSizeF grid = gridSize(content);
    const double left = -memoryGap - memoryWidth;
    const double right = grid.width() + memoryGap;
    const double top = (tileSide - memoryHeight) / 2;
    const double bottom = grid.height() - tileSide + top;
    std::vector<QRectF> rects;
    for (const double x : {left, right}) {
        rects.emplace_back(x, top, memoryWidth, memoryHeight);
        if (bottom > top) {
            rects.emplace_back(x, bottom, memoryWidth, memoryHeight);
        }
    }
    return rects;
}

namespace {

void paintMemory(QPainter& painter, const ChipContent& content, const ChipLook& look)
{
    QFont font = painter.font();
    font.setPixelSize(12);
    font.setBold(true);
    painter.setFont(font);
    for (const QRectF& rect : memoryRects(content)) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(style::memoryColour(look.palette));
        painter.drawRoundedRect(rect, 4, 4);
        painter.setPen(style::readableOn(style::memoryColour(look.palette)));
        painter.drawText(rect, Qt::AlignCenter, QStringLiteral("DRAM"));
    }
}

/// A small mark: this tile has a memory channel of its own above it.
void paintOwnChannel(QPainter& painter, const QRectF& rect, const ChipLook& look)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(style::memoryColour(look.palette));
    painter.drawRoundedRect(QRectF(rect.right() - 14, rect.top() + 3, 11, 7), 2, 2);
}

/// What the tile's buffer holds, stacked by tensor, on a track as wide as its capacity.
void paintFilling(QPainter& painter, const ChipContent& content, const QRectF& rect)
{
    const QRectF track(rect.left() + 6, rect.bottom() - barHeight - 6, rect.width() - 12, barHeight);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(255, 255, 255, 190));
    painter.drawRect(track.adjusted(-1, -1, 1, 1));
    double left = track.left();
    for (const Tensor tensor : allTensors) {
        const double share = content.wordsHeld[tensor] / static_cast<double>(std::max<Count>(content.bufferWords, 1));
        const double width = std::min(share * track.width(), track.right() - left);
        painter.setBrush(style::tensorColour(tensor));
        painter.drawRect(QRectF(left, track.top(), width, track.height()));
        left += width;
    }
}

void paintLabels(QPainter& painter, const ChipContent& content, const TileContent& tile, const QRectF& rect,
                 const QColor& colour)
{
    const QStringList labels = tile.idle ? QStringList() : pieceLabels(content, tile);
    if (labels.isEmpty()) {
        return;
    }
    const QRectF area = rect.adjusted(4, 4, -4, -barHeight - 8);
    QFont font = painter.font();
    font.setBold(false);
    font.setPixelSize(std::clamp(static_cast<int>(area.height() / static_cast<double>(labels.size()) - 2), 8, 11));
    const QString text = labels.join(QLatin1Char('\n'));
    const double widest = QFontMetricsF(font).size(0, text).width();
    if (widest > area.width()) {
        font.setPixelSize(std::max(6, static_cast<int>(font.pixelSize() * area.width() / widest)));
    }
    painter.setFont(font);
    painter.setPen(colour);
    painter.drawText(area, Qt::AlignCenter, text);
}

/// The cycle of colours, paler each time around.
QColor subsetColour(Count subset, const QPalette& palette)
{
    constexpr Count colours = 7;
    const double pale = 0.22 * static_cast<double>(subset / colours % 4);
    return style::blend(style::categorical(static_cast<int>(subset % colours)), palette.color(QPalette::Base), pale);
}

/// A tile as the router that its links meet at, in the colour of its region.
void paintRouter(QPainter& painter, const ChipContent& content, const ChipLook& look, Tile place)
{
    const TileContent& tile = content.at(place);
    const bool several = !content.regions.empty();
    const auto region = tile.neighbour ? *tile.neighbour : content.ownRegion;
    const bool used = tile.inRegion || tile.neighbour;
    const QColor fill = used && several ? style::categorical(static_cast<int>(region))
        : used ? style::mutedText(look.palette) : style::idleFill(look.palette);
    painter.setPen(look.hovered == place ? QPen(look.palette.color(QPalette::WindowText), 3) : QPen(style::outline(look.palette), 0.8));
    painter.setBrush(fill);
    painter.drawRoundedRect(QRectF(tileRect(place).center() - QPointF(12, 12), QSizeF(24, 24)), 4, 4);
}

void paintTile(QPainter& painter, const ChipContent& content, const ChipLook& look, Tile place)
{
    if (look.load) {
        paintRouter(painter, content, look, place);
        return;
    }
    const QRectF rect = tileRect(place);
    const TileContent& tile = content.at(place);
    const std::optional<Count> subset =
        look.rotation && !tile.idle ? content.subsetAt(look.rotation->tensor, place, look.rotation->step) : std::nullopt;
    const QColor fill = subset ? subsetColour(*subset, look.palette)
        : look.rotation ? style::idleFill(look.palette) : partColour(content, tile, look.palette);
    const bool hovered = look.hovered == place;
    painter.setPen(hovered ? QPen(look.palette.color(QPalette::WindowText), 3)
                           : QPen(tile.idle ? style::outline(look.palette) : fill.darker(112), 1));
    painter.setBrush(fill);
    const double radius = look.scale < smallestScale ? 0 : corner;
    painter.drawRoundedRect(rect, radius, radius);
    if (content.memory == tilescape::hardware::MemoryPlacement::EveryTile && look.scale >= barScale) {
        paintOwnChannel(painter, rect, look);
    }
    if (!tile.idle && look.scale >= barScale) {
        paintFilling(painter, content, rect);
    }
    if (subset && look.scale >= smallestScale) {
        QFont font = painter.font();
        font.setBold(true);
        font.setPixelSize(*subset < 100 ? 26 : 18);
        painter.setFont(font);
        painter.setPen(style::readableOn(fill));
        painter.drawText(rect.adjusted(0, 0, 0, -barHeight - 4), Qt::AlignCenter, QString::number(*subset));
    } else if (look.scale >= labelScale && !look.rotation) {
        paintLabels(painter, content, tile, rect, style::readableOn(fill));
    }
}

/// The names of the segment's regions, as large on the screen whatever the zoom.
void paintRegionNames(QPainter& painter, const ChipContent& content, const ChipLook& look)
{
    QFont font = painter.font();
    font.setBold(true);
    font.setPixelSize(static_cast<int>(badgeText(content, look)));
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    for (std::size_t number = 0; number < content.regions.size(); ++number) {
        const RegionMark& mark = content.regions[number];
        if (number == content.ownRegion && look.scale >= labelScale && !look.load) {
            continue; // its tiles bear labels of their own
        }
        QRectF pill(QPointF(), QSizeF(metrics.horizontalAdvance(mark.name) + metrics.height(), metrics.height() * 1.2));
        pill.moveCenter(tileRect(mark.centre).center());
        const QColor fill = style::categorical(static_cast<int>(number)); // as on timeline and graph
        painter.setPen(QPen(look.palette.color(QPalette::Base), 0.1 * pill.height()));
        painter.setBrush(fill);
        painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2);
        painter.setPen(style::readableOn(fill));
        painter.drawText(pill, Qt::AlignCenter, mark.name);
    }
}

} // namespace

double badgeText(const ChipContent& content, const ChipLook& look)
{
    const double tallest = std::max(60.0, gridSize(content).height() / 16); // far away, on a large chip
    return std::clamp(13 / std::max(look.scale, 0.01), 9.0, tallest);
}

QRectF tileRect(Tile tile)
{
    return {static_cast<double>(tile.column) * tilePitch, static_cast<double>(tile.row) * tilePitch, tileSide, tileSide};
}

QRectF chipBounds(const ChipContent& content)
{
    QRectF bounds(QPointF(), gridSize(content));
    for (const QRectF& memory : memoryRects(content)) {
        bounds |= memory;
    }
    return bounds.adjusted(-2, -2, 2, 2);
}

std::optional<Tile> tileAt(const ChipContent& content, QPointF position)
{
    const Tile tile{static_cast<Count>(std::floor(position.y() / tilePitch)),
                    static_cast<Count>(std::floor(position.x() / tilePitch))};
    const bool onChip = tile.row >= 0 && tile.column >= 0 && tile.row < content.tiles.height
        && tile.column < content.tiles.width;
    return onChip && tileRect(tile).contains(position) ? std::optional(tile) : std::nullopt;
}

QColor regionShade(std::size_t region, Count part, const QPalette& palette)
{
    return style::blend(style::categorical(static_cast<int>(region)), palette.color(QPalette::Base), 0.19 * static_cast<double>(part % 3));
}

QColor partColour(const ChipContent& content, const TileContent& tile, const QPalette& palette)
{
    if (tile.neighbour) {
        return style::blend(style::categorical(static_cast<int>(*tile.neighbour)), palette.color(QPalette::Base), neighbourPaleness);
    }
    if (tile.idle) {
        return style::idleFill(palette);
    }
    const QColor base = palette.color(QPalette::Base);
    const bool several = !content.regions.empty();
    const QColor colour = several ? regionShade(content.ownRegion, tile.mainPart, palette)
                                  : style::categorical(static_cast<int>(tile.mainPart));
    if (!content.minorSplit) {
        return colour;
    }
    const auto parts = static_cast<double>(content.partition.shares[*content.minorSplit].size());
    return style::blend(colour, base, (several ? 0.25 : 0.5) * static_cast<double>(tile.minorPart) / parts);
}

void paintChip(QPainter& painter, const ChipContent& content, const ChipLook& look, const QRectF& exposed)
{
    painter.save();
    painter.setOpacity(look.dimmed ? 0.45 : 1);
    const auto index = [](double position, Count last) {
        return std::clamp<Count>(static_cast<Count>(std::floor(position / tilePitch)), 0, last);
    };
    const Count lastRow = index(exposed.bottom(), content.tiles.height - 1);
    const Count lastColumn = index(exposed.right(), content.tiles.width - 1);
    for (Count row = index(exposed.top(), content.tiles.height - 1); row <= lastRow; ++row) {
        for (Count column = index(exposed.left(), content.tiles.width - 1); column <= lastColumn; ++column) {
            paintTile(painter, content, look, {row, column});
        }
    }
    paintMemory(painter, content, look);
    if (look.load) {
        paintLinks(painter, *look.load, look.palette, exposed, look.hoveredLink);
    } else if (!look.rotation) {
        paintArrows(painter, content, look);
    }
    paintRegionNames(painter, content, look);
    painter.restore();
}

} // namespace tilescape::ui::chip
