#include "ui/explore/measure_text.h"

#include "ui/style/core_text.h"
#include "ui/style/format.h"
#include "ui/style/origin.h"

#include <QCoreApplication>

namespace tilescape::ui::explore {

namespace {

/// Translates as one class.
struct MeasureTexts {
    Q_DECLARE_TR_FUNCTIONS(MeasureTexts)
};

/// Of those that are made of others; empty for the rest.
QString madeOf(std::string_view key, const tilescape::explore::PointResult& point)
{
    const auto valueOf = [&](const char* other) {
        const tilescape::explore::Measure& measure = *tilescape::explore::findMeasure(other);
        return measureText(measure, measure.of(point));
    };
    if (key == "delay_s") {
        return MeasureTexts::tr("%1 cycles at the chip's clock").arg(style::exactCount(point.cycles));
    }
    if (key == "energy_delay_pj_s") {
        return MeasureTexts::tr("%1 times %2").arg(valueOf("energy_pj"), valueOf("delay_s"));
    }
    if (key == "power_w") {
        return MeasureTexts::tr("%1 in %2").arg(valueOf("energy_pj"), valueOf("delay_s"));
    }
    if (key == "gops_per_w") {
        return MeasureTexts::tr("%1 for %2").arg(valueOf("gops"), valueOf("power_w"));
    }
    if (key == "gops_per_mm2") {
        return MeasureTexts::tr("%1 on %2").arg(valueOf("gops"), valueOf("area_mm2"));
    }
    return key == "gap" ? MeasureTexts::tr("what the goal minimizes, over its proven lower bound") : QString();
}

} // namespace

QString measureOrigin(const tilescape::explore::Measure& measure, const tilescape::explore::PointResult& point)
{
    const QString made = madeOf(measure.key, point);
    const QString value = QStringLiteral("%1: %2").arg(measureLabel(measure), measureText(measure, measure.of(point)));
    return (made.isEmpty() ? value : value + QStringLiteral(", ") + made) + QLatin1Char('\n')
        + style::manualLine(measure.key == "gap" ? style::Origin::LowerBound : style::Origin::Measures);
}

QString measureLabel(const tilescape::explore::Measure& measure) { return style::coreText(measure.label); }

QString measureText(const tilescape::explore::Measure& measure, double value)
{
    if (measure.key == "energy_pj") {
        return style::energy(value);
    }
    if (measure.key == "delay_s") {
        return style::seconds(value);
    }
    if (measure.key == "energy_delay_pj_s") {
        return style::energy(value) + QStringLiteral(" s");
    }
    if (measure.key == "cycles" || measure.key == "dram_words") {
        return style::count(value);
    }
    const QString unit = style::coreName(measure.unit);
    return unit.isEmpty() ? style::number(value) : style::number(value) + QChar(0xa0) + unit;
}

} // namespace tilescape::ui::explore
