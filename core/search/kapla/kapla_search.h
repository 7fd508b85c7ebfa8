#pragma once

#include "core/search/kapla/kapla_cache.h"
#include "core/search/space/chain_answer.h"
#include "core/search/space/search_task.h"

namespace tilescape::search {

/// The fast search (aims and name of KAPLA IV, with a search of its own: solvers.md, KAPLA): segments are ranked by
/// estimates, only those that may be part of the best chain are planned in detail, and a dynamic program over layouts
/// chains the best plans. The answer is not `complete`, and does not depend on what the cache holds; `counts` tell the
/// new work only. A cache in use by another search is left alone.
ChainAnswer searchKapla(const SearchTask& task, const Objective& objective, KaplaCache& cache,
                        const ChainControl& control);

} // namespace tilescape::search
