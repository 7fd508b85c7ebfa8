#include "core/search/exhaustive/blocking_search.h"

#include "core/search/exhaustive/candidate_front.h"
#include "core/search/space/blocking_steps.h"
#include "core/search/space/blocking_sums.h"
#include "core/search/space/shared_buffer_use.h"
#include "core/search/space/tensor_traffic.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tilescape::search {

using dataflow::LoopNest;

namespace {

constexpr std::size_t none = noLoop; ///< in place of a loop's number

using Candidate = BlockingCandidate;

class Search {
public:
    explicit Search(const BlockingTask& task);
    BlockingAnswer run();

private:
    void overMiddles(const std::array<std::size_t, 3>& indices);
    void overOrders(Candidate& candidate);
    /// Prices the candidate with every set of tensors kept that may pay.
    template <bool sharesMemory>
    void priceKeeping(Candidate& candidate);
    /// Prices the candidate; apart for chips with buffers between the tiles' and DRAM, so that the others do not pay for them.
    template <bool sharesMemory>
    void price(Candidate& candidate);
    [[nodiscard]] double lowerBound(const Factors& inner) const;

    const BlockingTask& m_task;
    const LoopNest& m_nest;
    Factors m_asked;
    BlockingSteps m_steps;
    NestTraffic m_nestTraffic;
    const std::array<TensorTraffic, 3>& m_traffic = m_nestTraffic.tensors;
    double m_fixedPj;
    double m_computeCycles;
    double m_pricePerCycle;
    bool m_bandwidthMatters;
    bool m_sharesMemory; ///< there are buffers between the tiles' and DRAM
    CandidateFront m_front;
    std::vector<std::array<bool, 3>> m_keeps; ///< sets of tensors that it may pay to keep; first none
    SearchCounts m_counts;
};

Search::Search(const BlockingTask& task)
    : m_task(task),
      m_nest(task.nest),
      m_asked(factorsOf(task.top)),
      m_steps(task.nest, task.top),
      m_nestTraffic(trafficOf(task.nest, task.nest.iterations, task.setting->context, task.setting->machine,
                              task.setting->sharing)),
      m_fixedPj(m_nestTraffic.fixedPj),
      m_computeCycles(m_nestTraffic.computeCycles),
      m_pricePerCycle(task.setting->machine.prices.staticPjPerCycle + task.setting->objective.cyclePj),
      m_bandwidthMatters(std::isfinite(task.setting->machine.rates.busWordsPerCycle)
                         || std::isfinite(task.setting->machine.rates.dramWordsPerCycle)
                         || !task.setting->machine.sharedBuffers.empty()),
      m_sharesMemory(!task.setting->machine.sharedBuffers.empty()),
      m_front(task),
      m_keeps(setsThatMayPay(m_traffic))
{}

BlockingAnswer Search::run()
{
    if (!keepsItemsWhole(m_task, m_task.top)) {
        return {};
    }
    m_counts.considered = 1;
    for (std::size_t loop = 0; loop < 3; ++loop) {
        Count ways = 0;
        for (std::size_t inner = 0; inner < m_steps.inner(loop).size(); ++inner) {
            ways += static_cast<Count>(m_steps.middle(loop, inner).size());
        }
        m_counts.considered *= ways;
    }

    std::array<std::size_t, 3> index{};
    for (index[0] = m_steps.inner(0).size(); index[0]-- > 0;) {
        for (index[1] = m_steps.inner(1).size(); index[1]-- > 0;) {
            for (index[2] = m_steps.inner(2).size(); index[2]-- > 0;) {
                overMiddles(index);
            }
        }
    }

    if (m_task.setting->sharing) {
        m_front.settle();
    }
    BlockingAnswer answer;
    answer.counts = m_counts;
    answer.choices.reserve(m_front.candidates().size());
    for (const Candidate& candidate : m_front.candidates()) {
        answer.choices.push_back(choiceOf(candidate, m_task));
    }
    return answer;
}

void Search::overMiddles(const std::array<std::size_t, 3>& indices)
{
    Candidate candidate;
    Count ways = 1;
    for (std::size_t loop = 0; loop < 3; ++loop) {
        candidate.inner[loop] = m_steps.inner(loop)[indices[loop]];
        ways *= static_cast<Count>(m_steps.middle(loop, indices[loop]).size());
    }
    Count registerWords = 0;
    for (const TensorTraffic& traffic : m_traffic) {
        Count units = traffic.unitRegisterWords;
        for (std::size_t loop = 0; loop < 3; ++loop) {
            units *= traffic.varies[loop] ? candidate.inner[loop] : 1;
        }
        registerWords += units;
    }
    if (registerWords > m_task.setting->machine.capacities.registerWordsPerPe) {
        m_counts.tooBig += ways;
        return;
    }
    if (m_front.rulesOut(lowerBound(candidate.inner))) {
        m_counts.bounded += ways;
        return;
    }
    for (const Count first : m_steps.middle(0, indices[0])) {
        for (const Count second : m_steps.middle(1, indices[1])) {
            for (const Count third : m_steps.middle(2, indices[2])) {
                candidate.middle = {first, second, third};
                overOrders(candidate);
            }
        }
    }
}

/// Given the factors inside the registers, the innermost loop outside them saves fetches for one tensor at most; the
/// others that vary with any outer loop are fetched once for every iteration of their reuse loop outside.
double Search::lowerBound(const Factors& inner) const
{
    double total = m_fixedPj + m_pricePerCycle * m_computeCycles;
    double mostSaved = 0;
    for (const TensorTraffic& traffic : m_traffic) {
        double memory = traffic.mayPin      ? 0
                        : traffic.mayBypass ? std::min(traffic.memoryKeptPj, traffic.memoryBypassPj)
                                            : traffic.memoryKeptPj;
        if (m_sharesMemory) { // which hands one copy to all tiles that need the same
            memory = std::min(memory, traffic.onceWords * m_task.setting->machine.prices.accessPj[Level::Dram]);
        }
        const double perFetch = traffic.bufferPj + (traffic.mayBypass ? 0 : traffic.keptPj);
        total += memory + perFetch;
        bool variesOutside = false;
        for (std::size_t loop = 0; loop < 3; ++loop) {
            variesOutside |= traffic.varies[loop] && m_nest.iterations.values[loop] > inner[loop];
        }
        if (traffic.reuseLoop == none || !variesOutside) {
            continue;
        }
        const Count outside = m_nest.iterations.values[traffic.reuseLoop] / inner[traffic.reuseLoop];
        const Count fetches = traffic.output ? 2 * outside - 1 : outside;
        // What is fetched more than once either passes through the buffer or comes from memory each time.
        const double again = static_cast<double>(fetches - 1) * perFetch;
        total += again;
        mostSaved = std::max(mostSaved, again);
    }
    return total - mostSaved;
}

void Search::overOrders(Candidate& candidate)
{
    const auto innermostChoices = [](const Factors& factors, std::array<std::size_t, 3>& choices) {
        std::size_t count = 0;
        for (std::size_t loop = 0; loop < 3; ++loop) {
            if (factors[loop] > 1) {
                choices[count++] = loop;
            }
        }
        if (count == 0) {
            choices[count++] = none;
        }
        return count;
    };
    Factors rest{};
    for (std::size_t loop = 0; loop < 3; ++loop) {
        rest[loop] = candidate.middle[loop] * candidate.inner[loop];
        candidate.outer[loop] = m_nest.iterations.values[loop] / rest[loop];
    }
    Count forcedWords = 0;
    for (const TensorTraffic& traffic : m_traffic) {
        if (!traffic.mayBypass) {
            Count units = traffic.unitBufferWords;
            for (std::size_t loop = 0; loop < 3; ++loop) {
                units *= traffic.varies[loop] ? rest[loop] : 1;
            }
            forcedWords += largestPart(traffic, units, rest, traffic.sharers);
        }
    }
    if (forcedWords > m_task.setting->machine.capacities.bufferWordsPerTile) {
        ++m_counts.tooBig;
        return;
    }
    ++m_counts.priced;
    std::array<std::size_t, 3> atMemory{};
    std::array<std::size_t, 3> atBuffer{};
    // Groups that are asked for come outermost, the batch before the channels: another loop is inside, if there is one.
    Factors free = candidate.outer;
    for (std::size_t loop = 0; loop < 3; ++loop) {
        free[loop] = m_asked[loop] > 0 ? 1 : free[loop];
    }
    const bool channelGroups = m_asked[0] > 1 || m_asked[1] > 1;
    std::size_t dramTilings = innermostChoices(free, atMemory);
    if (atMemory[0] == none && channelGroups) {
        atMemory[0] = m_asked[0] > 1 ? 0 : 1;
    } else if (atMemory[0] == none && m_asked[2] > 1) {
        atMemory[0] = 2;
    }
    const std::size_t bufferChoices = innermostChoices(candidate.middle, atBuffer);
    for (std::size_t i = 0; i < dramTilings; ++i) {
        for (std::size_t j = 0; j < bufferChoices; ++j) {
            candidate.innermost = {atMemory[i], atBuffer[j]};
            if (!m_sharesMemory) {
                priceKeeping<false>(candidate);
                continue;
            }
            candidate.outermost = none;
            priceKeeping<true>(candidate);
            if (dramTilings == 3) {
                // The two that are left place alike for the tiles, but not for what lies between them and DRAM.
                candidate.outermost = i == 0 ? 1 : 0;
                priceKeeping<true>(candidate);
            }
        }
    }
}

template <bool sharesMemory>
void Search::priceKeeping(Candidate& candidate)
{
    for (const std::array<bool, 3>& keep : m_keeps) {
        candidate.keep = keep;
        price<sharesMemory>(candidate);
    }
}

template <bool sharesMemory>
void Search::price(Candidate& candidate)
{
    BlockingSums sums;
    sums.energyPj = m_fixedPj;
    [[maybe_unused]] std::array<double, 3> tileWords{};
    for (std::size_t tensor = 0; tensor < 3; ++tensor) {
        const TensorTraffic& traffic = m_traffic[tensor];
        Count fromMemory = 1;
        Count fromBuffer = 1;
        if (traffic.present) {
            bool variesAtMemory = false;
            bool variesAtBuffer = false;
            Count units = traffic.unitBufferWords;
            Factors rest{};
            for (std::size_t loop = 0; loop < 3; ++loop) {
                rest[loop] = candidate.middle[loop] * candidate.inner[loop];
                if (traffic.varies[loop]) {
                    variesAtMemory |= candidate.outer[loop] > 1;
                    variesAtBuffer |= candidate.middle[loop] > 1;
                    units *= rest[loop];
                }
            }
            fromMemory = memoryPasses(traffic, variesAtMemory, candidate.outer, candidate.innermost[0]);
            fromBuffer = bufferPasses(traffic, variesAtBuffer, candidate.outer, candidate.middle,
                                      candidate.innermost[1], fromMemory);
            fromMemory = withReadBack(traffic, fromMemory);
            fromBuffer = withReadBack(traffic, fromBuffer);
            const bool kept = !traffic.mayBypass || candidate.keep[tensor] || fromMemory < fromBuffer;
            if (candidate.keep[tensor] && fromMemory < fromBuffer) {
                return; // kept in any case, which is priced already
            }
            if (traffic.once && fromMemory > 1) {
                return; // no spilling and coming back
            }
            const bool isInRegisters = !variesAtBuffer && traffic.staysInRegisters;
            if (traffic.mayPin && !variesAtMemory && (kept || isInRegisters || traffic.pinsBypassed)) {
                fromMemory = 0;
            }
            candidate.kept[tensor] = kept;
            // What hops of a fetch cost is not known here: the front keeps what may be the best for some price of theirs.
            tileWords[tensor] =
                sums.add(traffic, kept, static_cast<double>(fromMemory), static_cast<double>(fromBuffer),
                         kept ? largestPart(traffic, units, rest, traffic.sharers) : 0, 0);
        }
        candidate.fetches[tensor] = fromMemory;
    }
    if (sums.bufferWords > m_task.setting->machine.capacities.bufferWordsPerTile) {
        return;
    }
    double sharedCycles = 0;
    if constexpr (sharesMemory) {
        const double without = sums.dramWords;
        const cost::SharedUse use =
            useShared(candidate, m_traffic, m_asked, m_task.setting->machine, m_task.setting->context, tileWords, sums.dramWords);
        sums.energyPj += use.energyPj - m_task.setting->machine.prices.accessPj[Level::Dram] * (without - sums.dramWords);
        sharedCycles = use.cycles;
    }
    candidate.cycles =
        m_bandwidthMatters ? cyclesOf(sums, m_computeCycles, sharedCycles, m_task.setting->machine.rates).all : m_computeCycles;
    candidate.cost = sums.energyPj + m_pricePerCycle * candidate.cycles;
    if (m_front.rulesOut(candidate.cost)) {
        return;
    }
    const bool shares = std::any_of(allTensors.begin(), allTensors.end(), [&](Tensor tensor) {
        const auto number = static_cast<std::size_t>(tensor);
        return candidate.kept[number] && m_traffic[number].sharers > 1;
    });
    if (shares) {
        m_front.keepUnshared(candidate);
    } else {
        m_front.keep(candidate);
    }
}

} // namespace

BlockingAnswer searchBlockings(const BlockingTask& task) { return Search(task).run(); }

} // namespace tilescape::search
