#include "core/search/kapla/blocking_branch_and_bound.h"

#include "core/dataflow/sharing.h"
#include "core/search/kapla/outer_tilings.h"
#include "core/search/kapla/rotation_estimate.h"
#include "core/search/kapla/shared_buffer_traffic.h"
#include "core/search/space/blocking_sums.h"
#include "core/search/space/infinite.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

namespace tilescape::search {

namespace {

constexpr std::size_t none = noLoop;

class BranchAndBound {
public:
    BranchAndBound(const BlockingQuery& query, std::size_t most, double upperBound)
        : m_query(query),
          m_setting(*query.nest.task.setting),
          m_machine(m_setting.machine),
          m_tensors(query.nest.traffic.tensors),
          m_inner(query.nest.registers->choices),
          m_most(most),
          m_threshold(upperBound),
          m_asked(factorsOf(query.limits.top)),
          m_shared(query, m_asked),
          m_sharing(m_tensors, query.nest.rotation, m_machine.capacities.bufferWordsPerTile, query.boundsRotation),
          m_tilings(query, m_asked, m_shared),
          m_sharesMemory(!m_machine.sharedBuffers.empty())
    {
        for (std::size_t number = 0; number < 3; ++number) {
            m_varies[number] = dimensionLoops(m_tensors[number]);
            m_mayPayToKeep |= m_tensors[number].keepingPays ? 1U << number : 0U;
        }
        constexpr auto input = static_cast<std::size_t>(Tensor::Input);
        if (query.limits.inputRoom != InputRoom::Any && m_tensors[input].present && m_tensors[input].mayBypass) {
            m_mustKeep |= 1U << input;
        }
    }

    std::vector<BlockingCandidate> run(SearchCounts* counts)
    {
        if (!m_tilings.exist()) {
            return {};
        }
        overOuter();
        if (counts) {
            m_counts.considered =
                m_counts.priced + m_counts.tooBig + m_counts.bounded; // what a bound drops at once, as one
            *counts += m_counts;
        }
        return std::move(m_best);
    }

    /// Whether any blocking is below the upper bound: the first that is ends the search.
    bool findsAny()
    {
        if (!m_tilings.exist()) {
            return false;
        }
        m_anyWillDo = true;
        overOuter();
        return !m_best.empty();
    }

private:
    /// Those with the lowest bounds first: what they achieve rules the others out.
    void overOuter()
    {
        while (const std::optional<OuterTiling> outer = m_tilings.next(m_threshold, m_counts)) {
            overInner(*outer);
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

    void overInner(const OuterTiling& outer)
    {
        m_shared.begin();
        m_sharing.begin(outer);
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
                const unsigned unsaved = keptForNoFetch(outer, candidate);
                const unsigned mustKeep = unsaved & mustKeepOf(candidate);
                const unsigned optional = unsaved & m_mayPayToKeep & ~mustKeep;
                unsigned keep = 0;
                do {
                    for (std::size_t number = 0; number < 3; ++number) {
                        candidate.keep[number] = (((keep | mustKeep) >> number) & 1U) != 0;
                    }
                    priceIfRoom(outer, candidate);
                    keep = (keep - optional) & optional; // the next set of these
                } while (keep != 0);
            }
        }
    }

    /// If what is kept has room, with the outer loops in both orders where that matters.
    void priceIfRoom(const OuterTiling& outer, BlockingCandidate& candidate)
    {
        candidate.outermost = none;
        if (!outer.hasRoom && !hasRoom(outer, candidate)) {
            ++m_counts.tooBig;
            return;
        }
        price(outer, candidate);
        if (m_sharesMemory && m_shared.mayExchange(outer)) {
            candidate.outermost = SharedBufferTraffic::exchanged(outer);
            price(outer, candidate);
        }
    }

    /// Times that the registers receive a tensor.
    [[nodiscard]] Count passesInside(const OuterTiling& outer, const BlockingCandidate& candidate, std::size_t number) const
    {
        const bool varies = (m_varies[number] & search::loopsThatRun(candidate.middle)) != 0;
        return bufferPasses(m_tensors[number], varies, outer.factors, candidate.middle, candidate.innermost[1],
                            outer.passes[number]);
    }

    /// What must be kept whatever it saves: not an input that may be in the registers instead, where they take all of it at once.
    [[nodiscard]] unsigned mustKeepOf(const BlockingCandidate& candidate) const
    {
        constexpr auto input = static_cast<std::size_t>(Tensor::Input);
        const bool isInRegisters = m_query.limits.inputRoom == InputRoom::AtOnce
                                   && (m_varies[input] & search::loopsThatRun(candidate.middle)) == 0;
        return isInRegisters ? m_mustKeep & ~(1U << input) : m_mustKeep;
    }

    /// Of the tensors that may or must be kept all the same, those for which the buffer saves no fetch: a bit by tensor.
    [[nodiscard]] unsigned keptForNoFetch(const OuterTiling& outer, const BlockingCandidate& candidate) const
    {
        unsigned tensors = 0;
        for (std::size_t number = 0; number < 3; ++number) {
            const unsigned own = 1U << number;
            if (((m_mayPayToKeep | m_mustKeep) & own) != 0
                && passesInside(outer, candidate, number) <= outer.passes[number]) {
                tensors |= own;
            }
        }
        return tensors;
    }

    /// Whether what is kept in the buffer has room.
    [[nodiscard]] bool hasRoom(const OuterTiling& outer, const BlockingCandidate& candidate) const
    {
        Count words = 0;
        for (std::size_t number = 0; number < 3; ++number) {
            const bool kept = !m_tensors[number].mayBypass || candidate.keep[number]
                              || outer.passes[number] < passesInside(outer, candidate, number);
            words += kept ? outer.pieceWords[number] : 0;
        }
        return words <= m_machine.capacities.bufferWordsPerTile;
    }

    /// There is room for what it keeps.
    void price(const OuterTiling& outer, BlockingCandidate& candidate)
    {
        ++m_counts.priced;
        BlockingSums sums;
        sums.energyPj = m_query.nest.traffic.fixedPj + m_query.oncePj;
        std::array<Count, 3> outside{};
        std::array<double, 3> bufferTimes{};
        Count roomWords = 0;
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
            const Count fromBuffer = passesInside(outer, candidate, number);
            bufferTimes[number] = static_cast<double>(withReadBack(tensor, fromBuffer));
            const bool kept = !tensor.mayBypass || candidate.keep[number] || outer.passes[number] < fromBuffer;
            candidate.kept[number] = kept;
            const bool takesOnce = number == static_cast<std::size_t>(Tensor::Input) && fromBuffer == outer.passes[number]
                                   && outer.pieceWords[number] == outer.words[number];
            roomWords += kept && !takesOnce ? outer.pieceWords[number] : 0;
            if (tensor.mayPin && !kept && (varies || !tensor.staysInRegisters) && !tensor.pinsBypassed) {
                candidate.fetches[number] = outer.passes[number];
            }
            sums.add(tensor, kept, static_cast<double>(candidate.fetches[number]), bufferTimes[number],
                     outer.pieceWords[number], m_query.fetchPj[number]);
        }
        if (roomWords > m_query.limits.roomWords) {
            ++m_counts.tooBig;
            return;
        }
        double sharedCycles = 0;
        if (m_sharesMemory) {
            const SharedTraffic& shared = m_shared.of(outer, candidate.fetches, candidate.kept, candidate.outermost != none);
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
        double sharing = 0;
        if (m_sharing.isNeeded(candidate.kept)) {
            std::array<Rotation, 3> rotation{};
            for (std::size_t number = 0; number < 3; ++number) {
                if (candidate.kept[number]) {
                    rotation[number] = rotationOf(m_tensors[number], candidate, outside[number], outer.passes[number],
                                                  bufferTimes[number]);
                }
            }
            sharing = m_sharing.leastPj(candidate.kept, rotation);
        }
        if (!std::isfinite(sharing)) {
            return;
        }
        candidate.energyPj = sums.energyPj + sharing + m_machine.prices.staticPjPerCycle * candidate.cycles;
        candidate.cost = scalarOf(m_setting.objective, candidate.energyPj, candidate.cycles);
        keep(candidate);
    }

    [[nodiscard]] double cost(double energyPj, double cycles) const { return costOf(m_setting, energyPj, cycles); }

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
        if (m_anyWillDo) {
            m_threshold = -infinite; // nothing is looked at any more
        } else if (m_best.size() == m_most) {
            m_threshold = m_best.back().cost * (1 - m_query.leastGain);
        }
    }

    const BlockingQuery& m_query;
    const BlockingSetting& m_setting;
    const hardware::Machine& m_machine;
    const std::array<TensorTraffic, 3>& m_tensors;
    const std::vector<RegisterTiling>& m_inner;
    std::size_t m_most;
    double m_threshold; ///< what costs as much is of no use
    Factors m_asked;
    SharedBufferTraffic m_shared;
    SharingEstimate m_sharing;
    OuterTilings m_tilings;
    std::array<unsigned, 3> m_varies{}; ///< of each tensor: bit by loop
    unsigned m_mayPayToKeep = 0;        ///< bit by tensor: where the buffer saves no fetch, it may save words of each
    unsigned m_mustKeep = 0;            ///< bit by tensor: kept whatever it saves
    bool m_sharesMemory;
    bool m_anyWillDo = false; ///< the search ends with the first blocking that it finds
    std::vector<BlockingCandidate> m_best;
    SearchCounts m_counts;
};

/// The nest whose output no tiles hold between them but such as may hold so many pieces.
PreparedNest heldInPieces(const PreparedNest& nest, Count pieces)
{
    PreparedNest own = nest;
    constexpr auto output = static_cast<std::size_t>(Tensor::Output);
    Count& sharers = own.traffic.tensors[output].sharers;
    sharers = dataflow::largestHolding(sharers, pieces);
    std::erase_if(own.rotation[output].subgroups, [pieces](const RotationPrices::Subgroup& subgroup) {
        return !dataflow::mayHoldBetween(subgroup.tiles, pieces);
    });
    return own;
}

/// Calls `search` with the query, in whose nest tiles share the output only where they may hold as many pieces as it asks for.
template <typename Search>
auto underLimits(const BlockingQuery& query, const Search& search)
{
    if (dataflow::mayHoldBetween(query.nest.traffic.tensors[static_cast<std::size_t>(Tensor::Output)].sharers,
                                 query.limits.outputPieces)) {
        return search(query);
    }
    const PreparedNest nest = heldInPieces(query.nest, query.limits.outputPieces);
    return search({nest, query.fetchPj, query.limits, query.leastGain, query.boundsRotation, query.oncePj});
}

} // namespace

std::vector<BlockingCandidate> bestBlockings(const BlockingQuery& task, std::size_t most, double upperBound,
                                             SearchCounts* counts)
{
    return underLimits(task,
                       [&](const BlockingQuery& query) { return BranchAndBound(query, most, upperBound).run(counts); });
}

bool hasBlockingBelow(const BlockingQuery& task, double limit)
{
    return underLimits(task, [&](const BlockingQuery& query) { return BranchAndBound(query, 1, limit).findsAny(); });
}

} // namespace tilescape::search
