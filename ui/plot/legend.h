#pragma once

#include "ui/plot/texture.h"

#include <QColor>
#include <QFont>
#include <QPainter>
#include <QPalette>
#include <QRectF>
#include <QString>

#include <functional>
#include <vector>

namespace tilescape::ui::plot {

/// A sign and what it means.
struct LegendEntry {
    QString text;
    std::function<void(QPainter& painter, const QRectF& place)> paintSign;
    double signWidth = 10; ///< pixels
};

LegendEntry swatch(const QString& text, const QColor& colour);
/// A disc.
LegendEntry dot(const QString& text, const QColor& colour);
LegendEntry textured(const QString& text, const QColor& colour, Texture texture);
LegendEntry lineSample(const QString& text, const QPen& pen);
/// Squares of these colours.
LegendEntry swatches(const QString& text, const std::vector<QColor>& colours);
/// A paler bar beside a full one.
LegendEntry twinSign(const QString& text, const QColor& colour);
/// A square with an outline.
LegendEntry outlined(const QString& text, const QBrush& fill, const QPen& outline);
LegendEntry arrow(const QString& text, const QColor& colour, Qt::PenStyle style = Qt::SolidLine);

/// Where each entry stands, from the upper left corner at 0, 0.
struct LegendLayout {
    std::vector<QPointF> places;
    QSizeF size;
    double line = 0; ///< pixels from one row to the next

    [[nodiscard]] bool isEmpty() const { return places.empty(); }
};

/// Entries side by side, in as many rows as `width` makes them.
LegendLayout legendInRows(const std::vector<LegendEntry>& entries, double width, const QFont& font);
/// One entry a row, at most `height` high; empty where they do not fit.
LegendLayout legendInColumn(const std::vector<LegendEntry>& entries, double height, const QFont& font);

void paintLegend(QPainter& painter, const std::vector<LegendEntry>& entries, const LegendLayout& layout, QPointF origin,
                 const QColor& text, const QFont& font);

} // namespace tilescape::ui::plot
