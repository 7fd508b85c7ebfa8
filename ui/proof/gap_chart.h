#pragma once

#include "core/schedule/prove.h"
#include "ui/plot/chart.h"

#include <QCoreApplication>

#include <vector>

namespace tilescape::ui::proof {

struct ProofText {
    Q_DECLARE_TR_FUNCTIONS(ProofText)
};

/// The gap over time, in percent, from the lines of a log in the order of time, and the gap `asked` for as a ratio. A moment has
/// the gap of the last line until then, of the first line before that. Without two lines it is empty.
plot::Chart gapChart(const std::vector<schedule::ProofProgress>& lines, double asked);

} // namespace tilescape::ui::proof
