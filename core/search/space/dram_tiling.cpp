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

Count wordsForced(const std::array<Count, 3>& iterations, const NestTraffic& traffic, DramTiling& choice)
{
    Count forced = 0;
    for (std::size_t loop = 0; loop < 3; ++loop) {
        choice.rest[loop] = iterations[loop] / choice.factors[loop];
    }
    for (std::size_t number = 0; number < 3; ++number) {
        const TensorTraffic& tensor = traffic.tensors[number];
        Count words = tensor.unitBufferWords;
        for (std::size_t loop = 0; loop < 3; ++loop) {
            words *= tensor.varies[loop] ? choice.rest[loop] : 1;
        }
        choice.words[number] = words;
        forced += tensor.mayBypass ? 0 : ceilDivide(words, tensor.sharers);
    }
    return forced;
}

bool countFetches(const NestTraffic& traffic, const hardware::Machine& machine, const std::array<double, 3>& fetchPj,
                  DramTiling& choice)
{
    choice.leastPj = traffic.fixedPj;
    double words = 0;
    for (std::size_t number = 0; number < 3; ++number) {
        const TensorTraffic& tensor = traffic.tensors[number];
        choice.passes[number] = choice.fetches[number] = tensor.present ? 1 : 0;
        if (!tensor.present) {
            continue;
        }
        bool varies = false;
        for (std::size_t loop = 0; loop < 3; ++loop) {
            varies |= tensor.varies[loop] && choice.factors[loop] > 1;
        }
        const Count passes = memoryPasses(tensor, varies, choice.factors, choice.innermost);
        if (tensor.onChip && passes > 1) {
            return false;
        }
        choice.passes[number] = passes;
        choice.fetches[number] = tensor.mayPin && !varies ? 0 : withReadBack(tensor, passes);
        const auto times = static_cast<double>(choice.fetches[number]);
        double pj =
            times * (tensor.mayBypass ? std::min(tensor.memoryKeptPj, tensor.memoryBypassPj) : tensor.memoryKeptPj);
        double own =
            times
            * (tensor.mayBypass ? std::min(tensor.memoryKeptWords, tensor.memoryBypassWords) : tensor.memoryKeptWords);
        if (!machine.sharedBuffers.empty() && own > tensor.onceWords) {
            // A shared buffer with room for it fetches it once.
            double held = tensor.onceWords * machine.prices.accessPj[Level::Dram];
            held += own * cheapestShared(machine);
            pj = std::min(pj, held);
            own = tensor.onceWords;
        }
        choice.leastPj += pj + fetchPj[number] * times;
        words += own;
    }
    choice.leastCycles = std::max(traffic.computeCycles, cost::dramCycles(words, machine.rates));
    return true;
}

} // namespace tilescape::search
