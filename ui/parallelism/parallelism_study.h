#pragma once

#include "core/schedule/problem.h"
#include "core/training/parallelism/compare.h"

#include <optional>

namespace tilescape::ui::parallelism {

/// All that the view of parallelism shows of one problem.
struct ParallelismStudy {
    Count batch = 1;
    tilescape::training::parallelism::Settings settings;
    std::optional<tilescape::training::parallelism::Plan> plan; ///< none where `faults` say why
    tilescape::training::parallelism::StepCost freely;         ///< the same without forced choices
    std::vector<tilescape::training::parallelism::StrategyCost> strategies;
    std::vector<tilescape::training::parallelism::ScalingPoint> scaling;
    support::Diagnostics faults;
};

ParallelismStudy studyParallelism(const schedule::Problem& problem);

} // namespace tilescape::ui::parallelism
