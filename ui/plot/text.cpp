#include "ui/plot/text.h"

namespace tilescape::ui::plot {

namespace {

bool isNumber(const QString& word) { return word.front().isDigit() && word.back().isDigit(); }

/// Words that stand on one line: a number and what it counts, and all of a product.
QStringList togetherIn(const QString& text)
{
    static const QString times(QChar(0x00D7));
    QStringList groups;
    bool belongs = false; // the next word to the last
    for (const QString& word : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        if (belongs || (word == times && !groups.isEmpty())) {
            groups.back() += QLatin1Char(' ') + word;
        } else {
            groups << word;
        }
        belongs = word == times || isNumber(word);
    }
    return groups;
}

} // namespace

QStringList wrapped(const QString& text, double width, const QFontMetricsF& metrics)
{
    QStringList lines;
    QString line;
    const auto add = [&](const QString& part) {
        const QString longer = line.isEmpty() ? part : line + QLatin1Char(' ') + part;
        if (!line.isEmpty() && metrics.horizontalAdvance(longer) > width) {
            lines << line;
            line = part;
        } else {
            line = longer;
        }
    };
    for (const QString& group : togetherIn(text)) {
        if (metrics.horizontalAdvance(group) <= width) {
            add(group);
            continue;
        }
        for (const QString& word : group.split(QLatin1Char(' '))) {
            add(word);
        }
    }
    return line.isEmpty() ? lines : lines << line;
}

} // namespace tilescape::ui::plot
