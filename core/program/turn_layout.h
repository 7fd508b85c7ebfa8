#pragma once

#include "core/program/program.h"

#include <vector>

namespace tilescape::program {

/// One of the layers that take turns on the tiles of a region.
struct TurnLayer {
    LayerCode* code = nullptr;
    bool takesAtOnce = false;  ///< its input is taken from the layer before it before anything else is done
    PerTensor<bool> stays;     ///< what is held from one turn to the next
    std::vector<std::size_t> makers; ///< layers of the region, by their place in it, whose output it takes
};

/// Lays out the ranges of layers that take turns, so that only those that are in use at the same time lie apart: a layer's own,
/// what it makes with those of all layers until the last one that takes it, and what stays with all. False if
/// that does not fit into `bufferWords`.
bool layOutInTurns(const std::vector<TurnLayer>& layers, Count bufferWords);

} // namespace tilescape::program
