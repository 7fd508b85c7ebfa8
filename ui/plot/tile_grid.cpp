#include "ui/plot/tile_grid.h"

#include "ui/style/palette.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::plot {

namespace {

constexpr double memoryWidth = 46;
constexpr double memoryHeight = 26;
constexpr double memoryGap = 10;
constexpr double mostHead = 0.75; ///< of the way of an arrow
constexpr double bend = 0.18; ///< of an arrow's length

QSizeF gridSize(Extent tiles)
{
    const double gap = tilePitch - tileSide;
    return {static_cast<double>(tiles.width) * tilePitch - gap, static_cast<double>(tiles.height) * tilePitch - gap};
}

} // namespace

QRectF tileRect(Tile tile)
{
    return {static_cast<double>(tile.column) * tilePitch, static_cast<double>(tile.row) * tilePitch, tileSide, tileSide};
}

std::optional<Tile> tileAt(Extent tiles, QPointF position)
{
    const Tile tile{static_cast<Count>(std::floor(position.y() / tilePitch)),
                    static_cast<Count>(std::floor(position.x() / tilePitch))};
    const bool onChip = tile.row >= 0 && tile.column >= 0 && tile.row < tiles.height && tile.column < tiles.width;
    return onChip && tileRect(tile).contains(position) ? std::optional(tile) : std::nullopt;
}

std::vector<QRectF> cornerMemoryRects(Extent tiles)
{
    const QSizeF grid = gridSize(tiles);
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

QRectF gridBounds(Extent tiles, const std::vector<QRectF>& memory)
{
    QRectF bounds(QPointF(), gridSize(tiles));
    for (const QRectF& rect : memory) {
        bounds |= rect;
    }
    return bounds.adjusted(-2, -2, 2, 2);
}

void paintMemoryRects(QPainter& painter, const std::vector<QRectF>& memory, const QPalette& palette)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(style::memoryColour(palette));
    for (const QRectF& rect : memory) {
        painter.drawRoundedRect(rect, 4, 4);
    }
}

void paintArrowHead(QPainter& painter, QPointF tip, QPointF from, double size, const QColor& colour)
{
    const QPointF way = tip - from;
    const double length = std::max(std::hypot(way.x(), way.y()), 1e-9);
    const QPointF along = way / length;
    const QPointF across(-along.y(), along.x());
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(QPolygonF{tip + along * size * 0.4, tip - along * size + across * size * 0.6, tip - along * size - across * size * 0.6});
}

void paintCurve(QPainter& painter, QPointF from, QPointF to, double width, Clearance clear, const QColor& colour, Qt::PenStyle style)
{
    const QPointF whole = to - from;
    const double length = std::max(std::hypot(whole.x(), whole.y()), 1e-9);
    from += whole * (std::min(clear.from, length / 3) / length);
    to -= whole * (std::min(clear.to, length / 3) / length);
    const QPointF way = to - from;
    const QPointF control = (from + to) / 2 + QPointF(-way.y(), way.x()) * bend;
    QPainterPath path(from);
    path.quadTo(control, to);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(QColor(255, 255, 255, 200), width * 2, Qt::SolidLine, Qt::RoundCap));
    painter.drawPath(path);
    painter.setPen(QPen(colour, width, style, Qt::RoundCap));
    painter.drawPath(path);
    paintArrowHead(painter, to, control, std::min(4 * width, mostHead * std::hypot(way.x(), way.y())), colour);
}

} // namespace tilescape::ui::plot
