#pragma once

#include "app/reproduce/kapla_race.h"
#include "app/reproduce/reproduction.h"

namespace tilescape::reproduce {

/// KAPLA's Figures 7 to 11, Tables IV to VI, and the project's own targets. Throws std::runtime_error where nothing fits.
Reproduction kapla(int threads);
/// The same with every solver on 16 x 16 tiles: hours.
Reproduction kaplaInFull(int threads);
/// Either, with what comes of `races`.
Reproduction kaplaOf(Races& races, bool full);

} // namespace tilescape::reproduce
