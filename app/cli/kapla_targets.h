#pragma once

#include "app/cli/kapla_race.h"
#include "app/cli/reproduction.h"

namespace tilescape::cli {

/// Times of the fast solver from nothing, by network, by number of layers and of tiles, and its memory. To be called before
/// anything else is solved: memory is that of the process so far.
void addTimes(Reproduction& made, const Races& races);

} // namespace tilescape::cli
