#pragma once

#include "app/reproduce/kapla_race.h"
#include "app/reproduce/reproduction.h"

namespace tilescape::reproduce {

/// Table V: the fast solver over the exhaustive one on other chips and batches.
void addHardwareTable(Reproduction& made, Races& races);
/// Figure 11: what keeping fewer schedules costs and saves.
void addKeptFigure(Reproduction& made, Races& races);
/// Table VI: how much of the space the fast solver leaves out.
void addPruningTable(Reproduction& made, Races& races);

} // namespace tilescape::reproduce
