#include "core/search/space/register_tilings.h"

#include "core/support/factors.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tilescape::search {

Count registerWords(const NestTraffic& traffic, const Factors& inner)
{
    Count words = 0;
    for (const TensorTraffic& tensor : traffic.tensors) {
        Count units = tensor.unitRegisterWords;
        for (std::size_t loop = 0; loop < 3; ++loop) {
            units *= tensor.varies[loop] ? inner[loop] : 1;
        }
        words += units;
    }
    return words;
}

namespace {

/// Fetches into the registers where no loop outside them reuses the tensor in a row.
Count timesFetched(const std::array<Count, 3>& iterations, const TensorTraffic& tensor, const Factors& inner)
{
    bool variesOutside = false;
    for (std::size_t loop = 0; loop < 3; ++loop) {
        variesOutside |= tensor.varies[loop] && iterations[loop] > inner[loop];
    }
    const Count passes =
        tensor.reuseLoop != noLoop && variesOutside ? iterations[tensor.reuseLoop] / inner[tensor.reuseLoop] : 1;
    return tensor.output ? 2 * passes - 1 : passes;
}

} // namespace

// The innermost loop outside the registers saves fetches of one tensor at most.
double leastOnTile(const std::array<Count, 3>& iterations, const NestTraffic& traffic, const Factors& inner,
                   const std::array<double, 3>& widePj)
{
    double total = 0;
    double mostSaved = 0;
    for (std::size_t number = 0; number < 3; ++number) {
        const TensorTraffic& tensor = traffic.tensors[number];
        const double perFetch = tensor.bufferPj + (tensor.mayBypass ? 0 : tensor.keptPj) + widePj[number];
        total += perFetch;
        const double again = static_cast<double>(timesFetched(iterations, tensor, inner) - 1) * perFetch;
        total += again;
        mostSaved = std::max(mostSaved, again);
    }
    return total - mostSaved;
}

// The bus is busy with one tensor as long as with none: of the two that take longest one may be reused in a row.
double leastBusCycles(const std::array<Count, 3>& iterations, const NestTraffic& traffic, const Factors& inner,
                      const hardware::Machine& machine)
{
    std::array<double, 3> words{}; // of each tensor, fetched again and again
    std::array<double, 3> once{};
    for (std::size_t number = 0; number < 3; ++number) {
        const TensorTraffic& tensor = traffic.tensors[number];
        if (tensor.present) {
            once[number] =
                tensor.mayBypass ? std::min(tensor.busKeptWords, tensor.busBypassWords) : tensor.busKeptWords;
            words[number] = once[number] * static_cast<double>(timesFetched(iterations, tensor, inner));
        }
    }
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t reused = 0; reused < 3; ++reused) {
        double busiest = 0;
        for (std::size_t number = 0; number < 3; ++number) {
            busiest = std::max(busiest, number == reused ? once[number] : words[number]);
        }
        least = std::min(least, busiest);
    }
    return std::floor(least / machine.rates.busWordsPerCycle);
}

RegisterTilings registerTilings(const std::array<Count, 3>& iterations, const NestTraffic& traffic,
                                const hardware::Machine& machine)
{
    RegisterTilings made;
    for (std::size_t loop = 0; loop < 3; ++loop) {
        made.divisors[loop] = support::divisors(iterations[loop]);
    }
    for (const Count first : made.divisors[0]) {
        for (const Count second : made.divisors[1]) {
            for (const Count third : made.divisors[2]) {
                const Factors factors{first, second, third};
                if (registerWords(traffic, factors) > machine.capacities.registerWordsPerPe) {
                    break; // larger factors need more
                }
                made.choices.push_back({factors, leastOnTile(iterations, traffic, factors, {}),
                                        leastBusCycles(iterations, traffic, factors, machine)});
                made.leastBusCycles = made.choices.size() == 1
                                          ? made.choices.back().leastBusCycles
                                          : std::min(made.leastBusCycles, made.choices.back().leastBusCycles);
            }
        }
    }
    std::stable_sort(made.choices.begin(), made.choices.end(),
                     [](const RegisterTiling& a, const RegisterTiling& b) { return a.leastPj < b.leastPj; });
    return made;
}

} // namespace tilescape::search
