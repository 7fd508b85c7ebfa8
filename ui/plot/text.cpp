#include "ui/plot/text.h"

#include <utility>

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

/// The most of a name that fits, up to one of its joints; 0 if there is none.
qsizetype fittingPart(const QString& name, double width, const QFontMetricsF& metrics)
{
    static const QString joints = QStringLiteral("_/-.");
    qsizetype fitting = 0;
    for (qsizetype end = 1; end < name.size() && metrics.horizontalAdvance(name.first(end)) <= width; ++end) {
        fitting = joints.contains(name[end - 1]) ? end : fitting;
    }
    return fitting;
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
        for (QString word : group.split(QLatin1Char(' '))) {
            while (metrics.horizontalAdvance(word) > width) {
                const qsizetype part = fittingPart(word, width, metrics);
                if (part == 0) {
                    break;
                }
                if (!line.isEmpty()) {
                    lines << std::exchange(line, {});
                }
                lines << word.first(part);
                word = word.sliced(part);
            }
            add(word);
        }
    }
    return line.isEmpty() ? lines : lines << line;
}

} // namespace tilescape::ui::plot
