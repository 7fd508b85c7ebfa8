#pragma once

#include "core/schedule/check_directives.h"

namespace tilescape::schedule {

/// Warns where layers of one segment do not hand data on as they are ready (KAPLA III-B, matched updates; cost-model.md 5):
/// other batch groups, or other groups of channels than the layer that makes the input.
void checkSegments(const Problem& problem, const network::Topology& topology, CheckedDirectives& checked);

} // namespace tilescape::schedule
