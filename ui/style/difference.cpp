#include "ui/style/difference.h"

#include "ui/style/format.h"
#include "ui/style/style_text.h"

#include <cmath>

namespace tilescape::ui::style {

namespace {

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

QString signedEnergy(double before, double after) { return withSign(after - before, energy(std::abs(after - before))); }

QString signedCount(double before, double after) { return withSign(after - before, count(std::abs(after - before))); }

QString energyChange(double before, double after)
{
    return StyleText::tr("%1, %2").arg(signedEnergy(before, after), signedPercent(before, after));
}

QString countChange(double before, double after)
{
    return StyleText::tr("%1, %2").arg(signedCount(before, after), signedPercent(before, after));
}

} // namespace tilescape::ui::style
