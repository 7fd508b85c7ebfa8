#pragma once

#include "core/interlayer/search_task.h"
#include "core/interlayer/chain_search.h"
#include "core/interlayer/kapla_memory.h"

namespace tilescape::interlayer {

/// The fast search (KAPLA IV, and beyond it): segments are ranked by what they promise, and only those that could be part
/// of the best chain are planned in detail; a dynamic program over layouts then chains the best of them.
/// The answer does not depend on what is remembered; the counts tell of new work only.
ChainAnswer searchKapla(const SearchTask& task, const intralayer::Objective& objective, KaplaMemory& memory,
                        const ChainControl& control);

} // namespace tilescape::interlayer
