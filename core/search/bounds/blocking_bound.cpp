#include "core/search/bounds/blocking_bound.h"

#include "core/search/space/blocking_candidate.h"
#include "core/search/space/dram_tiling.h"
#include "core/search/space/loop_factors.h"
#include "core/search/space/objective.h"
#include "core/search/space/register_tilings.h"

#include <algorithm>
#include <limits>
#include <span>

namespace tilescape::search {

namespace {

/// Words that the buffer of a tile must hold at least, by iterations of one loop inside it: those of tensors that may not
/// bypass it, each divided among as many tiles as can share it.
class ForcedWords {
public:
    /// `inside` are the iterations of the loops inside the buffer, but for `loop`, whose entry is not used.
    ForcedWords(const NestTraffic& traffic, const std::array<Count, 3>& inside, std::size_t loop)
    {
        for (const TensorTraffic& tensor : traffic.tensors) {
            if (tensor.mayBypass) {
                continue;
            }
            Count words = tensor.unitBufferWords;
            for (std::size_t other = 0; other < 3; ++other) {
                words *= other != loop && tensor.varies[other] ? inside[other] : 1;
            }
            if (tensor.varies[loop]) {
                m_growing[m_count++] = {words, tensor.sharers};
            } else {
                m_fixed += ceilDivide(words, tensor.sharers);
            }
        }
    }
    [[nodiscard]] Count with(Count iterations) const
    {
        Count sum = m_fixed;
        for (std::size_t i = 0; i < m_count; ++i) {
            const Count words = m_growing[i].words * iterations;
            sum += m_growing[i].sharers == 1 ? words : ceilDivide(words, m_growing[i].sharers);
        }
        return sum;
    }

private:
    struct Growing {
        Count words = 0; ///< for each iteration
        Count sharers = 1;
    };
    Count m_fixed = 0;
    std::array<Growing, 3> m_growing;
    std::size_t m_count = 0;
};

class LeastCost {
public:
    LeastCost(const BlockingTask& task, const NestTraffic& traffic, const RotationPriceList& rotation,
              const std::array<double, 3>& fetchPj)
        : m_task(task),
          m_traffic(traffic),
          m_rotation(rotation),
          m_fetches(traffic, task.setting->machine, fetchPj),
          m_iterations(coveredBy(task).values),
          m_asked(factorsOf(task.top)),
          m_cyclesCount(task.setting->objective.delayFirst || task.setting->objective.cyclePj > 0
                        || task.setting->machine.prices.staticPjPerCycle > 0),
          m_leastBusCycles(m_cyclesCount ? std::numeric_limits<double>::infinity() : 0)
    {}

    double run()
    {
        constexpr double infinite = std::numeric_limits<double>::infinity();
        if (!shareUnits()) {
            return infinite;
        }
        for (std::size_t loop = 0; loop < 3; ++loop) {
            m_divisors[loop] = loopFactors(m_iterations[loop]).divisors;
            m_outerCount[loop] = m_asked[loop] > 0 ? 1 : m_divisors[loop].size();
        }
        findLeastOnTile();
        if (m_leastOnTile == infinite) {
            return infinite;
        }
        DramTiling whole;
        whole.factors = {1, 1, 1};
        const bool mayBeWhole = std::all_of(m_asked.begin(), m_asked.end(), [](Count asked) { return asked <= 1; });
        if (mayBeWhole
            && ForcedWords(m_traffic, m_iterations, 0).with(m_iterations[0])
                   <= m_task.setting->machine.capacities.bufferWordsPerTile) {
            m_fetches.count(whole);
            return costOf(whole); // nothing is fetched twice
        }
        double best = infinite;
        for (std::size_t innermost = 0; innermost < 3; ++innermost) {
            // What the innermost loop reuses is fetched once in any case: the most iterations leave the most room. Where it
            // does not run, the next one is the innermost.
            best = std::min(best, leastAtMemory(innermost, 0));
            if (const std::size_t count = m_outerCount[innermost]; count > 1) {
                best = std::min(best, leastAtMemory(innermost, count - 1));
            }
        }
        return best;
    }

private:
    /// Where one unit of each tensor is too much for the buffer, one of them lies in several buffers, and every fetch of it
    /// is a wide one. False where that is not enough.
    bool shareUnits()
    {
        Count excess = -m_task.setting->machine.capacities.bufferWordsPerTile;
        for (const TensorTraffic& tensor : m_traffic.tensors) {
            excess += tensor.mayBypass ? 0 : tensor.unitBufferWords;
        }
        if (excess <= 0) {
            return true;
        }
        double least = std::numeric_limits<double>::infinity();
        std::size_t cheapest = noLoop;
        bool together = false;
        for (std::size_t number = 0; number < 3; ++number) {
            const Count words = m_traffic.tensors[number].unitBufferWords;
            for (const RotationPrices::Subgroup& subgroup : m_rotation[number].subgroups) {
                together = true;
                if (!m_traffic.tensors[number].mayBypass && words - ceilDivide(words, subgroup.tiles) >= excess) {
                    const double width = static_cast<double>(words) / static_cast<double>(words - excess);
                    const double pj = subgroup.wideStepPj * wideSteps(width) / width;
                    if (pj < least) {
                        least = pj;
                        cheapest = number;
                    }
                    break;
                }
            }
        }
        if (cheapest == noLoop) {
            return together; // several tensors have to: what that costs is not bounded here
        }
        m_widePj[cheapest] = least;
        return true;
    }

    /// Over all that the registers hold: of the last loop as much as there is room for, since more is fetched no more often.
    void findLeastOnTile()
    {
        for (std::size_t first = 0; first < m_divisors[0].size(); ++first) {
            // The larger the second factor, the less room is left for the third.
            std::size_t fitting = m_divisors[2].size();
            const auto wordsWith = [&](std::size_t second) {
                return registerWords(m_traffic, m_divisors[0][first], m_divisors[1][second]);
            };
            const auto fits = [&](const RegisterWords& words, std::size_t third) {
                return words.with(m_divisors[2][third]) <= m_task.setting->machine.capacities.registerWordsPerPe;
            };
            RegisterWords next = wordsWith(0);
            for (std::size_t second = 0; second < m_divisors[1].size() && fitting > 0; ++second) {
                const RegisterWords words = next;
                while (fitting > 0 && !fits(words, fitting - 1)) {
                    --fitting;
                }
                const bool isLast = second + 1 == m_divisors[1].size();
                next = isLast ? words : wordsWith(second + 1);
                if (fitting == 0 || (!isLast && fits(next, fitting - 1))) {
                    continue; // a larger second factor leaves the third as it is
                }
                const std::array<Count, 3> outside{outsideOf(0, first), outsideOf(1, second),
                                                   outsideOf(2, fitting - 1)};
                m_leastOnTile = std::min(m_leastOnTile, leastOnTile(outside, m_traffic, m_widePj));
                if (m_cyclesCount) {
                    m_leastBusCycles =
                        std::min(m_leastBusCycles, leastBusCycles(outside, m_traffic, m_task.setting->machine));
                }
            }
        }
    }

    /// Iterations of a loop that a factor in the registers leaves outside: what divides stands mirrored.
    [[nodiscard]] Count outsideOf(std::size_t loop, std::size_t index) const
    {
        return m_divisors[loop][m_divisors[loop].size() - 1 - index];
    }

    /// Over the factors of the two other loops: the least that is fetched with each pair that leaves room. The larger one
    /// is, the smaller the other may be.
    [[nodiscard]] double leastAtMemory(std::size_t innermost, std::size_t index) const
    {
        const std::size_t second = (innermost + 1) % 3;
        const std::size_t third = (innermost + 2) % 3;
        double best = std::numeric_limits<double>::infinity();
        DramTiling choice;
        choice.factors[innermost] = outerFactor(innermost, index);
        choice.innermost = choice.factors[innermost] > 1 ? innermost : noLoop;
        const std::size_t countOfSecond = outerCount(second, choice.innermost);
        std::array<Count, 3> inside{};
        inside[innermost] = insideOf(innermost, index);
        std::size_t least = outerCount(third, choice.innermost); // index of the smallest factor that leaves room
        for (std::size_t ofSecond = 0; ofSecond < countOfSecond; ++ofSecond) {
            inside[second] = insideOf(second, ofSecond);
            const ForcedWords forced(m_traffic, inside, third);
            const std::size_t before = least;
            while (least > 0
                   && forced.with(insideOf(third, least - 1))
                          <= m_task.setting->machine.capacities.bufferWordsPerTile) {
                --least;
            }
            if (least == before) {
                continue; // no fewer iterations of the one for more of the other
            }
            choice.factors[second] = outerFactor(second, ofSecond);
            choice.factors[third] = outerFactor(third, least);
            if (m_fetches.count(choice)) {
                best = std::min(best, costOf(choice));
            }
        }
        return best;
    }

    /// A loop's factor at DRAM level: the one asked for, or ascending with `index`.
    [[nodiscard]] Count outerFactor(std::size_t loop, std::size_t index) const
    {
        return m_asked[loop] > 0 ? m_asked[loop] : m_divisors[loop][index];
    }

    /// Iterations that this factor leaves inside the buffer: what divides stands mirrored.
    [[nodiscard]] Count insideOf(std::size_t loop, std::size_t index) const
    {
        return m_asked[loop] > 0 ? m_iterations[loop] / m_asked[loop] : m_divisors[loop][m_divisors[loop].size() - 1 - index];
    }

    /// So many factors of a loop that is not the innermost one at DRAM level are possible. Loops whose factors are asked for run
    /// outside all others, the batch outside of channels.
    [[nodiscard]] std::size_t outerCount(std::size_t loop, std::size_t innermost) const
    {
        if (innermost == noLoop || m_asked[innermost] == 0) {
            return m_outerCount[loop];
        }
        if (m_asked[loop] == 0) {
            return 1; // it does not run there
        }
        return innermost == static_cast<std::size_t>(Loop::Batch) && m_asked[loop] > 1 ? 0 : 1;
    }

    [[nodiscard]] double costOf(const DramTiling& choice) const
    {
        const double energy = choice.leastPj + m_leastOnTile;
        const double cycles = std::max(choice.leastCycles, m_leastBusCycles);
        return scalarOf(m_task.setting->objective, energy + m_task.setting->machine.prices.staticPjPerCycle * cycles, cycles);
    }

    const BlockingTask& m_task;
    const NestTraffic& m_traffic;
    const RotationPriceList& m_rotation;
    DramFetches m_fetches;
    std::array<Count, 3> m_iterations;
    Factors m_asked;     ///< at DRAM level, by loop; 0: any
    bool m_cyclesCount; ///< whether cycles cost anything
    double m_leastBusCycles;
    std::array<std::span<const Count>, 3> m_divisors; ///< of the iterations
    std::array<std::size_t, 3> m_outerCount{}; ///< how many factors each loop may have at DRAM level
    std::array<double, 3> m_widePj{}; ///< of one fetch, where that is known before the factors are
    double m_leastOnTile = std::numeric_limits<double>::infinity();
};

} // namespace

double leastCost(const BlockingTask& task, const NestTraffic& traffic, const RotationPriceList& rotation,
                 const std::array<double, 3>& fetchPj)
{
    return LeastCost(task, traffic, rotation, fetchPj).run();
}

} // namespace tilescape::search
