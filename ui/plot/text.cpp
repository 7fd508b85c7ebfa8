#include "ui/plot/text.h"

namespace tilescape::ui::plot {

QStringList wrapped(const QString& text, double width, const QFontMetricsF& metrics)
{
    QStringList lines;
    QString line;
    for (const QString& word : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const QString longer = line.isEmpty() ? word : line + QLatin1Char(' ') + word;
        if (!line.isEmpty() && metrics.horizontalAdvance(longer) > width) {
            lines << line;
            line = word;
        } else {
            line = longer;
        }
    }
    return line.isEmpty() ? lines : lines << line;
}

} // namespace tilescape::ui::plot
