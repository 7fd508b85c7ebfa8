#pragma once

#include "ui/training/adaptflow_table.h"
#include "ui/training/labelled_bars.h"

#include <vector>

namespace tilescape::ui::training {

/// Volume by dataflow, time and energy by machine, of the whole network.
std::vector<LabelledBars::Group> adaptflowTotals(const AdaptflowStudy& study);

} // namespace tilescape::ui::training
