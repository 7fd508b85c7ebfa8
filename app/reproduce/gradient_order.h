#pragma once

#include "app/reproduce/gradient_evaluation.h"
#include "app/reproduce/reproduction.h"

namespace tilescape::reproduce {

/// Interleaved gradient order (Kim et al., MICRO 2023): Figures 5, 6 and 12 to 16, the choice of partitions, and what the
/// averages depend on.
Reproduction gradientOrder(int threads);
/// The same with what comes of `evaluator`.
Reproduction gradientOrderOf(const Evaluator& evaluator);

} // namespace tilescape::reproduce
