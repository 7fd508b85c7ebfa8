#pragma once

#include "core/schedule/training_step.h"

namespace tilescape::io {

/// The steps side by side (`format` "tilescape-training-step", units in the keys).
std::string writeTrainingStepJson(const schedule::Problem& problem, const std::vector<schedule::TrainingStep>& steps);

/// A table for a person: what each part takes, and what each choice is worth. The first step is what others are compared with.
std::string writeTrainingStepSummary(const schedule::Problem& problem, const std::vector<schedule::TrainingStep>& steps);

} // namespace tilescape::io
