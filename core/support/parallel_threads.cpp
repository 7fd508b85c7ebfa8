// Stands in for parallel.cpp under ThreadSanitizer: distributions build TBB without it, and then it cannot see that
// TBB's tasks wait for each other.
#include "core/support/parallel.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace tilescape::support {

void parallelFor(std::size_t count, int threads, const std::function<void(std::size_t)>& body)
{
    const std::size_t wanted = threads > 0 ? static_cast<std::size_t>(threads) : std::thread::hardware_concurrency();
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t i = next++; i < count; i = next++) {
            body(i);
        }
    };
    std::vector<std::jthread> helpers;
    for (std::size_t i = 1; i < std::min(wanted, count); ++i) {
        helpers.emplace_back(work);
    }
    work();
}

} // namespace tilescape::support
