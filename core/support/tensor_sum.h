#pragma once

#include "core/support/dimensions.h"

namespace tilescape {

/// The values of weights, inputs and outputs together.
inline double sumOfTensors(const PerTensor<double>& values)
{
    return values[Tensor::Weight] + values[Tensor::Input] + values[Tensor::Output];
}

} // namespace tilescape
