#include "core/search/space/blocking_steps.h"

#include "core/support/factors.h"

#include <algorithm>
#include <utility>

namespace tilescape::search {

namespace {

using Order = std::array<Loop, 3>;

/// `fixed` in their order, inside them `free` in every order, outside both the loops that are named in neither.
std::vector<Order> permutationsAfter(const std::vector<Loop>& fixed, std::vector<Loop> free)
{
    std::sort(free.begin(), free.end());
    std::vector<Order> orders;
    do {
        Order order{};
        std::size_t next = 0;
        for (const Loop loop : {Loop::Batch, Loop::OutputChannel, Loop::InputChannel}) {
            const bool named = std::find(fixed.begin(), fixed.end(), loop) != fixed.end()
                               || std::find(free.begin(), free.end(), loop) != free.end();
            if (!named) {
                order[next++] = loop;
            }
        }
        for (const std::vector<Loop>* loops : {&fixed, &std::as_const(free)}) {
            for (const Loop loop : *loops) {
                order[next++] = loop;
            }
        }
        orders.push_back(order);
    } while (std::next_permutation(free.begin(), free.end()));
    return orders;
}

} // namespace

BlockingSteps::BlockingSteps(const dataflow::LoopNest& nest, const pipeline::TopGroups& top)
    : m_nest(nest), m_asked(factorsOf(top))
{
    for (std::size_t loop = 0; loop < 3; ++loop) {
        const Count iterations = nest.iterations.values[loop];
        const Count asked = m_asked[loop];
        if (asked > 0 && iterations % asked != 0) {
            continue;
        }
        const Count inside = iterations / std::max<Count>(1, asked);
        m_loops[loop].inner = support::divisors(inside);
        for (const Count inner : m_loops[loop].inner) {
            m_loops[loop].middle.push_back(asked > 0 ? std::vector{inside / inner} : support::divisors(inside / inner));
        }
    }
}

bool BlockingSteps::fitsRegisters(const Factors& inner, const hardware::Machine& machine) const
{
    Count words = 0;
    for (const Tensor tensor : allTensors) {
        Count units = m_nest.registerWords[tensor];
        for (const Loop loop : allLoops) {
            units *= m_nest.variesWith(tensor, loop) ? inner[static_cast<std::size_t>(loop)] : 1;
        }
        words += units;
    }
    return words <= machine.capacities.registerWordsPerPe;
}

dataflow::Blocking BlockingSteps::blocking(const Factors& inner, const Factors& middle) const
{
    dataflow::Blocking blocking;
    for (std::size_t loop = 0; loop < 3; ++loop) {
        const Count outer = m_nest.iterations.values[loop] / (inner[loop] * middle[loop]);
        blocking.factors.values[loop] = {outer, middle[loop], inner[loop]};
    }
    return blocking;
}

std::vector<Order> BlockingSteps::memoryOrders(const dataflow::Blocking& blocking) const
{
    std::vector<Loop> fixed;
    std::vector<Loop> free;
    for (const Loop loop : {Loop::Batch, Loop::OutputChannel, Loop::InputChannel}) {
        const Count asked = m_asked[static_cast<std::size_t>(loop)];
        if (asked > 1) {
            fixed.push_back(loop);
        } else if (asked == 0 && blocking.factors[loop][0] > 1) {
            free.push_back(loop);
        }
    }
    return permutationsAfter(fixed, std::move(free));
}

std::vector<Order> BlockingSteps::bufferOrders(const dataflow::Blocking& blocking) const
{
    std::vector<Loop> free;
    for (const Loop loop : allLoops) {
        if (blocking.factors[loop][1] > 1) {
            free.push_back(loop);
        }
    }
    return permutationsAfter({}, std::move(free));
}

} // namespace tilescape::search
