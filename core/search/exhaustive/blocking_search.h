#pragma once

#include "core/search/space/blocking_task.h"

namespace tilescape::search {

/// All exact factor triples of the three loops times all loop orders (cost-model.md 2), less what provably cannot win;
/// with shared buffers, the cheapest way to share for each. The best blocking for any non-negative price of hops from and
/// to memory is among the choices.
BlockingAnswer searchBlockings(const BlockingTask& task);

} // namespace tilescape::search
