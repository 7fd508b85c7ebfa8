#pragma once

#include "core/dataflow/scheme.h"

#include <optional>
#include <span>
#include <vector>

namespace tilescape::pipeline {

/// What decides whether a layer can take turns with the others on its tiles.
struct TurnTaking {
    const dataflow::Blocking* blocking = nullptr; ///< not null
    /// Loops, all of them at DRAM level, around what it hands on at a time; nothing if it goes group after group.
    std::optional<std::size_t> groupLoops;
    std::size_t inputLoops = 0; ///< loops with each iteration of which what it has of its input is another
    bool repeats = false;       ///< goes through groups of channels outside of all these loops
    bool handsOn = false;       ///< a layer of the segment takes its output
    std::span<const std::size_t> makers; ///< places of the layers whose output it takes, on the same tiles or before these
};

/// The number of outermost loops that layers on the same tiles go through in step, so that each iteration is a turn of each
/// (Tangram 2.4). Nothing if one needs more turns than another, or would in its first turn wait for later turns of others. The
/// layers are those from place `first` on; what comes from places before is not looked at.
std::optional<std::size_t> turnLoops(std::size_t first, const std::vector<TurnTaking>& layers);

} // namespace tilescape::pipeline
