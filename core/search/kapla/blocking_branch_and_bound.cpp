#include "core/search/kapla/blocking_branch_and_bound.h"

#include "core/search/kapla/rotation_estimate.h"
#include "core/search/kapla/shared_buffer_traffic.h"
#include "core/search/space/blocking_sums.h"
#include "core/search/space/dram_tiling.h"
#include "core/search/space/infinite.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tilescape::search {

namespace {

constexpr std::size_t none = noLoop;

/// Where there are as many DRAM tilings, what one of them costs is found out before all are listed.
constexpr std::size_t tilingsToProbe = 16;

/// Times a cost: above what a bound of the same blocking may come to, whose terms are added in another order.
constexpr double justAbove = 1 + 1e-9;

/// A DRAM tiling, and what each tensor takes of a tile's buffer if it is kept there.
struct OuterTiling : DramTiling {
    std::array<Count, 3> pieceWords{}; ///< shared as far as can be
    bool hasRoom = false;              ///< for all tensors at once
};

class BranchAndBound {
public:
    BranchAndBound(const BlockingQuery& query, std::size_t most, double upperBound)
        : m_query(query),
          m_task(query.nest.task),
          m_machine(m_task.machine),
          m_tensors(query.nest.traffic.tensors),
          m_inner(query.nest.registers->choices),
          m_most(most),
          m_threshold(upperBound),
          m_asked(factorsOf(query.top)),
          m_iterations(coveredBy(m_task).values),
          m_fetches(query.nest.traffic, m_machine, query.fetchPj),
          m_shared(query, m_asked),
          m_sharesMemory(!m_machine.sharedBuffers.empty())
    {
        for (std::size_t number = 0; number < 3; ++number) {
            m_varies[number] = dimensionLoops(m_tensors[number]);
        }
        for (const RegisterTiling& inner : m_inner) {
            for (std::size_t loop = 0; loop < 3; ++loop) {
                m_largestInner[loop] = std::max(m_largestInner[loop], inner.factors[loop]);
            }
        }
    }

    std::vector<BlockingCandidate> run(SearchCounts* counts)
    {
        for (std::size_t loop = 0; loop < 3; ++loop) {
            const Count asked = m_asked[loop];
            if (asked > 0 && m_iterations[loop] % asked != 0) {
                return {}; // these groups cannot be had
            }
            m_sizes[loop] = asked > 0 ? 1 : m_query.nest.registers->divisors[loop].size();
        }
        if (m_inner.empty() || !keepsItemsWhole(m_task, m_query.top)) {
            return {};
        }
        if (m_query.leastGain == 0 && m_sizes[0] * m_sizes[1] * m_sizes[2] >= tilingsToProbe) {
            probe();
        }
        addOuter();
        overOuter();
        if (counts) {
            m_counts.considered =
                m_counts.priced + m_counts.tooBig + m_counts.bounded; // what a bound drops at once, as one
            *counts += m_counts;
        }
        return std::move(m_best);
    }

private:
    using Words = std::array<Count, 3>; ///< of each tensor, in the buffer

    /// Factors at memory level that may be tried, ascending.
    [[nodiscard]] Count outerFactor(std::size_t loop, std::size_t index) const
    {
        return m_asked[loop] > 0 ? m_asked[loop] : m_query.nest.registers->divisors[loop][index];
    }

    /// Iterations inside of it: what divides stands mirrored.
    [[nodiscard]] Count rest(std::size_t loop, std::size_t index) const
    {
        return m_asked[loop] > 0 ? m_iterations[loop] / m_asked[loop]
                                 : m_query.nest.registers->divisors[loop][m_sizes[loop] - 1 - index];
    }

    void multiply(Words& words, std::size_t loop, Count iterations) const
    {
        for (std::size_t number = 0; number < 3; ++number) {
            words[number] *= m_tensors[number].varies[loop] ? iterations : 1;
        }
    }

    /// Of what may not bypass the buffer, shared as far as can be.
    [[nodiscard]] Count forced(const Words& words) const
    {
        Count sum = 0;
        for (std::size_t number = 0; number < 3; ++number) {
            const TensorTraffic& tensor = m_tensors[number];
            if (!tensor.mayBypass) {
                sum += tensor.sharers == 1 ? words[number] : ceilDivide(words[number], tensor.sharers);
            }
        }
        return sum;
    }

    /// A limit that the best blockings keep to: the cost of some blockings with the least fetches among those that have just enough
    /// iterations at DRAM level for all tensors to have room. It is above their cost, so that the search finds those it would find
    /// without it.
    void probe()
    {
        OuterTiling best;
        double least = m_threshold;
        forEachTiling([&](OuterTiling& outer) {
            if (outer.hasRoom) {
                forEachLoopOrder(outer, [&](double bound) {
                    if (bound < least) {
                        least = bound;
                        best = outer;
                    }
                });
            }
            return !outer.hasRoom;
        });
        const double limit = m_threshold;
        if (least < limit) {
            overInner(best);
            m_threshold = m_best.size() == m_most ? std::min(limit, m_best.back().cost * justAbove) : limit;
            m_best.clear();
        }
        m_counts = {};
    }

    /// Of the tilings with their loop orders, those that may be better than the threshold. More iterations at DRAM level do not
    /// lower a bound, but in shared buffers, whose room they leave to others.
    void addOuter()
    {
        forEachTiling([this](OuterTiling& outer) {
            bool mayBeBetter = m_sharesMemory;
            const std::size_t orders = forEachLoopOrder(outer, [&](double bound) {
                if (bound >= m_threshold) {
                    ++m_counts.bounded;
                    return;
                }
                mayBeBetter = true;
                m_order.emplace_back(bound, m_outer.size());
                m_outer.push_back(outer);
            });
            return mayBeBetter || orders == 0;
        });
    }

    /// With fewer iterations of a loop at memory level nothing is fetched more often, and every choice inside the registers
    /// remains: where all that must be kept then has room unshared, more iterations cannot be better, and have room as well.
    /// What may bypass the buffer might be kept then, and take room; so might what a shared buffer holds. `visit(outer)` says
    /// whether more iterations of the third loop may be of use.
    template <typename Visit>
    void forEachTiling(const Visit& visit)
    {
        const bool comparable =
            !m_sharesMemory && std::none_of(m_tensors.begin(), m_tensors.end(), [](const TensorTraffic& tensor) {
                return tensor.present && tensor.mayBypass;
            });
        // By the second loop: from which factor of the third loop on all has room, with the iterations of the first so far.
        std::vector<std::size_t> roomFrom(m_sizes[1], m_sizes[2]);
        OuterTiling outer;
        Words units{};
        for (std::size_t number = 0; number < 3; ++number) {
            units[number] = m_tensors[number].unitBufferWords;
        }
        for (std::size_t first = 0; first < m_sizes[0]; ++first) {
            outer.factors[0] = outerFactor(0, first);
            outer.rest[0] = rest(0, first);
            Words ofFirst = units;
            multiply(ofFirst, 0, outer.rest[0]);
            if (forced(ofFirst) > m_machine.capacities.bufferWordsPerTile) {
                const auto skipped = static_cast<Count>(m_sizes[1] * m_sizes[2]);
                m_counts.tooBig += skipped;
                continue;
            }
            std::size_t enough =
                m_sizes[2]; // the smallest factor of the third loop that is: less with more of the second
            for (std::size_t second = 0; second < m_sizes[1]; ++second) {
                outer.factors[1] = outerFactor(1, second);
                outer.rest[1] = rest(1, second);
                Words ofSecond = ofFirst;
                multiply(ofSecond, 1, outer.rest[1]);
                const auto wordsWith = [&](std::size_t third) {
                    Words words = ofSecond;
                    multiply(words, 2, rest(2, third));
                    return words;
                };
                while (enough > 0 && forced(wordsWith(enough - 1)) <= m_machine.capacities.bufferWordsPerTile) {
                    --enough;
                }
                m_counts.tooBig += static_cast<Count>(enough);
                std::size_t& room = roomFrom[second];
                room = second > 0 ? std::min(room, roomFrom[second - 1]) : room;
                std::size_t third = enough;
                bool goesOn = true;
                for (; third < m_sizes[2] && goesOn && !(comparable && third >= room); ++third) {
                    outer.factors[2] = outerFactor(2, third);
                    outer.rest[2] = rest(2, third);
                    outer.words = wordsWith(third);
                    setPieces(outer);
                    goesOn = visit(outer);
                    if (outer.words[0] + outer.words[1] + outer.words[2] <= m_machine.capacities.bufferWordsPerTile) {
                        room = std::min(room, third);
                    }
                }
                m_counts.bounded += static_cast<Count>(m_sizes[2] - third);
            }
        }
    }

    void setPieces(OuterTiling& outer) const
    {
        Count all = 0;
        for (std::size_t number = 0; number < 3; ++number) {
            const TensorTraffic& tensor = m_tensors[number];
            outer.pieceWords[number] = !tensor.present      ? 0
                                       : tensor.sharers == 1 ? outer.words[number]
                                                             : ceilDivide(outer.words[number], tensor.sharers);
            all += outer.pieceWords[number];
        }
        outer.hasRoom = all <= m_machine.capacities.bufferWordsPerTile;
    }

    /// Iterations of a tensor's reuse loop at DRAM level.
    static Count reuseOutside(const TensorTraffic& tensor, const DramTiling& outer)
    {
        return tensor.reuseLoop == none ? 1 : outer.factors[tensor.reuseLoop];
    }

    /// Whether the tensors that cannot bypass the buffer, whatever is inside, have room. A tensor can bypass only if the buffer is
    /// filled as often as the registers: as often as DRAM loops ask, or no loop between them changes the tensor.
    [[nodiscard]] bool mayHaveRoom(const OuterTiling& outer) const
    {
        Count words = 0;
        for (std::size_t number = 0; number < 3; ++number) {
            const TensorTraffic& tensor = m_tensors[number];
            bool mayFillRegisters = true;
            for (std::size_t loop = 0; loop < 3; ++loop) {
                mayFillRegisters &= !tensor.varies[loop] || outer.rest[loop] <= m_largestInner[loop];
            }
            const bool mayBypass =
                tensor.mayBypass && (mayFillRegisters || outer.passes[number] >= reuseOutside(tensor, outer));
            words += mayBypass ? 0 : outer.pieceWords[number];
        }
        return words <= m_machine.capacities.bufferWordsPerTile;
    }

    /// Calls `visit(bound)` for each loop that may be the innermost and leaves room, with a lower bound of its blockings. The number
    /// of calls, or 0 if some loop leaves none.
    template <typename Visit>
    std::size_t forEachLoopOrder(OuterTiling& outer, const Visit& visit)
    {
        std::array<std::size_t, 3> innermost{};
        const std::size_t orders = innermostAtMemory(outer.factors, innermost);
        std::size_t visited = 0;
        for (std::size_t order = 0; order < orders; ++order) {
            outer.innermost = innermost[order];
            if (!m_fetches.count(outer)) {
                continue;
            }
            if (!outer.hasRoom && !mayHaveRoom(outer)) {
                ++m_counts.tooBig;
                continue;
            }
            if (m_sharesMemory) {
                m_shared.raiseBounds(outer);
            }
            outer.leastCycles = std::max(outer.leastCycles, m_query.nest.registers->leastBusCycles);
            visit(cost(outer.leastPj + m_inner.front().leastPj, outer.leastCycles));
            ++visited;
        }
        return visited == orders ? visited : 0;
    }

    /// Those with the lowest bounds first: what they achieve rules the others out.
    void overOuter()
    {
        std::sort(m_order.begin(), m_order.end());
        for (std::size_t i = 0; i < m_order.size(); ++i) {
            if (m_order[i].first >= m_threshold) {
                m_counts.bounded += static_cast<Count>(m_order.size() - i);
                return;
            }
            overInner(m_outer[m_order[i].second]);
        }
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

    void overInner(const OuterTiling& outer)
    {
        m_shared.begin();
        for (const RegisterTiling& inner : m_inner) {
            if (cost(outer.leastPj + inner.leastPj, outer.leastCycles) >= m_threshold) {
                return;
            }
            if (cost(outer.leastPj + inner.leastPj, std::max(outer.leastCycles, inner.leastBusCycles)) >= m_threshold) {
                ++m_counts.bounded;
                continue;
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
            const std::size_t partials = std::max<std::size_t>(1, loopsThatRun(candidate.middle, innermost));
            for (std::size_t partial = 0; partial < partials; ++partial) {
                candidate.innermost = {outer.innermost, innermost[partial]};
                candidate.outermost = none;
                if (!outer.hasRoom && !hasRoom(outer, candidate)) {
                    ++m_counts.tooBig;
                    continue;
                }
                price(outer, candidate);
                if (m_sharesMemory && m_shared.mayExchange(outer)) {
                    candidate.outermost = SharedBufferTraffic::exchanged(outer);
                    price(outer, candidate);
                }
            }
        }
    }

    /// Whether what is kept in the buffer has room.
    [[nodiscard]] bool hasRoom(const OuterTiling& outer, const BlockingCandidate& candidate) const
    {
        const unsigned running = search::loopsThatRun(candidate.middle);
        Count words = 0;
        for (std::size_t number = 0; number < 3; ++number) {
            const TensorTraffic& tensor = m_tensors[number];
            const bool varies = (m_varies[number] & running) != 0;
            const bool kept = !tensor.mayBypass
                              || outer.passes[number] < bufferPasses(tensor, varies, outer.factors, candidate.middle,
                                                                     candidate.innermost[1], outer.passes[number]);
            words += kept ? outer.pieceWords[number] : 0;
        }
        return words <= m_machine.capacities.bufferWordsPerTile;
    }

    /// There is room for what it keeps.
    void price(const OuterTiling& outer, BlockingCandidate& candidate)
    {
        ++m_counts.priced;
        BlockingSums sums;
        sums.energyPj = m_query.nest.traffic.fixedPj;
        std::array<Count, 3> outside{};
        std::array<double, 3> bufferTimes{};
        const unsigned running = search::loopsThatRun(candidate.middle);
        for (std::size_t number = 0; number < 3; ++number) {
            const TensorTraffic& tensor = m_tensors[number];
            candidate.fetches[number] = outer.fetches[number];
            candidate.kept[number] = false;
            if (!tensor.present) {
                continue;
            }
            const bool varies = (m_varies[number] & running) != 0;
            outside[number] = reuseOutside(tensor, outer);
            const Count fromBuffer = bufferPasses(tensor, varies, outer.factors, candidate.middle,
                                                  candidate.innermost[1], outer.passes[number]);
            bufferTimes[number] = static_cast<double>(withReadBack(tensor, fromBuffer));
            const bool kept = !tensor.mayBypass || outer.passes[number] < fromBuffer;
            candidate.kept[number] = kept;
            if (tensor.mayPin && !kept && varies && !tensor.pinsBypassed) {
                candidate.fetches[number] = outer.passes[number];
            }
            sums.add(tensor, kept, static_cast<double>(candidate.fetches[number]), bufferTimes[number],
                     outer.words[number], m_query.fetchPj[number]);
        }
        double sharedCycles = 0;
        if (m_sharesMemory) {
            const SharedTraffic& shared = m_shared.of(outer, candidate.kept, candidate.outermost != none);
            sums.energyPj += shared.energyPj;
            sums.dramWords = shared.dramWords;
            sharedCycles = shared.cycles;
        }
        const BlockingCycles cycles = cyclesOf(sums, m_query.nest.traffic.computeCycles, sharedCycles, m_machine.rates);
        candidate.cycles = cycles.all;
        candidate.dramCycles = cycles.dram;
        if (cost(sums.energyPj, candidate.cycles) >= m_threshold) {
            return; // whatever it costs to share
        }
        std::array<Rotation, 3> rotation{};
        for (std::size_t number = 0; number < 3; ++number) {
            if (candidate.kept[number]) {
                rotation[number] = rotationOf(m_tensors[number], candidate, outside[number], outer.passes[number],
                                              bufferTimes[number]);
            }
        }
        const double sharing = leastRotationPj(outer.words, candidate.kept, rotation, m_query.nest.rotation, m_machine,
                                               m_query.boundsRotation);
        if (!std::isfinite(sharing)) {
            return;
        }
        candidate.energyPj = sums.energyPj + sharing + m_machine.prices.staticPjPerCycle * candidate.cycles;
        candidate.cost = scalarOf(m_task.objective, candidate.energyPj, candidate.cycles);
        keep(candidate);
    }

    [[nodiscard]] double cost(double energyPj, double cycles) const
    {
        return scalarOf(m_task.objective, energyPj + m_machine.prices.staticPjPerCycle * cycles, cycles);
    }

    void keep(const BlockingCandidate& candidate)
    {
        if (candidate.cost >= m_threshold) {
            return;
        }
        const auto place =
            std::upper_bound(m_best.begin(), m_best.end(), candidate.cost,
                             [](double cost, const BlockingCandidate& best) { return cost < best.cost; });
        m_best.insert(place, candidate);
        if (m_best.size() > m_most) {
            m_best.pop_back();
        }
        if (m_best.size() == m_most) {
            m_threshold = m_best.back().cost * (1 - m_query.leastGain);
        }
    }

    const BlockingQuery& m_query;
    const BlockingTask& m_task;
    const hardware::Machine& m_machine;
    const std::array<TensorTraffic, 3>& m_tensors;
    const std::vector<RegisterTiling>& m_inner;
    std::size_t m_most;
    double m_threshold; ///< what costs as much is of no use
    Factors m_asked;
    std::array<Count, 3> m_iterations;
    DramFetches m_fetches;
    SharedBufferTraffic m_shared;
    std::array<unsigned, 3> m_varies{}; ///< of each tensor: bit by loop
    bool m_sharesMemory;
    std::array<std::size_t, 3> m_sizes{}; ///< how many factors of each loop may be tried at memory level
    Factors m_largestInner{}; ///< of each loop, over all register tilings
    std::vector<OuterTiling> m_outer;
    std::vector<std::pair<double, std::size_t>> m_order; ///< of `m_outer`, by bound
    std::vector<BlockingCandidate> m_best;
    SearchCounts m_counts;
};

} // namespace

std::vector<BlockingCandidate> bestBlockings(const BlockingQuery& task, std::size_t most, double upperBound,
                                             SearchCounts* counts)
{
    return BranchAndBound(task, most, upperBound).run(counts);
}

} // namespace tilescape::search
