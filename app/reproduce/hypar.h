#pragma once

#include "app/reproduce/reproduction.h"

namespace tilescape::reproduce {

/// HyPar (HPCA'19): Figures 5 to 13, all that the paper's text prints beside what the model gives.
Reproduction hypar(int threads);

} // namespace tilescape::reproduce
