#include "ui/plot/scatter_marks.h"

#include "ui/plot/scatter.h"

#include <algorithm>

namespace tilescape::ui::plot {

QPolygonF diamond(QPointF middle, double size)
{
    return QPolygonF({middle + QPointF(0, -size), middle + QPointF(size, 0), middle + QPointF(0, size), middle + QPointF(-size, 0)});
}

void paintMark(QPainter& painter, int shape, QPointF at, double size)
{
    constexpr int shapes = 5;
    const auto triangle = [&](double up) {
        return QPolygonF({at + QPointF(0, -1.25 * up * size), at + QPointF(1.15 * size, 0.85 * up * size), at + QPointF(-1.15 * size, 0.85 * up * size)});
    };
    switch (shape % shapes) {
    case 1: painter.drawPolygon(QPolygonF(QRectF(at - QPointF(size, size) * 0.9, QSizeF(size, size) * 1.8))); return;
    case 2: painter.drawPolygon(triangle(1)); return;
    case 3: painter.drawPolygon(diamond(at, 1.3 * size)); return;
    case 4: painter.drawPolygon(triangle(-1)); return;
    default: painter.drawEllipse(at, size, size);
    }
}

std::vector<LegendEntry> scatterLegend(const Scatter& chart, const QPalette& palette)
{
    std::vector<LegendEntry> entries;
    const bool shaped = std::any_of(chart.series.begin(), chart.series.end(), [](const Scatter::Series& series) { return series.shape != 0; });
    for (const Scatter::Series& series : chart.series) {
        if (series.name.isEmpty()) {
            continue;
        }
        if (!shaped) {
            entries.push_back(swatch(series.name, series.colour));
            continue;
        }
        entries.push_back({series.name, [series](QPainter& painter, const QRectF& place) {
                               painter.setBrush(series.colour);
                               paintMark(painter, series.shape, place.center(), 0.42 * place.width());
                           }});
    }
    if (chart.reference) {
        entries.push_back({chart.referenceName, [ink = palette.color(QPalette::Text)](QPainter& painter, const QRectF& place) {
                               painter.setPen(QPen(ink, 1.6));
                               painter.setBrush(Qt::NoBrush);
                               painter.drawPolygon(diamond(place.center(), place.width() / 2));
                           }});
    }
    if (!chart.line.empty() && !chart.lineName.isEmpty()) {
        constexpr double width = 22;
        entries.push_back({chart.lineName,
                           [ink = palette.color(QPalette::Text)](QPainter& painter, const QRectF& place) {
                               const QPointF middle = place.center();
                               painter.setPen(QPen(ink, 1.2));
                               painter.setBrush(Qt::NoBrush);
                               painter.drawLine(QPointF(place.left(), middle.y()), QPointF(middle.x() - 4, middle.y()));
                               painter.drawLine(QPointF(middle.x() + 4, middle.y()),
                                                QPointF(place.right(), middle.y()));
                               painter.drawEllipse(middle, 4, 4);
                           },
                           width});
    }
    return entries;
}

bool needsLegend(const Scatter& chart)
{
    const auto named = std::count_if(chart.series.begin(), chart.series.end(),
                                     [](const Scatter::Series& series) { return !series.name.isEmpty(); });
    return named > 1 || chart.reference || (!chart.line.empty() && !chart.lineName.isEmpty());
}

} // namespace tilescape::ui::plot
