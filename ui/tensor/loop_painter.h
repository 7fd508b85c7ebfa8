#pragma once

#include "ui/tensor/tensor_layout.h"
#include "ui/tensor/tensor_look.h"

namespace tilescape::ui::tensor {

/// The loops with their running iterations, in the layout's place for them: behind each how far it has come, the one that went on
/// last in bold. As many as there is room for.
void paintLoops(QPainter& painter, const TensorContent& content, Count cycle, const TensorLayout& layout, const TensorLook& look);

} // namespace tilescape::ui::tensor
