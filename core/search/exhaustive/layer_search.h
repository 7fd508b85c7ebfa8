#pragma once

#include "core/search/space/layer_answer.h"

namespace tilescape::search {

/// The exhaustive search of one layer over all partitions, mappings and blockings of its search space. Null if stopped.
std::shared_ptr<const LayerAnswer> searchLayer(const LayerTask& task, const PartitionTable& table,
                                               const pipeline::TopGroups& top, int threads,
                                               const std::stop_token& stop);

} // namespace tilescape::search
