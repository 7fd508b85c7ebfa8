#pragma once

#include "ui/parallelism/parallelism_study.h"
#include "ui/widgets/figure.h"

#include <memory>

namespace tilescape::ui::parallelism {

/// HyPar's Figure 5 on paper: a row a level, a column a layer with weights, all of them, and the legend. Empty without a plan.
widgets::Figure parallelismFigure(std::shared_ptr<const ParallelismStudy> study);

} // namespace tilescape::ui::parallelism
