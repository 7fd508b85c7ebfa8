#pragma once

#include "core/dataflow/pe_mapping.h"

#include <vector>

namespace tilescape::dataflow {

/// A weight-stationary systolic array (TPU ISCA'17, II; KAPLA II-B and V). Columns take output channels; rows take what is
/// summed up: input channels, and of the filter's R x S taps either one, R (each row of the filter) or all side by side, the
/// others one after another on the same PE. Inputs flow along the rows through all columns, sums down the columns through all
/// rows, so that a word crosses the array's bus once, whatever the number of PEs that use it; weights are loaded once. More
/// taps side by side than rows: passes (folds). A pass works on one stripe of the map's rows; it takes
///   fold x taps on one PE x positions   cycles,
/// filling and draining hidden behind other passes. A PE keeps its taps, the window of the input that these read, and one sum.
/// Layers that work channel by channel use one column a channel: of the array only a diagonal.
/// The gradient of weights keeps the sums in place and lets the error flow down the columns.

/// Every choice: taps side by side, and stripes of halves, quarters and so on of the map's rows, down to one row.
/// Not empty; channels are as many as the array takes.
std::vector<Replication> systolicReplications(const network::Layer& layer, Extent peArray);

ArrayMapping systolicMapping(const network::Layer& layer, Extent peArray, const Replication& replication);

} // namespace tilescape::dataflow
