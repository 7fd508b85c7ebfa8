#include "core/support/parallel.h"

#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>

namespace tilescape::support {

void parallelFor(std::size_t count, int threads, const std::function<void(std::size_t)>& body)
{
    if (threads == 1 || count < 2) {
        for (std::size_t i = 0; i < count; ++i) {
            body(i);
        }
        return;
    }
    // More threads than cores gain nothing, and the library grumbles.
    const int cores = tbb::info::default_concurrency();
    tbb::task_arena arena(threads > 0 ? std::min(threads, cores) : cores);
    arena.execute([&] { tbb::parallel_for(std::size_t{0}, count, body); });
}

} // namespace tilescape::support
