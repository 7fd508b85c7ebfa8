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
#include <utility>
#include <vector>

namespace tilescape::ui::plot {

/// Points of many dimensions as lines across upright axes (parallel coordinates). A range of an axis may be picked out: points outside
/// are pale.
struct ParallelAxes {
    struct Axis {
        QString title;
        TickText text;              ///< of the ends; empty: bare numbers
        std::vector<QString> names; ///< of 0, 1, 2, ... where values are no numbers
        bool logarithmic = false;   ///< all values are above 0
        std::optional<std::pair<double, double>> picked; ///< ascending
    };
    struct Point {
        std::vector<double> values; ///< one an axis
        QColor colour;
        bool marked = false; ///< drawn last and thicker
    };
    struct Colour {
        QString name;
        QColor colour;
    };
    std::vector<Axis> axes;
    std::vector<Point> points;
    QString colourTitle;         ///< of what the colours tell
    std::vector<Colour> colours; ///< that the legend names
    QString markedName;
    std::optional<std::size_t> chosen; ///< index of a point that stands out

    /// Whether the point lies in all ranges that are picked out.
    [[nodiscard]] bool picks(const Point& point) const;
};

struct ParallelLayout {
    QRectF area;
    QRectF plot;
    std::vector<std::pair<double, double>> spans; ///< of each axis
    double line = 0; ///< height of a line of text
    int titleRows = 1; ///< titles stand in so many rows, the first axis' lowest, since they do not fit side by side
    int endRows = 1;   ///< and so do the texts of the ends

    [[nodiscard]] double pitch() const; ///< from one axis to the next
    [[nodiscard]] double x(std::size_t axis) const;
    [[nodiscard]] double y(const ParallelAxes& chart, std::size_t axis, double value) const;
    /// The value at a height of an axis.
    [[nodiscard]] double valueAt(const ParallelAxes& chart, std::size_t axis, double y) const;
    /// The axis that is within a few pixels.
    [[nodiscard]] std::optional<std::size_t> axisAt(QPointF place) const;
    /// The line that is nearest among those that are picked, if it is within a few pixels.
    [[nodiscard]] std::optional<std::size_t> pointAt(const ParallelAxes& chart, QPointF place) const;
};

/// What colours and thick lines mean: for a page beside the chart.
std::vector<LegendEntry> parallelLegend(const ParallelAxes& chart);

ParallelLayout layOut(const ParallelAxes& chart, const QRectF& area, const QFont& font);

void paint(QPainter& painter, const ParallelAxes& chart, const ParallelLayout& layout, const QPalette& palette, const QFont& font);

} // namespace tilescape::ui::plot
