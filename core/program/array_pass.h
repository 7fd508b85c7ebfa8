#pragma once

#include "core/network/layer.h"
#include "core/program/tensor_data.h"
#include "core/program/unit_boxes.h"

#include <span>

namespace tilescape::program {

/// What the registers hold of one unit of each tensor, in the order of its boxes.
struct PassWords {
    std::span<const Word> weights; ///< or of the second operand
    std::span<const Word> inputs;
    std::span<Word> outputs;
};

/// The multiply-accumulates (or reductions) of one unit, added to the outputs.
void computePass(const network::Layer& layer, const UnitBoxes& boxes, const Unit& unit, const PassWords& words);

} // namespace tilescape::program
