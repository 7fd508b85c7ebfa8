#pragma once

#include "core/hardware/hardware.h"
#include "core/pipeline/segment_links.h"
#include "core/schedule/check_directives.h"

namespace tilescape::schedule {

/// What a layer has to do with the others of its segment.
struct LayerSurroundings {
    pipeline::Links links;
    bool inputIsHere = false; ///< in the tiles of the layer itself
};

struct LayerCheck {
    const Problem& problem;
    const hardware::Machine& machine;
    dataflow::directives::LayerContext context;
    const dataflow::directives::LayerDirectives& text;
    const LayerSurroundings& around;
};

/// Counts what the layer's directives say, fills it in, and tells what does not fit: memories too small, data that may be
/// moved once only, an inserted level that changes fetches; and, as warnings, tensors stored or not otherwise than written.
void checkLayer(const LayerCheck& task, CheckedLayer& layer, dataflow::directives::Faults& faults);

} // namespace tilescape::schedule
