#pragma once

#include <cstddef>
#include <functional>

namespace tilescape::support {

/// Calls `body(i)` for every i below `count`, on `threads` threads (0: all cores). Each call writes only what is its
/// own, so that the outcome does not depend on the threads.
void parallelFor(std::size_t count, int threads, const std::function<void(std::size_t)>& body);

} // namespace tilescape::support
