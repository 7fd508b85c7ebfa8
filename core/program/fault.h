#pragma once

#include "core/program/program.h"
#include "core/program/unit_boxes.h"

#include <string>

namespace tilescape::program {

/// Where and why the execution of a program ends before its end.
struct Fault {
    std::string problem;
    std::string layer;
    std::string place; ///< tile, stream, instruction, loop counters, range, unit; as far as they apply
};

/// One sentence: `layer 'name', place: problem.`
std::string describe(const Fault& fault);

} // namespace tilescape::program
