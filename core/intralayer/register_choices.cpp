#include "core/intralayer/register_choices.h"

#include "core/support/factors.h"

#include <algorithm>

namespace tilescape::intralayer {

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
        if (tensor.reuseLoop == noLoop) {
            continue;
        }
        bool variesOutside = false;
        for (std::size_t loop = 0; loop < 3; ++loop) {
            variesOutside |= tensor.varies[loop] && iterations[loop] > inner[loop];
        }
        const Count passes = variesOutside ? iterations[tensor.reuseLoop] / inner[tensor.reuseLoop] : 1;
        const double again = static_cast<double>((tensor.output ? 2 * passes - 1 : passes) - 1) * perFetch;
        total += again;
        mostSaved = std::max(mostSaved, again);
    }
    return total - mostSaved;
}

RegisterChoices registerChoices(const std::array<Count, 3>& iterations, const NestTraffic& traffic,
                                const hardware::Machine& machine)
{
    RegisterChoices made;
    for (std::size_t loop = 0; loop < 3; ++loop) {
        made.divisors[loop] = support::divisors(iterations[loop]);
    }
    for (const Count first : made.divisors[0]) {
        for (const Count second : made.divisors[1]) {
            for (const Count third : made.divisors[2]) {
                const Factors factors{first, second, third};
                if (registerWords(traffic, factors) > machine.registerWordsPerPe) {
                    break; // larger factors need more
                }
                made.choices.push_back({factors, leastOnTile(iterations, traffic, factors, {})});
            }
        }
    }
    std::stable_sort(made.choices.begin(), made.choices.end(),
                     [](const RegisterChoice& a, const RegisterChoice& b) { return a.leastPj < b.leastPj; });
    return made;
}

} // namespace tilescape::intralayer
