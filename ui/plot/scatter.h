#pragma once

#include "ui/plot/legend.h"
#include "ui/plot/ticks.h"

#include <QColor>
#include <QFont>
#include <QPainter>
#include <QPalette>
#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

namespace tilescape::ui::plot {

/// A chart of points in a plane: a cloud with a line through some of them, or series whose points are joined. The same for screen,
/// paper and SVG, as `Chart`.
struct Scatter {
    struct Point {
        double x = 0;
        double y = 0;
        int series = 0;
        bool marked = false; ///< with a rim
        bool joined = true;  ///< where series are joined: the line of its series goes through it
    };
    struct Series {
        QString name; ///< empty: not in the legend
        QColor colour;
        int shape = 0; ///< of its points: 0 is a circle; others tell it in grey as well, over and over
    };

    QString xTitle; ///< with the unit
    QString yTitle; ///< with the unit
    TickText xText; ///< empty: bare numbers
    TickText yText; ///< empty: bare numbers
    std::vector<QString> xNames; ///< of x = 0, 1, 2, ... where these are no numbers
    std::vector<double> xValues; ///< where ticks stand; empty: at round numbers
    bool logarithmicX = false;   ///< all x are above 0
    bool logarithmicY = false;   ///< all y are above 0
    bool joinsSeries = false;    ///< a line through the points of each series, by x
    bool hasLegend = true;       ///< above the plot, where it does not take too much of it
    std::vector<Series> series;
    std::vector<Point> points;
    std::vector<std::size_t> line;     ///< indices of points that are joined, in this order
    QString lineName;                  ///< of the line and the marked points on it; empty: not in the legend
    std::optional<std::size_t> chosen; ///< index of a point that stands out
    std::optional<std::size_t> reference; ///< index of a point that the others are seen against: a hollow diamond
    QString referenceName;
};

/// Where everything of it stands, in the coordinates of its area.
struct ScatterLayout {
    QRectF area;
    QRectF plot;
    Ticks x;
    Ticks y;
    bool showsLegend = false;
    double line = 0; ///< height of a line of text
    std::size_t beside = 1; ///< series that stand beside each other at each name along the chart
    bool dense = false;     ///< joined points are nearer than can be told apart: lines without dots

    [[nodiscard]] QPointF at(const Scatter::Point& point) const;
    /// The point that is nearest, if it is within a few pixels.
    [[nodiscard]] std::optional<std::size_t> pointAt(const Scatter& chart, QPointF place) const;
};

/// What its signs mean, whether it has room for that or not.
std::vector<LegendEntry> scatterLegend(const Scatter& chart, const QPalette& palette);
/// Whether the legend tells more than that there is one kind of point.
bool needsLegend(const Scatter& chart);

/// Each axis spans the points, with a margin.
ScatterLayout layOut(const Scatter& chart, const QRectF& area, const QFont& font);

void paint(QPainter& painter, const Scatter& chart, const ScatterLayout& layout, const QPalette& palette, const QFont& font);

} // namespace tilescape::ui::plot
