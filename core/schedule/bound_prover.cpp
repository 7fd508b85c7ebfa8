#include "core/schedule/bound_prover.h"

#include "core/schedule/advice.h"
#include "core/schedule/problem_task.h"
#include "core/schedule/proven_bounds.h"
#include "core/schedule/segment_facts.h"
#include "core/search/bounds/chain_bound.h"
#include "core/search/proof/region_proof.h"

#include <algorithm>

namespace tilescape::schedule {

namespace {

/// Bounds of regions are raised about so many times, by a stage each, for one bound of a chain: what is gained by more costs more time than
/// it is worth.
constexpr std::size_t mostRaises = 12000;

} // namespace

/// The problem with the bounds of its layers.
struct BoundProver::Task {
    Task(const Problem& problem, int threads) : of(problem), bounds(of.task, threads) {}
    ProblemTask of;
    search::SegmentBounds bounds;
};

BoundProver::BoundProver(Schedule& schedule, int threads)
    : m_schedule(schedule), m_threads(threads), m_task(std::make_unique<Task>(*schedule.problem, threads))
{}

BoundProver::~BoundProver() = default;

bool BoundProver::prove(const std::stop_token& stop)
{
    const auto bound = search::chainBound(m_task->of.task, m_task->bounds, m_schedule.problem->goal, stop);
    if (!bound) {
        return false;
    }
    m_schedule.bound = *bound;
    m_schedule.segmentBounds.clear();
    if (canProve(*m_schedule.problem)) {
        for (const pipeline::Segment& segment : segmentsOf(m_schedule)) {
            m_schedule.segmentBounds.push_back({m_task->bounds.energyOf(segment, 0), m_task->bounds.cyclesOf(segment)});
        }
    }
    return true;
}

bool BoundProver::close(const std::stop_token& stop)
{
    if (!canProve(*m_schedule.problem)) {
        return false;
    }
    search::RegionProof proof(m_task->of.task, m_task->bounds, m_threads, stop);
    proof.setLastStage(search::ProofStage::Distances);
    std::size_t raises = 0;
    std::size_t most = mostRaises;
    const auto goOn = [&](const search::ProofStep& step) {
        raises = step.raises;
        return raises < most;
    };
    const Totals& totals = m_schedule.totals;
    const search::Goal goal = m_schedule.problem->goal;
    double closer = 0;
    switch (goal) {
    case search::Goal::Energy:
        closer = proof.energyAt(0, goOn);
        break;
    case search::Goal::Delay:
        closer = proof.cycles(goOn);
        break;
    case search::Goal::EnergyDelay: {
        const double leastCycles = std::max(m_schedule.bound.cycles, proof.cycles(goOn));
        most += raises;
        // The line along which the schedule's own product is about as good as any.
        const double cyclePj = totals.energy.total() / totals.cycles;
        closer = search::leastProduct({{0, m_schedule.bound.energyPj}, {cyclePj, proof.energyAt(cyclePj, goOn)}},
                                      leastCycles);
        break;
    }
    }
    if (stop.stop_requested() || !mayBeAbove(m_schedule, closer) || closer <= boundOf(m_schedule.bound, goal)) {
        return false;
    }
    // Of another schedule of the problem, with another line, more may be known.
    m_schedule.closerBound = std::max(m_schedule.closerBound, closer);
    return true;
}

bool proveBounds(Schedule& schedule, int threads, const std::stop_token& stop)
{
    return BoundProver(schedule, threads).prove(stop);
}

void proveAll(Schedule& schedule, int threads)
{
    BoundProver prover(schedule, threads);
    prover.prove();
    prover.close();
}

} // namespace tilescape::schedule
