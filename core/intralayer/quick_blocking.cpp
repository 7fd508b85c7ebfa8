#include "core/intralayer/quick_blocking.h"

#include "core/support/factors.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tilescape::intralayer {

namespace {

constexpr std::size_t none = noLoop;

/// Cycles come first where delay does: a pJ weighs less than any difference in cycles that counts.
constexpr double tiePerPj = 1e-15;

/// Factors inside the registers, and the least that bus and buffer then cost.
struct InnerChoice {
    Factors factors{};
    double leastPj = 0;
};

/// What stays the same for one choice of the factors at memory level.
struct OuterChoice {
    Factors factors{};
    Factors rest{}; ///< iterations inside
    std::array<Count, 3> words{}; ///< of each tensor, in the buffer
    std::array<Count, 3> passes{}; ///< from memory, before the read back and before weights are pinned
    std::array<Count, 3> fetches{};
    std::size_t innermost = none;
    double leastPj = 0;
    double leastCycles = 0;
};

class QuickSearch {
public:
    QuickSearch(const QuickTask& quick, std::size_t most, double worthless)
        : m_quick(quick), m_task(quick.task), m_machine(quick.task.machine), m_tensors(quick.traffic.tensors),
          m_most(most), m_threshold(worthless), m_asked(factorsOf(quick.top)),
          m_iterations(quick.task.nest.iterations.values)
    {
    }

    std::vector<BlockingCandidate> run(SearchCounts* counts)
    {
        std::array<std::vector<Count>, 3>& outer = m_outer;
        for (std::size_t loop = 0; loop < 3; ++loop) {
            const Count asked = m_asked[loop];
            if (asked > 0 && m_iterations[loop] % asked != 0) {
                return {}; // these groups cannot be had
            }
            outer[loop] = asked > 0 ? std::vector{asked} : support::divisors(m_iterations[loop]);
        }
        listInner();
        if (m_inner.empty()) {
            return {};
        }
        std::array<std::size_t, 3> index{};
        for (index[0] = 0; index[0] < outer[0].size(); ++index[0]) {
            for (index[1] = 0; index[1] < outer[1].size(); ++index[1]) {
                for (index[2] = 0; index[2] < outer[2].size(); ++index[2]) {
                    overOuter(index);
                }
            }
        }
        if (counts) {
            *counts += m_counts;
        }
        return std::move(m_best);
    }

    /// Memory and registers by themselves: the best factors for each, whatever those for the other.
    double least()
    {
        if (!shareUnits()) {
            return std::numeric_limits<double>::infinity();
        }
        listInner();
        if (m_inner.empty()) {
            return std::numeric_limits<double>::infinity();
        }
        double best = std::numeric_limits<double>::infinity();
        for (std::size_t innermost = 0; innermost < 3; ++innermost) {
            // What the innermost loop reuses is fetched once in any case: the most iterations leave the most room. Where it
            // does not run, the next one is the innermost.
            for (const Count factor : {Count{1}, m_iterations[innermost]}) {
                best = std::min(best, leastAtMemory(innermost, factor));
                if (m_iterations[innermost] == 1) {
                    break;
                }
            }
        }
        return best;
    }

private:
    /// Where one unit of each tensor is too much for the buffer, one of them lies in several buffers, and every fetch of it
    /// is a wide one. False where that is not enough.
    bool shareUnits()
    {
        Count excess = -m_machine.bufferWordsPerTile;
        for (const TensorTraffic& tensor : m_tensors) {
            excess += tensor.mayBypass ? 0 : tensor.unitBufferWords;
        }
        if (excess <= 0) {
            return true;
        }
        double least = std::numeric_limits<double>::infinity();
        std::size_t cheapest = none;
        bool together = false;
        for (std::size_t number = 0; number < 3; ++number) {
            const Count words = m_tensors[number].unitBufferWords;
            for (const RotationPrices::Subgroup& subgroup : m_quick.rotation[number].subgroups) {
                together = true;
                if (!m_tensors[number].mayBypass && words - ceilDivide(words, subgroup.tiles) >= excess) {
                    const double width = static_cast<double>(words) / static_cast<double>(words - excess);
                    const double pj = subgroup.stepPj * wideSteps(width) / width;
                    if (pj < least) {
                        least = pj;
                        cheapest = number;
                    }
                    break;
                }
            }
        }
        if (cheapest == none) {
            return together; // several tensors have to: what that costs is not bounded here
        }
        m_widePj[cheapest] = least;
        return true;
    }

    /// Every choice inside the registers that they hold, cheapest bound first.
    void listInner()
    {
        std::array<std::vector<Count>, 3> divisors;
        for (std::size_t loop = 0; loop < 3; ++loop) {
            divisors[loop] = support::divisors(m_iterations[loop] / std::max<Count>(1, m_asked[loop]));
        }
        for (const Count first : divisors[0]) {
            for (const Count second : divisors[1]) {
                for (const Count third : divisors[2]) {
                    const Factors factors{first, second, third};
                    if (registerWords(factors) > m_machine.registerWordsPerPe) {
                        break; // larger factors need more
                    }
                    m_inner.push_back({factors, leastOnTile(factors)});
                }
            }
        }
        std::stable_sort(m_inner.begin(), m_inner.end(),
                         [](const InnerChoice& a, const InnerChoice& b) { return a.leastPj < b.leastPj; });
    }

    [[nodiscard]] Count registerWords(const Factors& inner) const
    {
        Count words = 0;
        for (const TensorTraffic& tensor : m_tensors) {
            Count units = tensor.unitRegisterWords;
            for (std::size_t loop = 0; loop < 3; ++loop) {
                units *= tensor.varies[loop] ? inner[loop] : 1;
            }
            words += units;
        }
        return words;
    }

    /// The innermost loop outside the registers saves fetches of one tensor at most.
    [[nodiscard]] double leastOnTile(const Factors& inner) const
    {
        double total = 0;
        double mostSaved = 0;
        for (std::size_t number = 0; number < 3; ++number) {
            const TensorTraffic& tensor = m_tensors[number];
            const double perFetch = tensor.bufferPj + (tensor.mayBypass ? 0 : tensor.keptPj) + m_widePj[number];
            total += perFetch;
            if (tensor.reuseLoop == none) {
                continue;
            }
            bool variesOutside = false;
            for (std::size_t loop = 0; loop < 3; ++loop) {
                variesOutside |= tensor.varies[loop] && m_iterations[loop] > inner[loop];
            }
            const Count passes = variesOutside ? m_iterations[tensor.reuseLoop] / inner[tensor.reuseLoop] : 1;
            const double again = static_cast<double>((tensor.output ? 2 * passes - 1 : passes) - 1) * perFetch;
            total += again;
            mostSaved = std::max(mostSaved, again);
        }
        return total - mostSaved;
    }

    void overOuter(const std::array<std::size_t, 3>& index)
    {
        OuterChoice outer;
        const Factors factors{m_outer[0][index[0]], m_outer[1][index[1]], m_outer[2][index[2]]};
        outer.factors = factors;
        ++m_counts.considered;
        if (wordsForced(outer) > m_machine.bufferWordsPerTile) {
            ++m_counts.tooBig;
            return;
        }
        if (fewerIterationsFit(outer, index)) {
            ++m_counts.bounded;
            return;
        }
        std::array<std::size_t, 3> innermost{};
        const std::size_t ways = innermostAtMemory(factors, innermost);
        for (std::size_t way = 0; way < ways; ++way) {
            outer.innermost = innermost[way];
            if (!countFetches(outer)) {
                continue;
            }
            if (cost(outer.leastPj + m_inner.front().leastPj, outer.leastCycles) >= m_threshold) {
                ++m_counts.bounded;
                continue;
            }
            overInner(outer);
        }
    }

    /// Over the factors of the two other loops: the least that is fetched with each pair that leaves room.
    [[nodiscard]] double leastAtMemory(std::size_t innermost, Count factor) const
    {
        const std::size_t second = (innermost + 1) % 3;
        const std::size_t third = (innermost + 2) % 3;
        double best = std::numeric_limits<double>::infinity();
        OuterChoice outer;
        outer.innermost = factor > 1 ? innermost : none;
        outer.factors[innermost] = factor;
        for (Count a = 1; a <= m_iterations[second]; a = nextDivisor(m_iterations[second], a)) {
            outer.factors[second] = a;
            for (Count b = 1; b <= m_iterations[third]; b = nextDivisor(m_iterations[third], b)) {
                outer.factors[third] = b;
                if (wordsForced(outer) <= m_machine.bufferWordsPerTile) {
                    if (countFetches(outer)) {
                        best = std::min(best, cost(outer.leastPj + m_inner.front().leastPj, outer.leastCycles));
                    }
                    break; // more would only be fetched more often
                }
            }
        }
        return best;
    }

    static Count nextDivisor(Count value, Count after)
    {
        do {
            ++after;
        } while (after <= value && value % after != 0);
        return after;
    }

    /// Words of what may not bypass the buffer, shared as far as can be; fills in those of each tensor.
    Count wordsForced(OuterChoice& outer) const
    {
        Count forced = 0;
        for (std::size_t loop = 0; loop < 3; ++loop) {
            outer.rest[loop] = m_iterations[loop] / outer.factors[loop];
        }
        for (std::size_t number = 0; number < 3; ++number) {
            const TensorTraffic& tensor = m_tensors[number];
            Count words = tensor.unitBufferWords;
            for (std::size_t loop = 0; loop < 3; ++loop) {
                words *= tensor.varies[loop] ? outer.rest[loop] : 1;
            }
            outer.words[number] = words;
            forced += tensor.mayBypass ? 0 : ceilDivide(words, tensor.sharers);
        }
        return forced;
    }

    /// With fewer iterations of a loop at memory level nothing is fetched more often, and every choice inside the registers
    /// remains: where all that must be kept then has room unshared, the factors at hand cannot be better. What may bypass the
    /// buffer might be kept then, and take room.
    [[nodiscard]] bool fewerIterationsFit(const OuterChoice& outer, const std::array<std::size_t, 3>& index) const
    {
        for (const TensorTraffic& tensor : m_tensors) {
            if (tensor.present && tensor.mayBypass) {
                return false;
            }
        }
        for (std::size_t loop = 0; loop < 3; ++loop) {
            if (index[loop] == 0) {
                continue;
            }
            const Count fewer = m_outer[loop][index[loop] - 1];
            Count words = 0;
            for (std::size_t number = 0; number < 3; ++number) {
                words += m_tensors[number].varies[loop] ? outer.words[number] * outer.factors[loop] / fewer
                                                        : outer.words[number];
            }
            if (words <= m_machine.bufferWordsPerTile) {
                return true;
            }
        }
        return false;
    }

    static std::size_t loopsThatRun(const Factors& factors, std::array<std::size_t, 3>& loops)
    {
        std::size_t count = 0;
        for (std::size_t loop = 0; loop < 3; ++loop) {
            if (factors[loop] > 1) {
                loops[count++] = loop;
            }
        }
        return count;
    }

    /// Groups that are asked for come outermost: another loop is inside them, if there is one.
    std::size_t innermostAtMemory(const Factors& factors, std::array<std::size_t, 3>& loops) const
    {
        Factors free = factors;
        for (std::size_t loop = 0; loop < 3; ++loop) {
            free[loop] = m_asked[loop] > 0 ? 1 : free[loop];
        }
        if (const std::size_t count = loopsThatRun(free, loops)) {
            return count;
        }
        loops[0] = m_asked[0] > 1 ? 0 : m_asked[1] > 1 ? 1 : m_asked[2] > 1 ? 2 : none;
        return 1;
    }

    /// False where data on chip would have to come twice.
    bool countFetches(OuterChoice& outer) const
    {
        outer.leastPj = m_quick.traffic.fixedPj;
        double words = 0;
        for (std::size_t number = 0; number < 3; ++number) {
            const TensorTraffic& tensor = m_tensors[number];
            outer.passes[number] = outer.fetches[number] = tensor.present ? 1 : 0;
            if (!tensor.present) {
                continue;
            }
            bool varies = false;
            for (std::size_t loop = 0; loop < 3; ++loop) {
                varies |= tensor.varies[loop] && outer.factors[loop] > 1;
            }
            const std::size_t reuse = tensor.reuseLoop;
            Count passes = varies && reuse != none && outer.innermost != reuse ? outer.factors[reuse] : 1;
            if (tensor.onChip && passes > 1) {
                return false;
            }
            outer.passes[number] = passes;
            passes = tensor.output ? 2 * passes - 1 : passes;
            outer.fetches[number] = tensor.mayPin && !varies ? 0 : passes;
            const auto times = static_cast<double>(outer.fetches[number]);
            const double pj = tensor.mayBypass ? std::min(tensor.memoryKeptPj, tensor.memoryBypassPj) : tensor.memoryKeptPj;
            outer.leastPj += (pj + m_quick.fetchPj[number]) * times;
            words += times
                * (tensor.mayBypass ? std::min(tensor.memoryKeptWords, tensor.memoryBypassWords)
                                    : tensor.memoryKeptWords);
        }
        outer.leastCycles = std::max(m_quick.traffic.computeCycles, std::ceil(words / m_machine.dramWordsPerCycle));
        return true;
    }

    void overInner(const OuterChoice& outer)
    {
        for (const InnerChoice& inner : m_inner) {
            if (cost(outer.leastPj + inner.leastPj, outer.leastCycles) >= m_threshold) {
                return;
            }
            BlockingCandidate candidate;
            candidate.outer = outer.factors;
            candidate.inner = inner.factors;
            bool divides = true;
            for (std::size_t loop = 0; loop < 3; ++loop) {
                const auto rest = static_cast<std::uint32_t>(outer.rest[loop]); // sizes stay below 2^31
                const auto factor = static_cast<std::uint32_t>(inner.factors[loop]);
                divides &= rest % factor == 0;
                candidate.middle[loop] = rest / factor;
            }
            if (!divides) {
                continue;
            }
            std::array<std::size_t, 3> innermost{none, none, none};
            const std::size_t ways = std::max<std::size_t>(1, loopsThatRun(candidate.middle, innermost));
            for (std::size_t way = 0; way < ways; ++way) {
                candidate.innermost = {outer.innermost, innermost[way]};
                price(outer, candidate);
            }
        }
    }

    void price(const OuterChoice& outer, BlockingCandidate& candidate)
    {
        ++m_counts.priced;
        double energy = m_quick.traffic.fixedPj;
        double busiest = 0;
        double memoryWords = 0;
        std::array<Rotation, 3> rotation{};
        for (std::size_t number = 0; number < 3; ++number) {
            const TensorTraffic& tensor = m_tensors[number];
            candidate.fetches[number] = outer.fetches[number];
            candidate.kept[number] = false;
            if (!tensor.present) {
                continue;
            }
            bool varies = false;
            for (std::size_t loop = 0; loop < 3; ++loop) {
                varies |= tensor.varies[loop] && candidate.middle[loop] > 1;
            }
            const std::size_t reuse = tensor.reuseLoop;
            const Count outside = reuse == none ? 1 : outer.factors[reuse];
            const Count across = reuse == none || candidate.innermost[1] == reuse ? 1 : candidate.middle[reuse];
            const Count fromBuffer = varies ? outside * across : outer.passes[number];
            const auto bufferTimes = static_cast<double>(tensor.output ? 2 * fromBuffer - 1 : fromBuffer);
            const auto memoryTimes = static_cast<double>(outer.fetches[number]);
            const bool kept = !tensor.mayBypass || outer.passes[number] < fromBuffer;
            candidate.kept[number] = kept;
            energy += tensor.bufferPj * bufferTimes + m_quick.fetchPj[number] * memoryTimes;
            if (kept) {
                energy += tensor.keptPj * bufferTimes + tensor.memoryKeptPj * memoryTimes;
                busiest = std::max(busiest, tensor.bufferWords * bufferTimes);
                memoryWords += tensor.memoryKeptWords * memoryTimes;
                rotation[number] = rotationOf(tensor, candidate, outside, outer.passes[number], bufferTimes);
            } else {
                energy += tensor.memoryBypassPj * memoryTimes;
                memoryWords += tensor.memoryBypassWords * memoryTimes;
            }
        }
        const double sharing = leastRotation(outer, candidate, rotation);
        if (!std::isfinite(sharing)) {
            return;
        }
        const double bus = std::ceil(std::ceil(busiest) / m_machine.busWordsPerCycle);
        const double memory = std::ceil(memoryWords / m_machine.dramWordsPerCycle);
        candidate.cycles = std::max({m_quick.traffic.computeCycles, bus, memory});
        candidate.dramCycles = memory;
        candidate.energyPj = energy + sharing + m_machine.staticPjPerCycle * candidate.cycles;
        candidate.cost = scalarOf(m_task.objective, candidate.energyPj, candidate.cycles);
        keep(candidate);
    }

    /// The loop that is innermost stays there; of the others a loop that the tensor varies with comes first.
    static Rotation rotationOf(const TensorTraffic& tensor, const BlockingCandidate& candidate, Count outside, Count passes,
                               double fetches)
    {
        Rotation rotation{0, 1, fetches};
        const std::size_t innermost = candidate.innermost[1];
        const Count across = tensor.reuseLoop == none ? 1 : candidate.middle[tensor.reuseLoop];
        Count first = 1;
        Count all = 1;
        for (std::size_t loop = 0; loop < 3; ++loop) {
            if (tensor.varies[loop]) {
                all *= candidate.middle[loop];
                first *= loop == innermost ? 1 : candidate.middle[loop];
            }
        }
        if (all == 1) {
            return rotation;
        }
        const bool together = innermost == tensor.reuseLoop || across == 1 || first == 1;
        rotation.units = together ? all : first;
        rotation.rounds = outside * (innermost != tensor.reuseLoop && first == 1 ? across : 1);
        // A piece that is used for one round only streams past while it is fetched.
        if (rotation.rounds == passes) {
            rotation.rounds = 0;
        }
        return rotation;
    }

    /// The cheapest tensors to share so that all that is kept has room; infinite if there are none. One tensor alone is
    /// shared by as few tiles as will do.
    [[nodiscard]] double leastRotation(const OuterChoice& outer, const BlockingCandidate& candidate,
                                       const std::array<Rotation, 3>& rotation) const
    {
        Count unshared = 0;
        for (std::size_t number = 0; number < 3; ++number) {
            unshared += candidate.kept[number] ? outer.words[number] : 0;
        }
        const Count excess = unshared - m_machine.bufferWordsPerTile;
        if (excess <= 0) {
            return 0;
        }
        double least = std::numeric_limits<double>::infinity();
        for (unsigned shared = 1; shared < 8; ++shared) {
            Count saved = 0;
            double pj = 0;
            bool sensible = true;
            for (std::size_t number = 0; number < 3; ++number) {
                if (((shared >> number) & 1U) == 0) {
                    continue;
                }
                const auto& subgroups = m_quick.rotation[number].subgroups;
                if (!candidate.kept[number] || subgroups.empty()) {
                    sensible = false;
                    break;
                }
                const Count words = outer.words[number];
                auto subgroup = subgroups.end() - 1;
                if (shared == (1U << number)) {
                    subgroup = std::find_if(subgroups.begin(), subgroups.end() - 1, [&](const auto& own) {
                        return words - ceilDivide(words, own.tiles) >= excess;
                    });
                }
                saved += words - ceilDivide(words, subgroup->tiles);
                pj += rotationPj(*subgroup, rotation[number]);
            }
            if (sensible && saved >= excess) {
                least = std::min(least, pj);
            }
        }
        return least;
    }

    [[nodiscard]] double cost(double energyPj, double cycles) const
    {
        return scalarOf(m_task.objective, energyPj + m_machine.staticPjPerCycle * cycles, cycles);
    }

    void keep(const BlockingCandidate& candidate)
    {
        if (candidate.cost >= m_threshold) {
            return;
        }
        const auto place = std::upper_bound(m_best.begin(), m_best.end(), candidate.cost,
                                            [](double cost, const BlockingCandidate& best) { return cost < best.cost; });
        m_best.insert(place, candidate);
        if (m_best.size() > m_most) {
            m_best.pop_back();
        }
        if (m_best.size() == m_most) {
            m_threshold = m_best.back().cost;
        }
    }

    const QuickTask& m_quick;
    const BlockingTask& m_task;
    const hardware::Machine& m_machine;
    const std::array<TensorTraffic, 3>& m_tensors;
    std::size_t m_most;
    double m_threshold; ///< what costs as much is of no use
    Factors m_asked;
    std::array<Count, 3> m_iterations;
    std::array<double, 3> m_widePj{}; ///< of one fetch, where that is known before the factors are
    std::array<std::vector<Count>, 3> m_outer; ///< factors at memory level that may be tried, ascending
    std::vector<InnerChoice> m_inner;
    std::vector<BlockingCandidate> m_best;
    SearchCounts m_counts;
};

} // namespace

double scalarOf(const Objective& objective, double energyPj, double cycles)
{
    return objective.delayFirst ? cycles + tiePerPj * (energyPj + objective.cyclePj * cycles)
                                : energyPj + objective.cyclePj * cycles;
}

double leastCost(const QuickTask& task)
{
    return QuickSearch(task, 1, std::numeric_limits<double>::infinity()).least();
}

std::vector<BlockingCandidate> quickBlockings(const QuickTask& task, std::size_t most, double worthless,
                                              SearchCounts* counts)
{
    return QuickSearch(task, most, worthless).run(counts);
}

} // namespace tilescape::intralayer
