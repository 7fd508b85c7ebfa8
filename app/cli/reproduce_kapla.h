#pragma once

#include "app/cli/reproduction.h"

namespace tilescape::cli {

/// KAPLA's Figures 7 to 11, Tables IV to VI, and the project's own targets. Throws std::runtime_error where nothing fits.
Reproduction reproduceKapla(int threads);
/// The same with every solver on 16 x 16 tiles: hours.
Reproduction reproduceKaplaInFull(int threads);

} // namespace tilescape::cli
