#pragma once

#include "ui/tensor/tensor_content.h"

#include <vector>

namespace tilescape::ui::tensor {

/// A line of the running loop nest: a level's name, or a loop of more than one iteration.
struct LoopRow {
    QString text;   ///< "for o0 in 0..4", or "DRAM → buffer"
    QString remark; ///< what the loop is over
    Count index = 0;
    Count count = 0; ///< iterations; 0: the name of a level
    int indent = 0;
    bool advanced = false; ///< from the step before to this one it is this loop that went on; those within began anew
};

/// The loops around a pass, outermost first, at a moment (cost-model.md 2). Levels without loops are left out.
std::vector<LoopRow> loopRows(const TensorContent& content, Count cycle);

} // namespace tilescape::ui::tensor
