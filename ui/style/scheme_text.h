#pragma once

#include "core/cost/layer_cost.h"
#include "core/dataflow/partition.h"
#include "core/network/layer.h"

#include <QString>

/// How a layer runs, in the words that every view uses.
namespace tilescape::ui::style {

QString extentText(Extent extent); ///< "4 × 2": height × width
QString boundText(cost::BoundBy bound); ///< "compute", "bus", "DRAM", "shared buffer"
QString splitLabel(dataflow::Split split); ///< "Output channels", "Map", "Batch", "Input channels"
/// "output 4 × 2, map 1 × 2": splits over tiles, outermost first; "not split" on one tile.
QString partitionText(const dataflow::Partition& partition);
bool isSplit(const dataflow::Partition& partition);

/// As `tensorLabel`, but where the weights' part is taken by a feature map: "Second operand".
QString tensorLabel(Tensor tensor, const tilescape::network::Layer& layer);
QString tensorName(Tensor tensor, const tilescape::network::Layer& layer); ///< "weight", "operand", "input", "output"

} // namespace tilescape::ui::style
