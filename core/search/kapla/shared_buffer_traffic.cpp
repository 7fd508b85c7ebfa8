#include "core/search/kapla/shared_buffer_traffic.h"

#include "core/cost/transfer_cycles.h"
#include "core/search/space/shared_buffer_use.h"

#include <algorithm>
#include <limits>

namespace tilescape::search {

bool SharedBufferTraffic::mayExchange(const DramTiling& tiling) const
{
    return std::all_of(allLoops.begin(), allLoops.end(), [&](Loop loop) {
        const auto number = static_cast<std::size_t>(loop);
        return tiling.factors[number] > 1 && m_asked[number] == 0;
    });
}

SharedTraffic SharedBufferTraffic::compute(const DramTiling& tiling, const std::array<Count, 3>& fetches, const Kept& kept,
                                           bool exchanges) const
{
    BlockingCandidate candidate;
    candidate.outer = tiling.factors;
    candidate.middle = {1, 1, 1};
    candidate.inner = tiling.rest;
    candidate.innermost = {tiling.innermost, noLoop};
    candidate.outermost = exchanges ? exchanged(tiling) : noLoop;
    const auto& tensors = m_query.nest.traffic.tensors;
    const hardware::Machine& machine = m_query.nest.task.setting->machine;
    std::array<double, 3> tileWords{};
    double asked = 0;
    for (std::size_t number = 0; number < 3; ++number) {
        const TensorTraffic& tensor = tensors[number];
        tileWords[number] = !tensor.present ? 0
                                            : (kept[number] ? tensor.memoryKeptWords : tensor.memoryBypassWords)
                                                  * static_cast<double>(fetches[number]);
        asked += tileWords[number];
    }
    SharedTraffic traffic;
    const cost::SharedUse use =
        useShared(candidate, tensors, m_asked, machine, m_query.nest.task.setting->context, tileWords, traffic.dramWords);
    traffic.energyPj = use.energyPj - machine.prices.accessPj[Level::Dram] * (asked - traffic.dramWords);
    traffic.cycles = use.cycles;
    return traffic;
}

const SharedTraffic& SharedBufferTraffic::of(const DramTiling& tiling, const std::array<Count, 3>& fetches, const Kept& kept,
                                             bool exchanges)
{
    std::optional<SharedTraffic>& known =
        m_known[(kept[0] ? 1U : 0U) + (kept[1] ? 2U : 0U) + (kept[2] ? 4U : 0U) + (exchanges ? 8U : 0U)
                + (fetches != tiling.fetches ? 16U : 0U)];
    if (!known) {
        known = compute(tiling, fetches, kept, exchanges);
    }
    return *known;
}

void SharedBufferTraffic::raiseBounds(DramTiling& tiling) const
{
    const hardware::Machine& machine = m_query.nest.task.setting->machine;
    double leastPj = std::numeric_limits<double>::infinity();
    double leastCycles = leastPj;
    for (std::size_t mask = 0; mask < 8; ++mask) {
        const Kept kept{(mask & 1) != 0, (mask & 2) != 0, (mask & 4) != 0};
        bool isAnother = true;
        Count room = 0;
        double energy = m_query.nest.traffic.fixedPj + m_query.oncePj;
        for (std::size_t number = 0; number < 3; ++number) {
            const TensorTraffic& tensor = m_query.nest.traffic.tensors[number];
            isAnother &= kept[number] || (tensor.present && tensor.mayBypass);
            room += tensor.present && kept[number] ? largestPart(tensor, tiling.words[number], tiling.rest, tensor.sharers) : 0;
            if (tensor.present) {
                energy += (m_query.fetchPj[number] + (kept[number] ? tensor.memoryKeptPj : tensor.memoryBypassPj))
                          * static_cast<double>(tiling.fetches[number]);
            }
        }
        for (const bool exchanges : {false, true}) {
            if (!isAnother || room > machine.capacities.bufferWordsPerTile || (exchanges && !mayExchange(tiling))) {
                continue;
            }
            const SharedTraffic traffic = compute(tiling, tiling.fetches, kept, exchanges);
            leastPj = std::min(leastPj, energy + traffic.energyPj);
            leastCycles = std::min(leastCycles, std::max(cost::dramCycles(traffic.dramWords, machine.rates), traffic.cycles));
        }
    }
    // Rounded otherwise: a bound is to stay below what it bounds.
    tiling.leastPj = std::max(tiling.leastPj, leastPj * (1 - 1e-12));
    tiling.leastCycles = std::max(tiling.leastCycles, leastCycles);
}

} // namespace tilescape::search
