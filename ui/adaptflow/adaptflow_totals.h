#pragma once

#include "ui/adaptflow/adaptflow_table.h"
#include "ui/plot/labelled_bars.h"

#include <vector>

namespace tilescape::ui::adaptflow {

/// Volume by dataflow, time and energy by machine, of the whole network.
std::vector<plot::LabelledBars::Group> adaptflowTotals(const AdaptflowStudy& study);

} // namespace tilescape::ui::adaptflow
