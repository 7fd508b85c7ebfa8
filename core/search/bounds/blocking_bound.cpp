#include "core/search/bounds/blocking_bound.h"

#include "core/search/space/blocking_candidate.h"
#include "core/search/space/dram_tiling.h"
#include "core/search/space/objective.h"
#include "core/search/space/register_tilings.h"
#include "core/support/factors.h"

#include <algorithm>
#include <limits>

namespace tilescape::search {

namespace {

class LeastCost {
public:
    LeastCost(const BlockingTask& task, const NestTraffic& traffic, const RotationPriceList& rotation,
              const std::array<double, 3>& fetchPj)
        : m_task(task),
          m_traffic(traffic),
          m_rotation(rotation),
          m_fetches(traffic, task.machine, fetchPj),
          m_iterations(coveredBy(task).values),
          m_asked(factorsOf(task.top)),
          m_cyclesCount(task.objective.delayFirst || task.objective.cyclePj > 0
                        || task.machine.prices.staticPjPerCycle > 0),
          m_leastBusCycles(m_cyclesCount ? std::numeric_limits<double>::infinity() : 0)
    {}

    double run()
    {
        constexpr double infinite = std::numeric_limits<double>::infinity();
        if (!shareUnits()) {
            return infinite;
        }
        for (std::size_t loop = 0; loop < 3; ++loop) {
            m_divisors[loop] = support::divisors(m_iterations[loop]);
            m_outerFactors[loop] = m_asked[loop] > 0 ? std::vector{m_asked[loop]} : m_divisors[loop];
        }
        findLeastOnTile();
        if (m_leastOnTile == infinite) {
            return infinite;
        }
        DramTiling whole;
        whole.factors = {1, 1, 1};
        const bool mayBeWhole = std::all_of(m_asked.begin(), m_asked.end(), [](Count asked) { return asked <= 1; });
        if (mayBeWhole
            && wordsForced(m_iterations, m_traffic, whole) <= m_task.machine.capacities.bufferWordsPerTile) {
            m_fetches.count(whole);
            return costOf(whole); // nothing is fetched twice
        }
        double best = infinite;
        for (std::size_t innermost = 0; innermost < 3; ++innermost) {
            // What the innermost loop reuses is fetched once in any case: the most iterations leave the most room. Where it
            // does not run, the next one is the innermost.
            for (const Count factor : {m_outerFactors[innermost].front(), m_outerFactors[innermost].back()}) {
                best = std::min(best, leastAtMemory(innermost, factor));
                if (m_outerFactors[innermost].size() == 1) {
                    break;
                }
            }
        }
        return best;
    }

private:
    /// Where one unit of each tensor is too much for the buffer, one of them lies in several buffers, and every fetch of it
    /// is a wide one. False where that is not enough.
    bool shareUnits()
    {
        Count excess = -m_task.machine.capacities.bufferWordsPerTile;
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
        for (const Count first : m_divisors[0]) {
            // The larger the second factor, the less room is left for the third.
            std::size_t fitting = m_divisors[2].size();
            for (std::size_t second = 0; second < m_divisors[1].size() && fitting > 0; ++second) {
                const auto fits = [&](std::size_t ofSecond, std::size_t ofThird) {
                    return registerWords(m_traffic, {first, m_divisors[1][ofSecond], m_divisors[2][ofThird]})
                           <= m_task.machine.capacities.registerWordsPerPe;
                };
                while (fitting > 0 && !fits(second, fitting - 1)) {
                    --fitting;
                }
                if (fitting == 0 || (second + 1 < m_divisors[1].size() && fits(second + 1, fitting - 1))) {
                    continue; // a larger second factor leaves the third as it is
                }
                const Factors factors{first, m_divisors[1][second], m_divisors[2][fitting - 1]};
                m_leastOnTile = std::min(m_leastOnTile, leastOnTile(m_iterations, m_traffic, factors, m_widePj));
                if (m_cyclesCount) {
                    m_leastBusCycles =
                        std::min(m_leastBusCycles, leastBusCycles(m_iterations, m_traffic, factors, m_task.machine));
                }
            }
        }
    }

    /// Over the factors of the two other loops: the least that is fetched with each pair that leaves room. The larger one
    /// is, the smaller the other may be.
    [[nodiscard]] double leastAtMemory(std::size_t innermost, Count factor) const
    {
        const std::size_t second = (innermost + 1) % 3;
        const std::size_t third = (innermost + 2) % 3;
        double best = std::numeric_limits<double>::infinity();
        DramTiling choice;
        choice.innermost = factor > 1 ? innermost : noLoop;
        choice.factors[innermost] = factor;
        const std::vector<Count>& ofSecond = outerFactors(second, choice.innermost);
        const std::vector<Count>& ofThird = outerFactors(third, choice.innermost);
        std::size_t least = ofThird.size(); // index of the smallest factor that leaves room
        for (const Count factorOfSecond : ofSecond) {
            choice.factors[second] = factorOfSecond;
            const auto leavesRoom = [&](std::size_t index) {
                choice.factors[third] = ofThird[index];
                return wordsForced(m_iterations, m_traffic, choice)
                       <= m_task.machine.capacities.bufferWordsPerTile;
            };
            const std::size_t before = least;
            while (least > 0 && leavesRoom(least - 1)) {
                --least;
            }
            if (least == before) {
                continue; // no fewer iterations of the one for more of the other
            }
            choice.factors[third] = ofThird[least];
            if (m_fetches.count(choice)) {
                best = std::min(best, costOf(choice));
            }
        }
        return best;
    }

    /// Of a loop that is not the innermost one at DRAM level. Loops whose factors are asked for run outside all others, the
    /// batch outside of channels.
    [[nodiscard]] const std::vector<Count>& outerFactors(std::size_t loop, std::size_t innermost) const
    {
        static const std::vector<Count> one{1};
        static const std::vector<Count> none;
        if (innermost == noLoop || m_asked[innermost] == 0) {
            return m_outerFactors[loop];
        }
        if (m_asked[loop] == 0) {
            return one;
        }
        return innermost == static_cast<std::size_t>(Loop::Batch) && m_asked[loop] > 1 ? none : m_outerFactors[loop];
    }

    [[nodiscard]] double costOf(const DramTiling& choice) const
    {
        const double energy = choice.leastPj + m_leastOnTile;
        const double cycles = std::max(choice.leastCycles, m_leastBusCycles);
        return scalarOf(m_task.objective, energy + m_task.machine.prices.staticPjPerCycle * cycles, cycles);
    }

    const BlockingTask& m_task;
    const NestTraffic& m_traffic;
    const RotationPriceList& m_rotation;
    DramFetches m_fetches;
    std::array<Count, 3> m_iterations;
    Factors m_asked;     ///< at DRAM level, by loop; 0: any
    bool m_cyclesCount; ///< whether cycles cost anything
    double m_leastBusCycles;
    std::array<std::vector<Count>, 3> m_divisors;
    std::array<std::vector<Count>, 3> m_outerFactors; ///< at DRAM level
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
