#pragma once

#include "core/dataflow/directives/syntax.h"
#include "core/schedule/schedule.h"

namespace tilescape::schedule {

/// A schedule as tensor-centric directives (KAPLA III-B): checking and pricing them gives its schemes and numbers again.
dataflow::directives::Document writeDirectives(const Schedule& schedule);

/// One of its layers; the segment that the layer is in.
dataflow::directives::LayerDirectives writeLayerDirectives(const Problem& problem, const ScheduledLayer& layer);
dataflow::directives::Document writeSegmentDirectives(const Schedule& schedule, Count segment);

} // namespace tilescape::schedule
