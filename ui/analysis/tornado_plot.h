#pragma once

#include "core/explore/sensitivity.h"

#include <QFont>
#include <QPainter>
#include <QPalette>
#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

namespace tilescape::ui::analysis {

/// A bar of the tornado: one step of a parameter.
struct TornadoBar {
    const tilescape::hardware::Parameter* parameter = nullptr;
    QString text;                 ///< the value that the step leads to
    double value = 0;
    std::optional<double> change; ///< of the measure, a fraction; none: there is no valid schedule
};

/// One row: a parameter and its steps.
struct TornadoRow {
    QString label;
    QString now; ///< the value that stands
    bool isChoice = false;
    std::vector<TornadoBar> bars;
};

/// The parameters that change the measure by at least a thousandth, the most first; then those with a step that has no schedule.
std::vector<TornadoRow> tornadoRows(const std::vector<tilescape::explore::Sensitivity>& all, tilescape::explore::SensitivityMeasure measure);
/// "a step has no effect" is true of these.
QStringList withoutEffect(const std::vector<tilescape::explore::Sensitivity>& all, tilescape::explore::SensitivityMeasure measure);

/// Where everything stands: an axis in percent, and beneath it rows of bars left and right of a line at 0. Bars of choices that
/// are longer than any of a number are cut off at the end of the axis, and say their change.
struct TornadoLayout {
    QRectF area;
    QRectF plot;
    double range = 0.01; ///< the fraction at either end of the axis
    double row = 0;      ///< pixels
    struct Place {
        std::size_t row = 0;
        std::size_t bar = 0;
        QRectF rect;
        bool isCut = false;
    };
    std::vector<Place> bars;

    [[nodiscard]] double x(double change) const { return plot.center().x() + plot.width() / 2 * change / range; }
    [[nodiscard]] const Place* barAt(QPointF position) const; ///< null: none there
};

/// The height that these rows take.
double tornadoHeight(const std::vector<TornadoRow>& rows, const QFont& font);
TornadoLayout layOutTornado(const std::vector<TornadoRow>& rows, const QRectF& area, const QFont& font);
void paintTornado(QPainter& painter, const std::vector<TornadoRow>& rows, const TornadoLayout& layout, const QString& title,
                  const QPalette& palette, const QFont& font);

} // namespace tilescape::ui::analysis
