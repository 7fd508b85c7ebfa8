#include "ui/style/search_text.h"

#include "ui/style/core_text.h"
#include "ui/style/format.h"
#include "ui/style/style_text.h"

namespace tilescape::ui::style {

std::vector<CountLine> outcomeLines(const search::SegmentCounts& counts)
{
    std::vector<CountLine> lines;
    for (const search::SegmentOutcomeRow& row : search::segmentOutcomes()) {
        if (counts.of[row.outcome] > 0) {
            lines.push_back({coreText(row.text), counts.of[row.outcome]});
        }
    }
    return lines;
}

std::vector<CountLine> blockingLines(const search::SearchCounts& counts)
{
    return {{StyleText::tr("blockings in the searched space"), counts.considered},
            {StyleText::tr("priced"), counts.priced},
            {StyleText::tr("dropped, too big for registers or buffer"), counts.tooBig},
            {StyleText::tr("dropped, proven not to win"), counts.bounded}};
}

QString lineText(const CountLine& line)
{
    return QStringLiteral("%1%2: %3").arg(line.text.at(0).toUpper()).arg(line.text.mid(1), exactCount(static_cast<double>(line.count)));
}

} // namespace tilescape::ui::style
