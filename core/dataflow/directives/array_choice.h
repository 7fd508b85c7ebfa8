#pragma once

#include "core/dataflow/directives/form.h"

namespace tilescape::dataflow::directives {

/// Taps and stripes of a systolic array (systolic_mapping.h) that the directives mean: taps by the stack and the update
/// along T, stripes by the rows that the buffer holds. What fits nothing is read as the nearest choice, and then told as a
/// fault by what compares the text with the form. Nothing of a row-stationary array. Both scopes must be there.
Replication arrayChoice(const LayerContext& context, const Partition& partition, const LayerDirectives& directives);

} // namespace tilescape::dataflow::directives
