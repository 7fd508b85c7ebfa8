#include "ui/hardware/sensitivity_mark.h"

#include "core/support/quantity_text.h"
#include "ui/style/difference.h"
#include "ui/style/palette.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::hardware {

namespace {

constexpr double barWidth = 5;
constexpr double shortest = 1; ///< pixels of a bar that is there

QString lineOf(const tilescape::explore::Sensitivity& own, const std::optional<tilescape::explore::Step>& step, tilescape::explore::SensitivityMeasure measure)
{
    const auto& parameter = *own.parameter;
    const QString value = QString::fromStdString(parameter.choices.empty()
                                                     ? support::quantityText(step->value, parameter.unit)
                                                     : tilescape::hardware::valueText(parameter, step->value));
    const QString change = step->outcome ? style::signedPercent(tilescape::explore::valueOf(own.standing, measure), tilescape::explore::valueOf(*step->outcome, measure))
                                         : SensitivityMark::tr("no valid schedule");
    return QStringLiteral("%1: %2").arg(value, change);
}

QString labelOf(tilescape::explore::SensitivityMeasure measure)
{
    switch (measure) {
    case tilescape::explore::SensitivityMeasure::Energy: return SensitivityMark::tr("Energy");
    case tilescape::explore::SensitivityMeasure::Delay:
        return SensitivityMark::tr("Delay");
    case tilescape::explore::SensitivityMeasure::EnergyDelay: return SensitivityMark::tr("Energy × delay");
    }
    return {};
}

} // namespace

SensitivityMark::SensitivityMark(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(tr("Sensitivity"));
}

void SensitivityMark::showSensitivity(const tilescape::explore::Sensitivity* sensitivity, tilescape::explore::SensitivityMeasure measure, double largest)
{
    m_down = sensitivity ? sensitivity->change(sensitivity->down, measure) : std::nullopt;
    m_up = sensitivity ? sensitivity->change(sensitivity->up, measure) : std::nullopt;
    m_largest = largest;
    QStringList lines;
    for (const auto* step : {sensitivity ? &sensitivity->down : nullptr, sensitivity ? &sensitivity->up : nullptr}) {
        if (step && *step) {
            lines << lineOf(*sensitivity, *step, measure);
        }
    }
    const QString text = lines.isEmpty() ? QString() : tr("%1, a step down and up").arg(labelOf(measure)) + QLatin1Char('\n') + lines.join(QLatin1Char('\n'));
    setToolTip(text);
    setAccessibleDescription(text);
    update();
}

void SensitivityMark::paintEvent(QPaintEvent*)
{
    if (!m_down && !m_up) {
        return;
    }
    QPainter painter(this);
    const double middle = height() / 2.0;
    painter.setPen(style::outline(palette()));
    painter.drawLine(QPointF(0, middle), QPointF(width(), middle));
    const auto paint = [&](const std::optional<double>& change, double left, const QColor& colour) {
        if (change && *change != 0 && m_largest > 0) {
            const double length = std::clamp(std::abs(*change) / m_largest * (middle - 1), shortest, middle - 1);
            painter.fillRect(QRectF(left, *change < 0 ? middle : middle - length, barWidth, length), colour);
        }
    };
    // The colours of the tornado chart.
    paint(m_down, width() / 2.0 - barWidth - 1, style::categorical(4));
    paint(m_up, width() / 2.0 + 1, style::categorical(0));
}

} // namespace tilescape::ui::hardware
