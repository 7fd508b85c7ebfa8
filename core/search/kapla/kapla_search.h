#pragma once

#include "core/search/kapla/kapla_cache.h"
#include "core/search/space/chain_answer.h"
#include "core/search/space/search_task.h"

namespace tilescape::search {

/// The fast search (KAPLA IV, and beyond it): segments are ranked by their estimates, and only those that could be part
/// of the best chain are planned in detail; a dynamic program over layouts then chains the best of them.
/// The answer does not depend on what the cache holds; the counts tell of new work only.
ChainAnswer searchKapla(const SearchTask& task, const Objective& objective, KaplaCache& cache,
                        const ChainControl& control);

} // namespace tilescape::search
