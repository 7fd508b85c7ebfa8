#pragma once

#include "app/cli/reproduction.h"

namespace tilescape::cli {

/// HyPar (HPCA'19): Figures 5 to 13, all that the paper's text prints beside what the model gives.
Reproduction reproduceHypar(int threads);

} // namespace tilescape::cli
