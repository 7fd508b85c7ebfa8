#include "ui/style/difference.h"

#include "core/explore/difference_text.h"
#include "ui/style/format.h"
#include "ui/style/style_text.h"

#include <algorithm>
#include <cmath>

namespace tilescape::ui::style {

namespace {

/// Sums of the same numbers in another order differ in their last digits: no difference.
double differenceOf(double before, double after)
{
    constexpr double rounding = 1e-9;
    const double difference = after - before;
    return std::abs(difference) <= rounding * std::max(std::abs(before), std::abs(after)) ? 0 : difference;
}

QString withSign(double difference, const QString& size)
{
    const QChar sign = difference < 0 ? QChar(0x2212) : difference > 0 ? QLatin1Char('+') : QChar(0xb1);
    return sign + size;
}

} // namespace

QString signedPercent(double before, double after)
{
    if (!(before > 0)) {
        return after > 0 ? StyleText::tr("new") : withSign(0, percent(0));
    }
    const double share = after / before - 1;
    // What is rounded to nothing has no direction.
    return withSign(std::abs(share) < 0.0005 ? 0 : share, percent(std::abs(share)));
}

QString signedEnergy(double before, double after)
{
    const double difference = differenceOf(before, after);
    return withSign(difference, energy(std::abs(difference)));
}

QString signedCount(double before, double after)
{
    const double difference = differenceOf(before, after);
    return withSign(difference, count(std::abs(difference)));
}

QString energyChange(double before, double after)
{
    return StyleText::tr("%1, %2").arg(signedEnergy(before, after), signedPercent(before, after));
}

QString countChange(double before, double after)
{
    return StyleText::tr("%1, %2").arg(signedCount(before, after), signedPercent(before, after));
}

QString layerChange(const tilescape::explore::LayerDifference& layer)
{
    return layer.before ? QString::fromStdString(tilescape::explore::changesText(layer.changed)) : StyleText::tr("new layer");
}

} // namespace tilescape::ui::style
