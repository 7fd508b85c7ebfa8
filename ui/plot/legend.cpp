#include "ui/plot/legend.h"

#include <QFontMetricsF>

#include <algorithm>

namespace tilescape::ui::plot {

namespace {

constexpr double signGap = 5;   ///< between a sign and its text
constexpr double entryGap = 14; ///< between two entries of a row
constexpr double square = 10;
constexpr double dotRadius = 4;
constexpr double arrowLength = 20;
constexpr double loose = 1.35;  ///< of a column with room, in heights of a line

double textLeft(const LegendEntry& entry) { return entry.signWidth > 0 ? entry.signWidth + signGap : 0; }

double widthOf(const LegendEntry& entry, const QFontMetricsF& metrics)
{
    return textLeft(entry) + metrics.horizontalAdvance(entry.text);
}

} // namespace

LegendEntry swatch(const QString& text, const QColor& colour)
{
    return {text, [colour](QPainter& painter, const QRectF& place) { painter.fillRect(place, colour); }};
}

LegendEntry dot(const QString& text, const QColor& colour)
{
    return {text, [colour](QPainter& painter, const QRectF& place) {
                painter.setPen(Qt::NoPen);
                painter.setBrush(colour);
                painter.drawEllipse(place.center(), dotRadius, dotRadius);
            }};
}

LegendEntry textured(const QString& text, const QColor& colour, Texture texture)
{
    return {text, [colour, texture](QPainter& painter, const QRectF& place) { fillTextured(painter, place, colour, texture); },
            texture == Texture::Plain ? square : 2 * square};
}

LegendEntry lineSample(const QString& text, const QPen& pen)
{
    const auto paint = [pen](QPainter& painter, const QRectF& place) {
        painter.setPen(pen);
        painter.drawLine(QPointF(place.left(), place.center().y()), QPointF(place.right(), place.center().y()));
    };
    return {text, paint, arrowLength};
}

LegendEntry swatches(const QString& text, const std::vector<QColor>& colours)
{
    const auto paint = [colours](QPainter& painter, const QRectF& place) {
        double left = place.left();
        for (const QColor& colour : colours) {
            painter.fillRect(QRectF(left, place.center().y() - square / 2, square, square), colour);
            left += square + 2;
        }
    };
    return {text, paint, static_cast<double>(colours.size()) * (square + 2) - 2};
}

LegendEntry twinSign(const QString& text, const QColor& colour)
{
    return {text, [colour](QPainter& painter, const QRectF& place) {
                QColor pale = colour;
                pale.setAlphaF(0.4F);
                painter.fillRect(place.adjusted(0, 0, -place.width() / 2, 0), pale);
                painter.fillRect(place.adjusted(place.width() / 2, place.height() / 4, 0, 0), colour);
            }};
}

LegendEntry outlined(const QString& text, const QBrush& fill, const QPen& outline)
{
    const auto paint = [fill, outline](QPainter& painter, const QRectF& place) {
        painter.setBrush(fill);
        painter.setPen(outline);
        painter.drawRect(QRectF(place.left(), place.center().y() - square / 2, square, square));
    };
    return {text, paint, square};
}

LegendEntry arrow(const QString& text, const QColor& colour, Qt::PenStyle style)
{
    const auto paint = [colour, style](QPainter& painter, const QRectF& place) {
        const QPointF tip(place.right(), place.center().y());
        painter.setPen(QPen(colour, 2, style, Qt::FlatCap));
        painter.drawLine(QPointF(place.left(), tip.y()), tip - QPointF(5, 0));
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawPolygon(QPolygonF{tip, tip + QPointF(-7, 3.5), tip + QPointF(-7, -3.5)});
    };
    return {text, paint, arrowLength};
}

LegendLayout legendInRows(const std::vector<LegendEntry>& entries, double width, const QFont& font)
{
    const QFontMetricsF metrics(font);
    LegendLayout layout;
    layout.line = metrics.height() + 2;
    QPointF at;
    for (const LegendEntry& entry : entries) {
        const double needed = widthOf(entry, metrics);
        if (at.x() > 0 && at.x() + needed > width) {
            at = {0, at.y() + layout.line};
        }
        layout.places.push_back(at);
        layout.size = layout.size.expandedTo(QSizeF(at.x() + needed, at.y() + layout.line));
        at.rx() += needed + entryGap;
    }
    return layout;
}

LegendLayout legendInColumn(const std::vector<LegendEntry>& entries, double height, const QFont& font)
{
    const QFontMetricsF metrics(font);
    const auto count = static_cast<double>(entries.size());
    LegendLayout layout;
    layout.line = std::min(loose * metrics.height(), height / std::max(count, 1.0));
    if (layout.line < metrics.height()) {
        return {};
    }
    for (std::size_t i = 0; i < entries.size(); ++i) {
        layout.places.emplace_back(0, static_cast<double>(i) * layout.line);
        layout.size.setWidth(std::max(layout.size.width(), widthOf(entries[i], metrics)));
    }
    layout.size.setHeight(count * layout.line);
    return layout;
}

void paintLegend(QPainter& painter, const std::vector<LegendEntry>& entries, const LegendLayout& layout, QPointF origin,
                 const QColor& text, const QFont& font)
{
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    for (std::size_t i = 0; i < layout.places.size(); ++i) {
        const QPointF at = origin + layout.places[i];
        const double middle = at.y() + layout.line / 2;
        const double side = 0.6 * metrics.height();
        painter.setPen(Qt::NoPen);
        if (entries[i].paintSign) { // else text alone
            entries[i].paintSign(painter, QRectF(at.x(), middle - side / 2, entries[i].signWidth, side));
        }
        painter.setPen(text);
        painter.drawText(QPointF(at.x() + textLeft(entries[i]), middle + (metrics.ascent() - metrics.descent()) / 2),
                         entries[i].text);
    }
}

} // namespace tilescape::ui::plot
