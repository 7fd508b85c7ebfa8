#pragma once

#include "ui/program/timed_content.h"

#include <QFont>
#include <QPainter>
#include <QPalette>
#include <QRectF>

#include <optional>

namespace tilescape::ui::program {

/// Where the rows of a timed execution stand.
struct TimedLayout {
    QRectF track; ///< of all rows
    double row = 0; ///< height of one
    double from = 0; ///< cycles at the left of the track
    double to = 1;

    [[nodiscard]] double x(double cycle) const { return track.left() + (cycle - from) / (to - from) * track.width(); }
    [[nodiscard]] double cycleAt(double x) const { return from + (x - track.left()) / track.width() * (to - from); }
};

/// For what is recorded, whole.
TimedLayout layOutTimed(const TimedContent& content, const QRectF& area, const QFont& font);
double timedHeight(const TimedContent& content, const QFont& font);

/// The part of a bar in whose middle a name of this width stands clear of a line at `line`: the whole bar, or the wider part beside the
/// line, which may be too narrow.
QRectF roomForName(const QRectF& bar, double width, std::optional<double> line);

/// The model's segments above the executed ones, the share of arrays that compute, and what the parts of the selected tile do;
/// beneath them the cycles. `now`: where the player is; none on paper.
void paintTimed(QPainter& painter, const TimedContent& content, const TimedLayout& layout, const QPalette& palette, const QFont& font,
                std::optional<double> now);

} // namespace tilescape::ui::program
