#pragma once

#include "core/hardware/hardware.h"
#include "core/pipeline/segment_links.h"
#include "core/schedule/check_directives.h"

namespace tilescape::schedule {

/// How a layer is connected to the other layers of its segment.
struct LayerSurroundings {
    pipeline::Links links;
    bool inputIsHere = false;    ///< the input lies in the buffers of the layer's own tiles
    bool reloadsWeights = false; ///< weights come in for every batch group
};

/// The input of `checkLayer`. It refers to objects that must outlive it.
struct LayerCheck {
    const Problem& problem;
    const hardware::Machine& machine;
    dataflow::directives::LayerContext context;
    const dataflow::directives::LayerDirectives& text;
    const LayerSurroundings& around;
};

/// Fills in `layer` from its directives and appends to `faults`. Errors: memories that are too small, sums that the
/// chip cannot gather, data that may be moved only once, an inserted level that changes fetches. Warnings: tensors that the buffer holds or not otherwise
/// than written.
void checkLayer(const LayerCheck& task, CheckedLayer& layer, dataflow::directives::Faults& faults);

} // namespace tilescape::schedule
