#include "ui/plot/ruler.h"

#include "ui/plot/ticks.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::plot {

namespace {

constexpr double textGap = 18;   ///< pixels between two texts
constexpr double leastApart = 30; ///< pixels from one tick to the next
constexpr double beforeStart = 14; ///< pixels by which a text may stand out on the left
constexpr double behindEnd = 8;    ///< and on the right

struct Scale {
    double size = 1;
    QString unit;
};

Scale scaleOf(double largest, std::span<const char* const> units)
{
    std::size_t unit = 0;
    double size = 1;
    while (largest / size >= 1000 && unit + 1 < units.size()) {
        size *= 1000;
        ++unit;
    }
    return {size, QString::fromUtf8(units[unit])};
}

/// As many decimals as tell two ticks apart.
QString textOf(double value, double step, const Scale& scale)
{
    const QString unit = scale.unit.isEmpty() ? QString() : QChar(0xa0) + scale.unit;
    return QLocale().toString(value / scale.size, 'f', decimalsFor(step / scale.size)) + unit;
}

} // namespace

Ruler layOutRuler(double from, double to, double left, double right, std::span<const char* const> units,
                  const QFontMetricsF& metrics)
{
    const Scale scale = scaleOf(to, units);
    const double perPixel = (to - from) / (right - left);
    double step = stepAbove(leastApart * perPixel);
    while (metrics.horizontalAdvance(textOf(to, step, scale)) + textGap > step / perPixel) {
        step = stepAbove(1.01 * step);
    }
    Ruler ruler;
    for (const double value : multiplesOf(step, from, to)) {
        const QString text = textOf(value, step, scale);
        const double width = metrics.horizontalAdvance(text);
        const double x = left + (value - from) / perPixel;
        ruler.ticks.push_back({value, x, text, std::clamp(x - width / 2, left - beforeStart, right + behindEnd - width)});
    }
    return ruler;
}

} // namespace tilescape::ui::plot
