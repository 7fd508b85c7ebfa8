#include "core/search/space/dram_tiling.h"

#include "core/cost/transfer_cycles.h"

#include <algorithm>
#include <limits>

namespace tilescape::search {

namespace {

double cheapestShared(const hardware::Machine& machine)
{
    double least = std::numeric_limits<double>::infinity();
    for (const hardware::SharedBuffer& buffer : machine.sharedBuffers) {
        least = std::min(least, buffer.accessPj);
    }
    return least;
}

} // namespace

DramFetches::DramFetches(const NestTraffic& traffic, const hardware::Machine& machine,
                         const std::array<double, 3>& fetchPj, double oncePj)
    : m_fixedPj(traffic.fixedPj + oncePj),
      m_computeCycles(traffic.computeCycles),
      m_rates(machine.rates),
      m_dramPj(machine.prices.accessPj[Level::Dram]),
      m_sharesBuffers(!machine.sharedBuffers.empty()),
      m_sharedPj(cheapestShared(machine))
{
    for (std::size_t number = 0; number < 3; ++number) {
        const TensorTraffic& tensor = traffic.tensors[number];
        if (!tensor.present) {
            continue;
        }
        Fetched& own = m_tensors[m_present++];
        own.number = number;
        own.varies = dimensionLoops(tensor);
        own.traffic = &tensor;
        own.pj = tensor.mayBypass ? std::min(tensor.memoryKeptPj, tensor.memoryBypassPj) : tensor.memoryKeptPj;
        own.hopsPj = fetchPj[number];
        own.words =
            tensor.mayBypass ? std::min(tensor.memoryKeptWords, tensor.memoryBypassWords) : tensor.memoryKeptWords;
    }
}

bool DramFetches::count(DramTiling& choice) const
{
    choice.passes = choice.fetches = {};
    choice.leastPj = m_fixedPj;
    double words = 0;
    const unsigned running = loopsThatRun(choice.factors);
    for (std::size_t i = 0; i < m_present; ++i) {
        const Fetched& tensor = m_tensors[i];
        const TensorTraffic& traffic = *tensor.traffic;
        const bool varies = (tensor.varies & running) != 0;
        const Count passes = memoryPasses(traffic, varies, choice.factors, choice.innermost);
        if (traffic.once && passes > 1) {
            return false;
        }
        choice.passes[tensor.number] = passes;
        choice.fetches[tensor.number] = traffic.mayPin && !varies ? 0 : withReadBack(traffic, passes);
        const auto times = static_cast<double>(choice.fetches[tensor.number]);
        double pj = times * tensor.pj;
        double own = times * tensor.words;
        if (m_sharesBuffers && own > traffic.onceWords) {
            // A shared buffer with room for it fetches it once.
            pj = std::min(pj, traffic.onceWords * m_dramPj + own * m_sharedPj);
            own = traffic.onceWords;
        }
        choice.leastPj += pj + tensor.hopsPj * times;
        words += own;
    }
    choice.leastCycles = std::max(m_computeCycles, cost::dramCycles(words, m_rates));
    return true;
}

} // namespace tilescape::search
