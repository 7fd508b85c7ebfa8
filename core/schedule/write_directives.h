#pragma once

#include "core/dataflow/directives/syntax.h"
#include "core/schedule/schedule.h"

namespace tilescape::schedule {

/// A schedule as tensor-centric directives (KAPLA III-B). Checking and pricing them gives the same schemes and numbers.
dataflow::directives::Document writeDirectives(const Schedule& schedule);

/// The directives of one layer of a schedule.
dataflow::directives::LayerDirectives writeLayerDirectives(const Problem& problem, const ScheduledLayer& layer);
/// The directives of the layers of one segment; `segment` must be below `schedule.segments.size()`.
dataflow::directives::Document writeSegmentDirectives(const Schedule& schedule, Count segment);

/// The problem with `schedule`, which is one of it, to keep.
Problem keeping(Problem problem, const Schedule& schedule);

} // namespace tilescape::schedule
