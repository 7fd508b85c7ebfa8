#include "ui/plot/names.h"

#include <algorithm>
#include <cmath>

namespace tilescape::ui::plot {

namespace {

constexpr double nameGap = 5; ///< pixels between two names

double widest(const QStringList& names, const QFontMetricsF& metrics)
{
    double width = 0;
    for (const QString& name : names) {
        width = std::max(width, metrics.horizontalAdvance(name));
    }
    return width;
}

/// 1, 2, 5, 10, 20, ...: the first at which numbers have room side by side.
long distanceOf(double room, double perItem)
{
    for (long power = 1;; power *= 10) {
        for (const long factor : {1L, 2L, 5L}) {
            if (static_cast<double>(factor * power) * perItem >= room) {
                return factor * power;
            }
        }
    }
}

} // namespace

NameLayout layOutNames(const QStringList& names, const std::vector<long>& numbers, double pitch, double tallest,
                       const QFontMetricsF& metrics)
{
    const double line = metrics.height();
    if (names.isEmpty() || tallest < line || pitch <= 0) {
        return {};
    }
    const double longest = widest(names, metrics);
    if (longest + nameGap <= pitch) {
        return {NameForm::Flat, line, 1};
    }
    if (line <= pitch && longest <= tallest) {
        return {NameForm::Upright, longest, 1};
    }
    const long last = numbers.back();
    const double items = static_cast<double>(std::max(last - numbers.front(), 1L))
        / static_cast<double>(std::max<std::size_t>(numbers.size() - 1, 1));
    // A number of a category of several items stands at its middle, up to one category off.
    const double room = metrics.horizontalAdvance(QString::number(last)) + nameGap + (items > 1 ? pitch : 0);
    return {NameForm::Numbers, line, distanceOf(room, pitch / items)};
}

NameLayout thinnedNames(const QStringList& names, double pitch, double tallest, const QFontMetricsF& metrics)
{
    if (names.isEmpty() || tallest < metrics.height() || pitch <= 0) {
        return {};
    }
    // The first may stand up to half its width to the right of its middle: it does not leave the plot.
    const double shift = std::max(0.0, (metrics.horizontalAdvance(names.front()) - pitch) / 2);
    return {NameForm::Numbers, metrics.height(), distanceOf(widest(names, metrics) + nameGap + shift, pitch)};
}

long shownNumber(long first, long last, long every, bool isFirst)
{
    const long multiple = last / every * every;
    if (multiple >= first && multiple > 0) {
        return multiple;
    }
    return isFirst && every > 2 ? first : 0;
}

} // namespace tilescape::ui::plot
