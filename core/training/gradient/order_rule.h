#pragma once

#include "core/training/gradient/gemm.h"

namespace tilescape::training::gradient {

/// Algorithm 1 (section 4.3): interleaved where the largest dimension is less than four times the smallest, else the
/// order whose result gains more, by `rule`. The first layer's product (no dX) has nothing to interleave: sequential.
Order chooseOrder(const Gemm& gemm, OrderRule rule);

} // namespace tilescape::training::gradient
