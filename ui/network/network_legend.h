#pragma once

#include <QColor>
#include <QFont>
#include <QPainter>
#include <QPalette>
#include <QString>

#include <vector>

namespace tilescape::ui::network {

struct LegendEntry {
    enum class Sign { Box, Line, Frame };
    QString label;
    QColor colour;
    Sign sign = Sign::Box;
};

/// Ways in which data travels, as the edges are coloured, and the outline of a segment.
std::vector<LegendEntry> travelLegend(const QPalette& palette);

/// Height of the legend at the area's width, in rows from its top; paints it if there is a painter.
double paintLegend(QPainter* painter, const std::vector<LegendEntry>& legend, const QRectF& area, const QPalette& palette,
                   const QFont& font);

} // namespace tilescape::ui::network
