#pragma once

#include "core/schedule/check_directives.h"

namespace tilescape::schedule {

/// Appends a warning for each layer of a segment that does not take its input as it becomes ready (KAPLA III-B, matched
/// updates; cost-model.md 5): its batch groups or its groups of channels differ from those of the layer that makes the
/// input. And an error for each region that has tiles of another one of its segment. Where the text has all layers of the network (`areAll`), a
/// warning for each segment that `search::segmentsOf` does not allow, and for each layer that works on other tiles of its region than the
/// one before it.
void checkSegments(const Problem& problem, const network::Topology& topology, CheckedDirectives& checked, bool areAll);

} // namespace tilescape::schedule
