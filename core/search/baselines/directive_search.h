#pragma once

#include "core/search/space/layer_answer.h"

namespace tilescape::search {

/// Exhaustive over the directives of a layer (KAPLA V, baseline S): every size in the registers and in the buffer, every
/// order of the updates, each priced by the detailed model; no bounds, nothing left out. Null if stopped.
std::shared_ptr<const LayerAnswer> searchDirectives(const LayerTask& task, const PartitionTable& table,
                                                    const pipeline::TopGroups& top, int threads,
                                                    const std::stop_token& stop);

} // namespace tilescape::search
