#pragma once

#include "ui/parallelism/parallelism_study.h"
#include "ui/plot/chart.h"

namespace tilescape::ui::parallelism {

/// What strategies are compared by.
enum class StepMeasure { Seconds, Bytes, Joules };

/// A training step under each strategy, and under the plan at hand, on a logarithmic axis.
plot::Chart strategiesChart(const ParallelismStudy& study, StepMeasure measure);
/// Of each of its bars: how it compares with the plan; of the plan the terms that it is the sum of.
QStringList strategiesNotes(const ParallelismStudy& study, StepMeasure measure);
/// What each level communicates, and why.
plot::Chart communicationChart(const ParallelismStudy& study);
/// How much faster than one accelerator; over their number.
plot::Chart scalingChart(const ParallelismStudy& study);

} // namespace tilescape::ui::parallelism
