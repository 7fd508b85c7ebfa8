#include "core/search/space/register_tilings.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace tilescape::search {

RegisterWords registerWords(const NestTraffic& traffic, Count first, Count second)
{
    RegisterWords words;
    for (const TensorTraffic& tensor : traffic.tensors) {
        const Count units =
            tensor.unitRegisterWords * (tensor.varies[0] ? first : 1) * (tensor.varies[1] ? second : 1);
        (tensor.varies[2] ? words.perIteration : words.fixed) += units;
    }
    return words;
}

namespace {

/// Fetches into the registers where no loop outside them reuses the tensor in a row.
Count timesFetched(const std::array<Count, 3>& outside, const TensorTraffic& tensor)
{
    bool variesOutside = false;
    for (std::size_t loop = 0; loop < 3; ++loop) {
        variesOutside |= tensor.varies[loop] && outside[loop] > 1;
    }
    const Count passes = tensor.reuseLoop != noLoop && variesOutside ? outside[tensor.reuseLoop] : 1;
    return tensor.output ? 2 * passes - 1 : passes;
}

} // namespace

// The innermost loop outside the registers saves fetches of one tensor at most.
double leastOnTile(const std::array<Count, 3>& outside, const NestTraffic& traffic,
                   const std::array<double, 3>& widePj)
{
    double total = 0;
    double mostSaved = 0;
    for (std::size_t number = 0; number < 3; ++number) {
        const TensorTraffic& tensor = traffic.tensors[number];
        const double perFetch = tensor.bufferPj + (tensor.mayBypass ? 0 : tensor.keptPj) + widePj[number];
        total += perFetch;
        const double again = static_cast<double>(timesFetched(outside, tensor) - 1) * perFetch;
        total += again;
        mostSaved = std::max(mostSaved, again);
    }
    return total - mostSaved;
}

// The bus is busy with one tensor as long as with none: of the two that take longest one may be reused in a row.
double leastBusCycles(const std::array<Count, 3>& outside, const NestTraffic& traffic,
                      const hardware::Machine& machine)
{
    std::array<double, 3> words{}; // of each tensor, fetched again and again
    std::array<double, 3> once{};
    for (std::size_t number = 0; number < 3; ++number) {
        const TensorTraffic& tensor = traffic.tensors[number];
        if (tensor.present) {
            once[number] =
                tensor.mayBypass ? std::min(tensor.busKeptWords, tensor.busBypassWords) : tensor.busKeptWords;
            words[number] = once[number] * static_cast<double>(timesFetched(outside, tensor));
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
        made.loops[loop] = &loopFactors(iterations[loop]);
    }
    // What divides stands mirrored.
    const std::array<std::span<const Count>, 3> divisors{made.loops[0]->divisors, made.loops[1]->divisors, made.loops[2]->divisors};
    const auto outsideOf = [&](std::size_t loop, std::size_t index) {
        return divisors[loop][divisors[loop].size() - 1 - index];
    };
    std::size_t count = 0;
    std::vector<std::size_t> fitting; // of the third loop's divisors, by those of the two others
    for (const Count first : divisors[0]) {
        for (const Count second : divisors[1]) {
            const RegisterWords words = registerWords(traffic, first, second);
            std::size_t fits = 0;
            while (fits < divisors[2].size() && words.with(divisors[2][fits]) <= machine.capacities.registerWordsPerPe) {
                ++fits;
            }
            fitting.push_back(fits);
            count += fits;
        }
    }
    made.choices.reserve(count); // there are many, and they are kept for long
    for (std::size_t first = 0; first < divisors[0].size(); ++first) {
        for (std::size_t second = 0; second < divisors[1].size(); ++second) {
            for (std::size_t third = 0; third < fitting[first * divisors[1].size() + second]; ++third) {
                const std::array<Count, 3> outside{outsideOf(0, first), outsideOf(1, second), outsideOf(2, third)};
                made.choices.push_back({{divisors[0][first], divisors[1][second], divisors[2][third]},
                                        leastOnTile(outside, traffic, {}),
                                        leastBusCycles(outside, traffic, machine)});
                for (std::size_t loop = 0; loop < 3; ++loop) {
                    made.largestFactors[loop] = std::max(made.largestFactors[loop], made.choices.back().factors[loop]);
                }
                made.leastBusCycles = made.choices.size() == 1
                                          ? made.choices.back().leastBusCycles
                                          : std::min(made.leastBusCycles, made.choices.back().leastBusCycles);
            }
        }
    }
    // Stable: of equal ones the first is the one of the smaller factors.
    std::sort(made.choices.begin(), made.choices.end(), [](const RegisterTiling& a, const RegisterTiling& b) {
        return a.leastPj < b.leastPj || (a.leastPj == b.leastPj && a.factors < b.factors);
    });
    return made;
}

} // namespace tilescape::search
