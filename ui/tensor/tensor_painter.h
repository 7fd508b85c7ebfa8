#pragma once

#include "ui/tensor/tensor_layout.h"
#include "ui/tensor/tensor_look.h"

namespace tilescape::ui::tensor {

inline constexpr double bufferPen = 2; ///< width of the frame around what the buffer holds, pixels

/// The loops with their running iterations; volumes in shades of how often each part was brought in, hatched from the second
/// time on, with what the buffer holds outlined and what the registers hold filled; how the block came, and what was counted.
void paintTensors(QPainter& painter, const TensorContent& content, Count cycle, const TensorLayout& layout, const TensorLook& look);

} // namespace tilescape::ui::tensor
