#pragma once

#include "ui/plot/texture.h"

#include <QColor>
#include <QFont>
#include <QPainter>
#include <QRectF>
#include <QString>

#include <vector>

namespace tilescape::ui::plot {

/// A part of a lying bar.
struct BarPart {
    double value = 0;
    QColor colour;
    QString label{};      ///< stands in the part where it has room
    bool hatched = false; ///< lines in the place of a fill
    Texture texture = Texture::Plain; ///< else, on the fill
};

/// Where the parts lie: side by side from the left of `track`, which is as long as `whole`. What would go beyond its end is
/// cut off; if `whole` is not above 0, all parts are empty.
std::vector<QRectF> layOutBar(const std::vector<BarPart>& parts, double whole, const QRectF& track);

/// Paints the parts where they lie, with their labels in `font`.
void paintBar(QPainter& painter, const std::vector<BarPart>& parts, const std::vector<QRectF>& places, const QFont& font = {});

} // namespace tilescape::ui::plot
