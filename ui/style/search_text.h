#pragma once

#include "core/interlayer/segment_fate.h"
#include "core/intralayer/options.h"

#include <QStringList>

#include <vector>

/// What searches count, in the words that every view uses.
namespace tilescape::ui::style {

struct CountLine {
    QString text; ///< "ruled out by their layers alone"
    Count count = 0;
};
/// What became of segments, fate by fate; fates that none met are left out.
std::vector<CountLine> fateLines(const interlayer::SegmentCounts& counts);
/// What became of blockings.
std::vector<CountLine> blockingLines(const intralayer::SearchCounts& counts);
/// "Ruled out by their layers alone: 1,234"
QString lineText(const CountLine& line);

} // namespace tilescape::ui::style
