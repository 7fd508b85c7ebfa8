#pragma once

#include "core/search/space/search_counts.h"
#include "core/search/space/segment_outcomes.h"

#include <QStringList>

#include <vector>

/// What searches count, in the words that every view uses.
namespace tilescape::ui::style {

struct CountLine {
    QString text; ///< "planned, too costly"
    Count count = 0;
};
/// What became of segments, outcome by outcome; outcomes that none met are left out.
std::vector<CountLine> outcomeLines(const search::SegmentCounts& counts);
/// What became of blockings.
std::vector<CountLine> blockingLines(const search::SearchCounts& counts);
/// "Ruled out by their layers alone: 1,234"
QString lineText(const CountLine& line);

} // namespace tilescape::ui::style
