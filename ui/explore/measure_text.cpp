#include "ui/explore/measure_text.h"

#include "ui/style/core_text.h"
#include "ui/style/format.h"

namespace tilescape::ui::explore {

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
