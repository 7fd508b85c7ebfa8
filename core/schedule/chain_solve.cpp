#include "core/schedule/chain_solve.h"

#include "core/dataflow/pe_mapping.h"
#include "core/schedule/answer_mixer.h"
#include "core/search/space/run_order.h"
#include "core/search/space/search_task.h"

#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

namespace tilescape::schedule {

using search::ChainAnswer;
using search::Goal;
using search::Objective;

namespace {

/// In the words and bytes that the chip's parameters count.
support::Diagnostic diagnosticOf(const network::Layer& layer, const search::Obstacle& obstacle,
                                 const hardware::Hardware& chip)
{
    const bool registers = obstacle.storage == Storage::Register;
    const double bytes = std::ceil(static_cast<double>(obstacle.neededWords) * chip.wordBits / 8);
    return {support::Severity::Error,
            "",
            "",
            layer.name,
            fmt::format("no schedule fits: {} {} words ({} B) a {}, {} ({} B) are there",
                        registers ? "registers need" : "the buffer needs", obstacle.neededWords, bytes,
                        registers ? "PE" : "tile", obstacle.words,
                        registers ? chip.registerBytesPerPe : chip.bufferBytesPerTile),
            registers ? fmt::format("give each PE at least {} B of registers", bytes)
                      : fmt::format("give each tile a buffer of at least {} B", bytes)};
}

/// Where the lines of two points meet that none lies below: `slope` is the price of a cycle that the point was found with.
Point corner(const Point& low, double lowSlope, const Point& fast, double fastSlope)
{
    if (std::isinf(fastSlope)) {
        return {low.energyPj + lowSlope * (low.cycles - fast.cycles), fast.cycles};
    }
    const double cycles =
        (fast.energyPj + fastSlope * fast.cycles - low.energyPj - lowSlope * low.cycles) / (fastSlope - lowSlope);
    return {low.energyPj + lowSlope * (low.cycles - cycles), cycles};
}

class ChainSolve {
public:
    ChainSolve(std::shared_ptr<const Problem> problem, const SolveControl& control, const ChainSearchFunction& search,
               double leastGain)
        : m_problem(std::move(problem)),
          m_machine(hardware::machineOf(m_problem->hardware)),
          m_topology(network::topologyOf(m_problem->network)),
          m_search(search),
          m_leastGain(leastGain)
    {
        m_control.stop = control.stop;
        m_control.enough = control.enough;
        m_control.threads = control.threads;
        m_control.schedulesKept = control.schedulesKept;
        m_control.effort = control.effort;
        if (control.onProgress) {
            m_control.onProgress = [&control](Count done, Count total) { control.onProgress({done, total}); };
        }
        if (control.onBetter || m_problem->goal == Goal::EnergyDelay) {
            m_control.onBetter = [this, &control](const ChainAnswer& better) {
                keepIfBest(better);
                if (control.onBetter) {
                    Schedule schedule = scheduleOf(better);
                    schedule.status = Status::Feasible;
                    control.onBetter(std::move(schedule));
                }
            };
        }
    }

    Schedule run()
    {
        switch (m_problem->goal) {
        case Goal::Energy:
            return scheduleOf(search({0, false}));
        case Goal::Delay:
            return scheduleOf(search({0, true}));
        case Goal::EnergyDelay:
            break;
        }
        return scheduleOf(searchProduct());
    }

private:
    [[nodiscard]] search::SearchTask task() const
    {
        return {m_problem->network, m_topology, m_problem->batch, m_machine, m_problem->space};
    }

    ChainAnswer search(const Objective& objective)
    {
        ChainAnswer answer = m_search(task(), objective, m_control);
        m_counts += answer.counts;
        m_chains += answer.chains;
        countSegments(answer);
        m_complete = m_complete && answer.complete;
        return answer;
    }

    void countSegments(const ChainAnswer& answer)
    {
        if (answer.runOutcomes.empty()) {
            return;
        }
        const std::vector<std::size_t> order = search::runOrder(m_problem->network);
        const std::vector<search::SegmentCounts> own = search::countsByFirst(answer.runOutcomes, order.size());
        m_countsByLayer.resize(order.size());
        for (std::size_t place = 0; place < order.size(); ++place) {
            m_countsByLayer[order[place]] += own[place];
            m_segmentCounts += own[place];
        }
    }

    static std::vector<SegmentSearch> searchesOf(const ChainAnswer& answer)
    {
        std::vector<SegmentSearch> searches;
        std::size_t end = 0; // place of the next layer
        for (const search::SearchCounts& blockings : answer.blockings) {
            search::LayerRun run{end, end, 1};
            for (; run.end < answer.layers.size()
                   && answer.layers[run.end].slot.segment == static_cast<Count>(searches.size());
                 ++run.end) {
                run.regions = static_cast<std::size_t>(answer.layers[run.end].slot.region) + 1;
            }
            end = run.end;
            searches.push_back({search::countOverlapping(answer.runOutcomes, run), blockings});
        }
        return searches;
    }

    ChainAnswer searchProduct()
    {
        ChainAnswer cheapest = search({0, false});
        if (cheapest.layers.empty()) {
            return cheapest;
        }
        if (m_control.enough.stop_requested()) {
            keepIfBest(cheapest);
            return std::move(*m_best);
        }
        ChainAnswer fastest = search({0, true});
        if (fastest.layers.empty()) {
            return fastest;
        }
        const Point low = energyAndCyclesOf(cheapest, m_machine);
        const Point fast = energyAndCyclesOf(fastest, m_machine);
        const search::SearchTask own = task();
        AnswerMixer mixer(own);
        offer(cheapest, mixer);
        offer(fastest, mixer);
        searchBetween(low, 0, fast, std::numeric_limits<double>::infinity(), mixer);
        if (m_control.stop.stop_requested()) {
            m_best->layers.clear();
        }
        return std::move(*m_best);
    }

    /// Corners of the hull between two of them: `low` has less energy, `fast` fewer cycles; each with the price of a cycle under
    /// which nothing is better.
    void searchBetween(const Point& low, double lowSlope, const Point& fast, double fastSlope, AnswerMixer& mixer)
    {
        const bool gap = low.energyPj < fast.energyPj && fast.cycles < low.cycles;
        if (!gap || m_control.enough.stop_requested()) {
            return;
        }
        // A product is least at a corner.
        const double least = corner(low, lowSlope, fast, fastSlope).product();
        if (least * (1 + m_leastGain) >= energyAndCyclesOf(*m_best, m_machine).product()) {
            return;
        }
        const double cyclePj = (fast.energyPj - low.energyPj) / (low.cycles - fast.cycles);
        ChainAnswer found = search({cyclePj, false});
        if (found.layers.empty()) {
            return;
        }
        const Point point = energyAndCyclesOf(found, m_machine);
        const double onLine = low.energyPj + cyclePj * low.cycles;
        offer(found, mixer);
        if (point.energyPj + cyclePj * point.cycles < onLine * (1 - 1e-12)) {
            searchBetween(low, lowSlope, point, cyclePj, mixer);
            searchBetween(point, cyclePj, fast, fastSlope, mixer);
        }
    }

    /// Of energy x delay. On its way to the least energy, or the fewest cycles, a search may come across a schedule that is better.
    void keepIfBest(const ChainAnswer& answer)
    {
        if (!m_best || energyAndCyclesOf(answer, m_machine).product() < energyAndCyclesOf(*m_best, m_machine).product()) {
            m_best = answer;
        }
    }

    /// The best is this answer, or a mix with those before, if that is better.
    void offer(const ChainAnswer& answer, AnswerMixer& mixer)
    {
        mixer.add(answer);
        keepIfBest(answer);
        if (std::optional<ChainAnswer> mix = mixer.below(energyAndCyclesOf(*m_best, m_machine).product())) {
            m_best = std::move(mix);
        }
    }

    [[nodiscard]] support::Diagnostics obstaclesOf(const ChainAnswer& answer) const
    {
        support::Diagnostics diagnostics;
        for (const search::LayerObstacle& obstacle : answer.obstacles) {
            diagnostics.push_back(
                diagnosticOf(m_problem->network.layers[obstacle.layer], obstacle.what, m_problem->hardware));
        }
        if (diagnostics.empty() && !m_control.stop.stop_requested()) {
            diagnostics.push_back({support::Severity::Error, "", "", "", "the solver found no schedule",
                                   "each layer fits by itself: try the exhaustive solver"});
        }
        return diagnostics;
    }

    Schedule scheduleOf(ChainAnswer answer) const
    {
        Schedule schedule;
        schedule.problem = m_problem;
        schedule.counts = m_counts;
        schedule.segmentCounts = m_segmentCounts;
        schedule.chains = m_chains;
        schedule.segmentCountsByLayer = m_countsByLayer;
        schedule.inputPartition = answer.inputPartition;
        if (answer.layers.empty()) {
            schedule.status = m_control.stop.stop_requested() ? Status::Stopped : Status::Infeasible;
            schedule.diagnostics = obstaclesOf(answer);
            return schedule;
        }
        schedule.segmentSearches = searchesOf(answer);
        schedule.segments = std::move(answer.segments);
        for (const pipeline::PlacedLayer& link : answer.layers) {
            const dataflow::TileLayer tile =
                dataflow::tileLayer(m_problem->network.layers[link.layer], m_problem->batch, link.scheme.partition,
                                    m_problem->space.counts);
            schedule.layers.push_back(
                {link.layer, link.slot, link.scheme,
                 dataflow::mapOnArray(tile.layer, m_machine.shape.peArray, link.scheme.replication), link.cost, 0});
        }
        schedule.bound = search::networkBound(task());
        sumUp(schedule);
        schedule.status = m_control.enough.stop_requested() ? Status::Stopped
                          : m_complete                      ? Status::Optimal
                                                            : Status::Feasible;
        return schedule;
    }

    std::shared_ptr<const Problem> m_problem;
    hardware::Machine m_machine;
    network::Topology m_topology;
    const ChainSearchFunction& m_search;
    double m_leastGain;
    search::ChainControl m_control;
    search::SearchCounts m_counts;
    search::SegmentCounts m_segmentCounts;
    search::ChainCounts m_chains;
    std::vector<search::SegmentCounts> m_countsByLayer; ///< by index; empty where no segments are considered
    bool m_complete = true;
    std::optional<ChainAnswer> m_best; ///< of energy x delay
};

} // namespace

Schedule solveByChains(std::shared_ptr<const Problem> problem, const SolveControl& control,
                       const ChainSearchFunction& search, double leastGain)
{
    return ChainSolve(std::move(problem), control, search, leastGain).run();
}

} // namespace tilescape::schedule
