#pragma once

#include "core/explore/sensitivity.h"
#include "ui/plot/legend.h"

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
    bool isDown = false;          ///< else up
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

/// Where everything stands: an axis in percent, and beneath it rows of bars left and right of a line at 0, as long as the texts beside
/// them leave room. Bars of choices that are longer than any of a number and than the axis are cut off at its end, with a break, and say their
/// change. Rows are higher where there is more height than they need.
struct TornadoLayout {
    QRectF area;
    QRectF plot;
    double least = 0;    ///< the fraction at the left end of the axis, not above 0
    double most = 0;     ///< and at its right end, not below 0
    double step = 1;     ///< between its ticks, of which there is at least one beside 0
    double line = 0;     ///< pixels of a line of text
    double row = 0;      ///< pixels
    double now = 0;      ///< right end of the values that stand; 0: there is no room for them
    double limit = 0;    ///< the change, a fraction above 0, at which bars are cut
    bool tellsSteps = true; ///< whether there is room for the steps' values at the ends of bars
    struct Place {
        std::size_t row = 0;
        std::size_t bar = 0;
        QRectF rect;
        bool isCut = false;
    };
    std::vector<Place> bars;

    [[nodiscard]] double x(double change) const { return plot.left() + plot.width() * (change - least) / (most - least); }
    [[nodiscard]] const Place* barAt(QPointF position) const; ///< null: none there
};

/// What the colours of bars mean.
std::vector<plot::LegendEntry> tornadoLegend();

/// The height that these rows take at least.
double tornadoHeight(const std::vector<TornadoRow>& rows, const QFont& font);
TornadoLayout layOutTornado(const std::vector<TornadoRow>& rows, const QRectF& area, const QFont& font);
void paintTornado(QPainter& painter, const std::vector<TornadoRow>& rows, const TornadoLayout& layout, const QString& title,
                  const QPalette& palette, const QFont& font);

} // namespace tilescape::ui::analysis
