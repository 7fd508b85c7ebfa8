#pragma once

#include "core/schedule/schedule.h"

#include <memory>
#include <stop_token>

namespace tilescape::schedule {

/// Proves how far a schedule that has a result is from the best possible, in two steps of which the second uses what the first found out.
/// Both work on so many threads (0: one for each core), whose number changes nothing, and leave the schedule as it is if they are stopped.
class BoundProver {
public:
    /// `schedule` must outlive this.
    BoundProver(Schedule& schedule, int threads);
    ~BoundProver();
    BoundProver(const BoundProver&) = delete;
    BoundProver& operator=(const BoundProver&) = delete;

    /// Raises the bound to that of `search::chainBound`, and sets the bounds of segments. It takes from milliseconds to a second, less than a
    /// solve with KAPLA. Returns false if stopped.
    bool prove(const std::stop_token& stop = {});
    /// Sets the closer bound, by how far the tiles of regions are from the words that they fetch (`search::RegionProof`, as far as distances).
    /// It looks at no more regions than take about as long as a solve with KAPLA. Chips that are too large for a proof have no such
    /// bound, nor has a schedule that is below it, as it is not one that solvers choose. Returns whether it was set. After `prove`.
    bool close(const std::stop_token& stop = {});

private:
    struct Task;
    Schedule& m_schedule;
    int m_threads;
    std::unique_ptr<Task> m_task; ///< not null
};

/// `BoundProver::prove` of a schedule that has a result, on so many threads. Returns false, and leaves it as it is, if stopped.
bool proveBounds(Schedule& schedule, int threads, const std::stop_token& stop = {});

/// The same, then `BoundProver::close`.
void proveAll(Schedule& schedule, int threads);

} // namespace tilescape::schedule
