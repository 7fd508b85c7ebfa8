#pragma once

#include "app/reproduce/kapla_race.h"
#include "app/reproduce/reproduction.h"

namespace tilescape::reproduce {

/// Times of the fast solver from nothing, by network, by number of layers and of tiles, and its memory. To be called before
/// anything else is solved: memory is that of the process so far.
void addTimes(Reproduction& made, const Races& races);

} // namespace tilescape::reproduce
