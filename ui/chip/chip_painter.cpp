#include "ui/chip/chip_painter.h"

#include "ui/chip/noc_load.h"
#include "ui/plot/bar.h"
#include "ui/style/palette.h"
#include "ui/style/stale.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::chip {

namespace {

constexpr double corner = 5;
constexpr double barHeight = 6;
constexpr double subsetText = 24;      ///< scene units
constexpr Count mainShades = 3;
constexpr double mainShade = 0.22;     ///< from one part of the main split to the next
constexpr double minorShade = 0.2;     ///< from the first part of the minor split to the last
constexpr double palestSubset = 0.7;
constexpr double barScale = 0.3;
constexpr double neighbourPaleness = 0.78; ///< regions beside the layer's are there, but not what is looked at
constexpr double smallestScale = 0.12; ///< below this, rounded corners cannot be seen

} // namespace

std::vector<QRectF> memoryRects(const ChipContent& content)
{
    const bool corners = content.memory == tilescape::hardware::MemoryPlacement::Corners;
    return corners ? plot::cornerMemoryRects(content.tiles) : std::vector<QRectF>();
}

namespace {

/// Text in the middle of an area as large as a person can read it on the screen; nothing where that does not fit, or where it
/// would lie beneath one of `badges`.
void paintReadably(QPainter& painter, const QRectF& area, const QString& text, const QColor& colour, double scale,
                   double wanted, const std::vector<RegionBadge>& badges = {})
{
    QFont font = painter.font();
    const int least = style::smallestTextAt(scale);
    for (const int pixels : {std::max(least, static_cast<int>(wanted)), least}) {
        font.setPixelSize(pixels);
        const QSizeF size = QFontMetricsF(font).size(0, text);
        if (size.width() <= area.width() && size.height() <= area.height()) {
            QRectF place(QPointF(), size);
            place.moveCenter(area.center());
            if (std::any_of(badges.begin(), badges.end(), [&](const RegionBadge& badge) { return badge.rect.intersects(place); })) {
                return;
            }
            painter.setFont(font);
            painter.setPen(colour);
            painter.drawText(area, Qt::AlignCenter, text);
            return;
        }
    }
}

void paintMemory(QPainter& painter, const ChipContent& content, const ChipLook& look)
{
    QFont font = painter.font();
    font.setBold(true);
    painter.setFont(font);
    const std::vector<QRectF> memory = memoryRects(content);
    plot::paintMemoryRects(painter, memory, look.palette);
    for (const QRectF& rect : memory) {
        paintReadably(painter, rect, QStringLiteral("DRAM"), style::readableOn(style::memoryColour(look.palette)), look.scale, 12);
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
    std::vector<plot::BarPart> parts;
    for (const Tensor tensor : allTensors) {
        parts.push_back({content.wordsHeld[tensor], style::tensorColour(tensor)});
    }
    plot::paintBar(painter, parts, plot::layOutBar(parts, static_cast<double>(std::max<Count>(content.bufferWords, 1)), track));
}

QRectF labelArea(const QRectF& tile, double scale)
{
    return tile.adjusted(2, 2, -2, showsFilling(scale) ? -barHeight - 8 : -2);
}

/// What stands on the tiles: of all parts the same, else those on which it happens to fit would look as if they did something else.
enum class Labels { Ranges, Numbers, None };

Labels labelsThatFit(const ChipContent& content, QFont font, double scale)
{
    font.setBold(false);
    font.setPixelSize(style::smallestTextAt(scale));
    const QFontMetricsF metrics(font);
    const QRectF area = labelArea(tileRect({0, 0}), scale);
    if (!content.mainSplit || metrics.height() > area.height()) {
        return Labels::None;
    }
    const Count last = content.partition.shares[*content.mainSplit].size() - 1;
    bool fit = true;
    for (Count row = 0; row < content.tiles.height && fit; ++row) {
        for (Count column = 0; column < content.tiles.width && fit; ++column) {
            const TileContent& tile = content.at({row, column});
            if (!tile.idle && tile.mainPart == last) { // the highest numbers
                const QSizeF size = metrics.size(0, pieceLabels(content, tile).join(QLatin1Char('\n')));
                fit = size.width() <= area.width() && size.height() <= area.height();
            }
        }
    }
    const bool numbersFit = metrics.horizontalAdvance(QString::number(last)) <= area.width();
    return fit ? Labels::Ranges : numbersFit ? Labels::Numbers : Labels::None;
}

/// The ranges of the tile's piece, or the number of its part, but for those beneath a badge.
void paintLabel(QPainter& painter, const ChipContent& content, const TileContent& tile, const QRectF& rect,
                Labels shown, const QColor& colour, double scale, const std::vector<RegionBadge>& badges)
{
    const QStringList labels = tile.idle || shown == Labels::None ? QStringList() : pieceLabels(content, tile);
    if (!labels.isEmpty()) {
        QFont font = painter.font();
        font.setBold(false);
        painter.setFont(font);
        const QString text = shown == Labels::Ranges ? labels.join(QLatin1Char('\n')) : QString::number(tile.mainPart);
        paintReadably(painter, labelArea(rect, scale), text, colour, scale, 0, badges);
    }
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

void paintTile(QPainter& painter, const ChipContent& content, const ChipLook& look, Tile place, Labels labels,
               const std::vector<RegionBadge>& badges)
{
    if (look.load) {
        paintRouter(painter, content, look, place);
        return;
    }
    const QRectF rect = tileRect(place);
    const TileContent& tile = content.at(place);
    const std::optional<Count> subset =
        look.rotation && !tile.idle ? content.subsetAt(look.rotation->tensor, place, look.rotation->step) : std::nullopt;
    const QColor fill = subset ? subsetColour(look.rotation->tensor, *subset, content.rotation[look.rotation->tensor].steps.subsets(), look.palette)
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
    if (!tile.idle && showsFilling(look.scale)) {
        paintFilling(painter, content, rect);
    }
    if (subset) {
        QFont font = painter.font();
        font.setBold(true);
        painter.setFont(font);
        paintReadably(painter, rect.adjusted(0, 0, 0, showsFilling(look.scale) ? -barHeight - 4 : 0), QString::number(*subset),
                      style::readableOn(fill), look.scale, subsetText, badges);
    } else if (!look.rotation) {
        paintLabel(painter, content, tile, rect, labels, style::readableOn(fill), look.scale, badges);
    }
}

/// Where a badge of this size would stand: on a tile of its region where no other badge stands; the nearer to its middle, the
/// better. Nothing if there is no such place.
std::optional<QRectF> placeBadge(const RegionMark& mark, QSizeF size, const std::vector<QRectF>& others)
{
    for (const Tile tile : mark.places) {
        QRectF badge(QPointF(), size);
        badge.moveCenter(tileRect(tile).center());
        if (std::none_of(others.begin(), others.end(), [&](const QRectF& other) { return other.intersects(badge); })) {
            return badge;
        }
    }
    return std::nullopt;
}

} // namespace

std::vector<RegionBadge> regionBadges(const ChipContent& content, double scale, QFont font)
{
    font.setBold(true);
    font.setPixelSize(static_cast<int>(badgeText(content, scale)));
    const QFontMetricsF metrics(font);
    std::vector<RegionBadge> badges;
    std::vector<QRectF> placed;
    for (std::size_t region = 0; region < content.regions.size(); ++region) {
        const RegionMark& mark = content.regions[region];
        for (const QString& text : {mark.name, QString::number(region)}) {
            const QSizeF size(metrics.horizontalAdvance(text) + metrics.height() * 0.8, metrics.height() * 1.2);
            if (const auto place = placeBadge(mark, size, placed)) {
                placed.push_back(*place);
                badges.push_back({region, text, *place, font});
                break;
            }
        }
    }
    return badges;
}

namespace {

void paintRegionNames(QPainter& painter, const std::vector<RegionBadge>& badges, const ChipLook& look)
{
    for (const RegionBadge& badge : badges) {
        const QColor fill = style::categorical(static_cast<int>(badge.region)); // as on timeline and graph
        painter.setPen(QPen(look.palette.color(QPalette::Base), 0.1 * badge.rect.height()));
        painter.setBrush(fill);
        painter.drawRoundedRect(badge.rect, badge.rect.height() / 2, badge.rect.height() / 2);
        painter.setPen(style::readableOn(fill));
        painter.setFont(badge.font);
        painter.drawText(badge.rect, Qt::AlignCenter, badge.text);
    }
}

} // namespace

double badgeText(const ChipContent& content, double scale)
{
    const double tallest = std::max(60.0, plot::gridBounds(content.tiles, {}).height() / 16); // far away, on a large chip
    return std::clamp(13 / std::max(scale, 0.01), 9.0, tallest);
}

QRectF chipBounds(const ChipContent& content) { return plot::gridBounds(content.tiles, memoryRects(content)); }

std::optional<Tile> tileAt(const ChipContent& content, QPointF position) { return plot::tileAt(content.tiles, position); }

bool showsFilling(double scale) { return scale >= barScale; }

QColor neighbourColour(std::size_t region, const QPalette& palette)
{
    return style::blend(style::categorical(static_cast<int>(region)), palette.color(QPalette::Base), neighbourPaleness);
}

QColor subsetColour(Tensor tensor, Count subset, Count subsets, const QPalette& palette)
{
    const double share = subsets > 1 ? static_cast<double>(subset % subsets) / static_cast<double>(subsets - 1) : 0;
    return style::blend(style::tensorColour(tensor), palette.color(QPalette::Base), palestSubset * share);
}

QColor partColour(const ChipContent& content, const TileContent& tile, const QPalette& palette)
{
    if (tile.neighbour) {
        return neighbourColour(*tile.neighbour, palette);
    }
    if (tile.idle) {
        return style::idleFill(palette);
    }
    double pale = mainShade * static_cast<double>(tile.mainPart % mainShades);
    if (content.minorSplit) {
        const auto parts = static_cast<double>(content.partition.shares[*content.minorSplit].size());
        pale += minorShade * static_cast<double>(tile.minorPart) / parts;
    }
    return style::blend(style::categorical(static_cast<int>(content.ownRegion)), palette.color(QPalette::Base), pale);
}

void paintChip(QPainter& painter, const ChipContent& content, const ChipLook& look, const QRectF& exposed)
{
    painter.save();
    painter.setOpacity(look.dimmed ? style::staleOpacity : 1);
    const std::vector<RegionBadge> badges = regionBadges(content, look.scale, painter.font());
    const Labels labels =
        look.load || look.rotation ? Labels::None : labelsThatFit(content, painter.font(), look.scale);
    const auto index = [](double position, Count last) {
        return std::clamp<Count>(static_cast<Count>(std::floor(position / tilePitch)), 0, last);
    };
    const Count lastRow = index(exposed.bottom(), content.tiles.height - 1);
    const Count lastColumn = index(exposed.right(), content.tiles.width - 1);
    for (Count row = index(exposed.top(), content.tiles.height - 1); row <= lastRow; ++row) {
        for (Count column = index(exposed.left(), content.tiles.width - 1); column <= lastColumn; ++column) {
            paintTile(painter, content, look, {row, column}, labels, badges);
        }
    }
    paintMemory(painter, content, look);
    if (look.load) {
        paintLinks(painter, *look.load, look.palette, exposed, look.hoveredLink);
    } else if (!look.rotation) {
        paintArrows(painter, content, look);
    }
    paintRegionNames(painter, badges, look);
    painter.restore();
}

} // namespace tilescape::ui::chip
