#pragma once

#include "core/program/program.h"
#include "core/program/unit_boxes.h"

#include <string>
#include <vector>

namespace tilescape::program {

/// One of the two streams of a tile that works on a layer.
struct StreamName {
    std::size_t place = 0; ///< of the layer in the program
    Tile tile;
    bool array = false; ///< the PE array's, else the buffer controller's
    friend bool operator==(const StreamName&, const StreamName&) = default;
    friend auto operator<=>(const StreamName&, const StreamName&) = default;
};

/// Where and why the execution of a program ends before its end.
struct Fault {
    std::string problem;
    std::string layer;
    std::string place; ///< tile, stream, instruction, loop counters, range, unit; as far as they apply
    /// That cannot go on: one, or of a deadlock those that wait for each other. What is left over at the end is at the
    /// tile's controller. None if the fault belongs to no tile.
    std::vector<StreamName> streams{};
};

/// One sentence: `layer 'name', place: problem.`
std::string describe(const Fault& fault);

} // namespace tilescape::program
