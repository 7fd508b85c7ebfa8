#include "core/support/parallel.h"

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

namespace tilescape::support {

void parallelFor(std::size_t count, int threads, const std::function<void(std::size_t)>& body)
{
    if (threads == 1 || count < 2) {
        for (std::size_t i = 0; i < count; ++i) {
            body(i);
        }
        return;
    }
    tbb::task_arena arena(threads > 0 ? threads : tbb::task_arena::automatic);
    arena.execute([&] { tbb::parallel_for(std::size_t{0}, count, body); });
}

} // namespace tilescape::support
