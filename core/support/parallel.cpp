#include "core/support/parallel.h"

#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace tilescape::support {

namespace {

using Arena = std::unique_ptr<tbb::task_arena>;

/// Arenas that no call uses at the moment, by their number of threads. An arena for every call would be simpler, but
/// oneTBB 2021.8 keeps each that was given up until a worker has passed it, and looks through all of them whenever a
/// task is spawned: 32,000 calls took 12 s and 200 MB, and rarely one never returned (oneTBB issue 1281).
class IdleArenas {
public:
    Arena take(int threads)
    {
        const std::scoped_lock lock(m_mutex);
        std::vector<Arena>& idle = m_idle[threads];
        if (idle.empty()) {
            return std::make_unique<tbb::task_arena>(threads);
        }
        Arena arena = std::move(idle.back());
        idle.pop_back();
        return arena;
    }

    void giveBack(int threads, Arena arena)
    {
        const std::scoped_lock lock(m_mutex);
        m_idle[threads].push_back(std::move(arena));
    }

private:
    std::mutex m_mutex;
    std::unordered_map<int, std::vector<Arena>> m_idle;
};

IdleArenas& idleArenas()
{
    static IdleArenas arenas;
    return arenas;
}

/// An arena of its own for one call, also for a call within another: two that shared one would wait for each other.
class LentArena {
public:
    explicit LentArena(int threads) : m_threads(threads), m_arena(idleArenas().take(threads)) {}
    ~LentArena() { idleArenas().giveBack(m_threads, std::move(m_arena)); }
    LentArena(const LentArena&) = delete;
    LentArena& operator=(const LentArena&) = delete;

    tbb::task_arena& operator*() const { return *m_arena; }

private:
    int m_threads;
    Arena m_arena;
};

} // namespace

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
    const LentArena arena(threads > 0 ? std::min(threads, cores) : cores);
    (*arena).execute([&] { tbb::parallel_for(std::size_t{0}, count, body); });
}

} // namespace tilescape::support
