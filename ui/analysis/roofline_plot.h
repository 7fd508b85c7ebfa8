#pragma once

#include "core/explore/speed_of_light.h"
#include "ui/plot/ticks.h"

#include <QFont>
#include <QPainter>
#include <QPalette>
#include <QPointF>
#include <QRectF>

#include <optional>
#include <vector>

namespace tilescape::ui::analysis {

/// Where everything of a roofline stands: both axes logarithmic, operations per byte of DRAM traffic across, GOPS upwards.
/// The same for screen and paper.
struct RooflineLayout {
    QRectF area;
    QRectF plot;
    plot::Ticks intensity;
    plot::Ticks speed;
    std::vector<QPointF> points; ///< one a point; those without DRAM traffic at the right end
    std::vector<QRectF> labels;  ///< one a point; empty where its name has no room: none lies over another or over a point

    [[nodiscard]] double x(double operationsPerByte) const;
    [[nodiscard]] double y(double gops) const;
    /// The point at most a few pixels from `position`.
    [[nodiscard]] std::optional<std::size_t> pointAt(QPointF position) const;
};

/// Points that bear no name first are those that take least time.
RooflineLayout layOutRoofline(const tilescape::explore::Roofline& roofline, const QRectF& area, const QFont& font);

/// `selected`: a layer, whose points are framed.
void paintRoofline(QPainter& painter, const tilescape::explore::Roofline& roofline, const RooflineLayout& layout,
                   std::optional<std::size_t> selected, const QPalette& palette, const QFont& font);

} // namespace tilescape::ui::analysis
