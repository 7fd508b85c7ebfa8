#pragma once

#include "core/support/dimensions.h"

#include <QPainter>
#include <QPalette>
#include <QRectF>

#include <optional>
#include <vector>

/// The chip as all views draw it: square tiles in rows and columns, memory channels at the corners, arrows of data.
namespace tilescape::ui::plot {

/// Side of a tile and distance from one tile to the next, in scene units (pixels at zoom 1).
inline constexpr double tileSide = 64;
inline constexpr double tilePitch = 72;

QRectF tileRect(Tile tile);
/// The tile at a place; none in the gaps and beyond the chip.
std::optional<Tile> tileAt(Extent tiles, QPointF position);
/// The memory channels left and right of the tiles at the corners, each once.
std::vector<QRectF> cornerMemoryRects(Extent tiles);
/// Bounds of the tiles and of `memory`, with a margin for outlines.
QRectF gridBounds(Extent tiles, const std::vector<QRectF>& memory);
/// Boxes of the memory channels, without words.
void paintMemoryRects(QPainter& painter, const std::vector<QRectF>& memory, const QPalette& palette);

/// How far an arrow stays from the middles of what it joins, so that neither hides the other.
struct Clearance {
    double from = 0;
    double to = 0;
};
/// A bent arrow with a pale rim, which tells it from tiles of its own colour. `width` is that of its line.
void paintCurve(QPainter& painter, QPointF from, QPointF to, double width, Clearance clear, const QColor& colour,
                Qt::PenStyle style = Qt::SolidLine);
/// The head of an arrow that comes from `from`.
void paintArrowHead(QPainter& painter, QPointF tip, QPointF from, double size, const QColor& colour);

} // namespace tilescape::ui::plot
