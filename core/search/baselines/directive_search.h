#pragma once

#include "core/search/space/layer_answer.h"

namespace tilescape::search {

/// The exhaustive search over the directives of a layer (KAPLA V, baseline S): every factor in the registers and in the
/// buffer and every loop order is priced by the cost model, without lower bounds. Null if stopped.
std::shared_ptr<const LayerAnswer> searchDirectives(const LayerTask& task, const PartitionTable& table,
                                                    const pipeline::TopGroups& top, int threads,
                                                    const std::stop_token& stop);

} // namespace tilescape::search
