#include "core/schedule/prove.h"
#include "core/schedule/bound_prover.h"

#include "core/schedule/advice.h"
#include "core/schedule/kapla.h"
#include "core/schedule/problem_task.h"
#include "core/schedule/proven_bounds.h"
#include "core/schedule/segment_facts.h"
#include "core/schedule/solve.h"
#include "core/search/bounds/chain_bound.h"
#include "core/search/proof/region_proof.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <iterator>
#include <mutex>
#include <thread>

namespace tilescape::schedule {

const char* const proofRange = "all schedules of the search space, in the order in which layers run, whose segments "
                               "work in regions that solvers choose from: on every "
                               "grid of the chip, tiles in proportion to operations";

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
/// So many times as many candidates as a usual solve, one search after the other.
constexpr std::array<std::size_t, 2> wider{2, 4};
/// Segments in regions among which the proof looks for schedules, for each layer of the network, and of each segment.
constexpr std::size_t likelyOfLayer = 2;
constexpr std::size_t likelyOfSegment = 2;
/// It looks again once so many times as many segments are settled.
constexpr double again = 1.5;

/// What the search and the bound know of each other.
class Meeting {
public:
    Meeting(const ProofControl& control, Schedule schedule, double bound)
        : m_control(control),
          m_schedule(std::move(schedule)),
          m_timer([this](const std::stop_token& ended) { endInTime(ended); })
    {
        m_progress.incumbent = measureOf(m_schedule);
        m_progress.bound = bound;
    }

    /// What is known at first, which may be all that was asked for. False then, or if there is no time.
    bool begin() { return report(); }

    /// False once the proof is to end.
    bool offer(const search::ProofStep& step, double bound)
    {
        m_progress.bound = std::max(m_progress.bound, bound);
        m_progress.open = step.open;
        m_progress.settled = step.settled;
        m_progress.segments = step.segments;
        return report();
    }
    void offer(Schedule schedule)
    {
        if (schedule.hasResult() && measureOf(schedule) < m_progress.incumbent) {
            m_progress.incumbent = measureOf(schedule);
            takeBounds(schedule, m_schedule);
            m_schedule = std::move(schedule);
        }
        report();
    }

    /// Ends both.
    [[nodiscard]] std::stop_token stop() const { return m_stop.get_token(); }
    /// The incumbent.
    [[nodiscard]] const Schedule& schedule() const { return m_schedule; }
    [[nodiscard]] bool isReached() const { return m_progress.gap() <= m_control.gap; }
    /// Whether the incumbent is a kept schedule that no bound of the proof's space holds for: what a search finds is never below.
    [[nodiscard]] bool isOutside() const { return m_schedule.isKept && !mayBeAbove(m_schedule, m_progress.bound); }
    Proof take(bool isExhausted)
    {
        const ProofEnd end = isOutside()   ? ProofEnd::OutsideSpace
                             : isReached() ? ProofEnd::GapReached
                             : isExhausted ? ProofEnd::Exhausted
                             : m_isFull    ? ProofEnd::MemoryFull
                                           : ProofEnd::Stopped;
        return {std::move(m_schedule), m_progress.bound, end};
    }

private:
    bool report()
    {
        m_progress.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
        if (m_control.onProgress) {
            m_control.onProgress(m_progress);
        }
        m_isFull = m_isFull || support::residentBytes() > m_control.bytes;
        const bool goesOn =
            !m_isFull && !m_control.stop.stop_requested() && m_progress.seconds < m_control.seconds && !isReached();
        if (!goesOn) {
            m_stop.request_stop();
        }
        return goesOn;
    }

    /// A step may take longer than there is time.
    void endInTime(const std::stop_token& ended)
    {
        const std::stop_callback passOn(m_control.stop, [this] { m_stop.request_stop(); });
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any never;
        const std::chrono::duration<double> time(std::min(m_control.seconds, mostSeconds));
        never.wait_until(lock, ended, m_start + std::chrono::duration_cast<std::chrono::steady_clock::duration>(time),
                         [] { return false; });
        m_stop.request_stop();
    }

    static constexpr double mostSeconds = 1e9; ///< what a clock can count

    const ProofControl& m_control;
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    Schedule m_schedule;
    ProofProgress m_progress;
    bool m_isFull = false;
    std::stop_source m_stop;
    std::jthread m_timer; ///< the last member, as it uses the others
};

/// The bound of a problem that is settled, raised step by step. False if it was stopped.
class BoundSide {
public:
    BoundSide(const Problem& problem, Meeting& meeting, int threads)
        : m_goal(problem.goal),
          m_task(problem),
          m_bounds(m_task.task),
          m_proof(m_task.task, m_bounds, threads, meeting.stop()),
          m_meeting(meeting),
          m_threads(threads)
    {
        Problem own = problem;
        own.solver = "kapla";
        m_problem = std::make_shared<const Problem>(std::move(own));
    }

    bool run()
    {
        const auto itself = [](double bound) { return bound; };
        switch (m_goal) {
        case search::Goal::Energy:
            m_proof.energyAt(0, watch(itself));
            break;
        case search::Goal::Delay:
            m_proof.cycles(watch(itself));
            break;
        case search::Goal::EnergyDelay:
            proveProduct();
            break;
        }
        if (m_goesOn) {
            searchLikely();
        }
        return m_goesOn;
    }

private:
    using BoundOfGoal = std::function<double(double)>;

    search::RegionProof::OnStep watch(const BoundOfGoal& boundOfGoal)
    {
        return [this, boundOfGoal](const search::ProofStep& step) {
            m_goesOn = m_meeting.offer(step, boundOfGoal(step.bound));
            if (m_goesOn && static_cast<double>(step.settled) >= m_nextSearch) {
                m_nextSearch = again * static_cast<double>(step.settled) + 1;
                searchLikely();
            }
            return m_goesOn;
        };
    }

    /// Where the bound is lowest schedules may be better than those known: KAPLA looks there, and where the best one of
    /// these works.
    void searchLikely()
    {
        std::vector<search::SegmentOnTiles> segments =
            m_proof.likely(likelyOfLayer * m_task.task.network.layers.size(), likelyOfSegment);
        std::vector<search::SegmentOnTiles> own = segmentsOnTiles(m_meeting.schedule());
        std::move(own.begin(), own.end(), std::back_inserter(segments));
        SolveControl control;
        control.stop = m_meeting.stop();
        control.threads = m_threads;
        m_meeting.offer(solveKaplaWithin(segments, m_problem, control));
    }

    /// Energy with a cycle priced so that the incumbent's product is about as good as any along the line, and around
    /// it.
    void proveProduct()
    {
        std::vector<search::EnergyLine> lines;
        double leastCycles = 0;
        m_proof.cycles(watch([&](double cycles) {
            leastCycles = std::max(leastCycles, cycles);
            return 0.0;
        }));
        const Totals& totals = m_meeting.schedule().totals;
        const double tangent = totals.energy.total() / totals.cycles;
        for (const double part : {1.0, 0.0, 0.5, 2.0}) {
            if (!m_goesOn) {
                return;
            }
            m_nextSearch = 1;
            const double cyclePj = part * tangent;
            std::vector<search::EnergyLine> all = lines;
            all.push_back({cyclePj, 0});
            const double least = m_proof.energyAt(cyclePj, watch([&](double bound) {
                all.back().least = bound;
                return search::leastProduct(all, leastCycles);
            }));
            lines.push_back({cyclePj, least});
        }
    }

    search::Goal m_goal;
    ProblemTask m_task;
    search::SegmentBounds m_bounds;
    search::RegionProof m_proof;
    Meeting& m_meeting;
    int m_threads;
    std::shared_ptr<const Problem> m_problem; ///< for KAPLA
    double m_nextSearch = 1;                  ///< once so many segments are settled
    bool m_goesOn = true;
};

/// Wider searches. False if it was stopped.
bool searchWider(const Problem& problem, Meeting& meeting, int threads)
{
    Problem own = problem;
    own.solver = "kapla";
    for (const std::size_t effort : wider) {
        SolveControl control;
        control.stop = meeting.stop();
        control.threads = threads;
        control.effort = effort;
        meeting.offer(solve(own, control));
        if (meeting.stop().stop_requested()) {
            return false;
        }
    }
    return true;
}

} // namespace

std::string_view nameOf(ProofEnd end)
{
    switch (end) {
    case ProofEnd::GapReached:
        return "gap_reached";
    case ProofEnd::Exhausted:
        return "exhausted";
    case ProofEnd::MemoryFull:
        return "memory_full";
    case ProofEnd::OutsideSpace:
        return "outside_space";
    case ProofEnd::Stopped:
        break;
    }
    return "stopped";
}

double Proof::gap() const
{
    const double ratio = withoutRounding(bound > 0 ? measureOf(schedule) / bound : infinite);
    return end == ProofEnd::OutsideSpace ? ratio : std::max(1.0, ratio);
}

Proof prove(const Problem& problem, const ProofControl& control)
{
    SolveControl first;
    first.stop = control.stop;
    first.threads = control.threads;
    Schedule schedule = solve(problem, first);
    if (!schedule.hasResult()) {
        return {std::move(schedule), 0, ProofEnd::Stopped};
    }
    if (BoundProver prover(schedule, control.threads); prover.prove(control.stop)) {
        prover.close(control.stop);
    } else {
        return {std::move(schedule), 0, ProofEnd::Stopped};
    }
    const double bound = closestBoundOf(schedule);
    const std::shared_ptr<const Problem> settled = schedule.problem;
    Meeting meeting(control, std::move(schedule), bound);
    bool isDone = meeting.begin();
    if (isDone && canProve(*settled)) {
        isDone = BoundSide(*settled, meeting, control.threads).run();
    }
    if (isDone && !meeting.isReached()) {
        isDone = searchWider(problem, meeting, control.threads);
    }
    Proof proof = meeting.take(isDone);
    if (proof.schedule.bound.energyPj <= 0 || proof.schedule.segmentBounds.empty()) {
        proveBounds(proof.schedule, control.threads);
    }
    return proof;
}

} // namespace tilescape::schedule
