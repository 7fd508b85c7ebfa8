#include "core/cost/rotation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace tilescape::cost {

using dataflow::Blocking;
using dataflow::LoopNest;
using dataflow::Sharing;
using dataflow::SharingGroup;

namespace {

/// A subgroup as a snake: `along` tiles before it turns by one of `across`.
struct Chain {
    Count along = 1;
    Count across = 1;
    double alongHops = 0;
    double acrossHops = 0;
};

/// The snake runs along the side whose neighbours are closer, as far as the group's own extent allows.
Chain chainOf(const SharingGroup& group, Count subgroup)
{
    const auto distance = [](double hops) { return hops == 0 ? std::numeric_limits<double>::infinity() : hops; };
    const bool alongHeight = distance(group.rowHops) <= distance(group.columnHops);
    const Count size = group.extent.size();
    Count whole = subgroup;
    while (residue(size, whole) != 0) {
        ++whole;
    }
    Chain chain;
    chain.alongHops = alongHeight ? group.rowHops : group.columnHops;
    chain.acrossHops = alongHeight ? group.columnHops : group.rowHops;
    chain.along = std::gcd(alongHeight ? group.extent.height : group.extent.width, whole);
    chain.across = quotient(whole, chain.along);
    return chain;
}

/// Hops of every distinct word in one step, in which each tile of a subgroup hands its part on; all subgroups.
double stepHops(const SharingGroup& group, Count subgroup)
{
    for (const auto& [size, hops] : group.stepHops) {
        if (size == subgroup) {
            return hops;
        }
    }
    const Chain chain = chainOf(group, subgroup);
    const double toNeighbours = static_cast<double>((chain.along - 1) * chain.across) * chain.alongHops
        + static_cast<double>(chain.across - 1) * chain.acrossHops;
    // The last part's holder closes the ring.
    const Count last = subgroup - 1;
    const Count turns = quotient(last, chain.along);
    const Count within = residue(last, chain.along);
    const Count position = turns % 2 == 1 ? chain.along - 1 - within : within;
    const double back =
        static_cast<double>(position) * chain.alongHops + static_cast<double>(turns) * chain.acrossHops;
    return (toNeighbours + back) / static_cast<double>(subgroup)
           * static_cast<double>(quotient(group.extent.size(), subgroup));
}

double onceThrough(const LoopNest& nest, Tensor tensor, Level level)
{
    Count units = nest.repetitions;
    for (const Loop loop : allLoops) {
        units *= nest.variesWith(tensor, loop) ? nest.iterations[loop] : 1;
    }
    return nest.accesses[level][tensor] * static_cast<double>(units);
}

double roundHops(double stepHops, Count subgroup, Count units)
{
    // The last step brings nothing new; a unit larger than one buffer needs even fewer.
    const double skipped = std::max(1.0, static_cast<double>(subgroup) / static_cast<double>(units));
    return stepHops * (static_cast<double>(subgroup) - skipped);
}

double wideHops(double stepHops, double width)
{
    if (width <= 1) {
        return 0;
    }
    const double buffers = std::ceil(width - 1e-6);
    const double steps = (buffers - 1) * buffers / 2 - (buffers - 1) * (buffers - width);
    return stepHops * steps / width;
}

} // namespace

double rotationHops(const SharingGroup& group, Count subgroup, Count units)
{
    return subgroup == 1 ? 0 : roundHops(stepHops(group, subgroup), subgroup, units);
}

double wideFetchHops(const SharingGroup& group, Count subgroup, double width)
{
    return width <= 1 ? 0 : wideHops(stepHops(group, subgroup), width);
}

InnerLoops loopsInsideBuffer(const Blocking& blocking, const Sharing& sharing)
{
    InnerLoops inner;
    const auto add = [&inner](Loop loop, Count factor) {
        if (factor > 1) {
            inner.loops[inner.count++] = {loop, factor};
        }
    };
    for (const Loop loop : sharing.insertedOrder) {
        add(loop, sharing.insertedFactors[loop]);
    }
    for (const Loop loop : blocking.order[1]) {
        add(loop, ceilDivide(blocking.factors[loop][1], sharing.insertedFactors[loop]));
    }
    return inner;
}

PerTensor<bool> rotating(const Sharing& sharing, const PerTensor<bool>& kept, Counts counts)
{
    const bool shares = std::any_of(allTensors.begin(), allTensors.end(),
                                    [&](Tensor tensor) { return kept[tensor] && sharing.group[tensor] > 1; });
    PerTensor<bool> rotating;
    for (const Tensor tensor : allTensors) {
        rotating[tensor] = shares && (counts == Counts::Reference || kept[tensor]);
    }
    return rotating;
}

TensorRotation::TensorRotation(const LoopNest& nest, const Blocking& blocking, const Sharing& sharing,
                               const SharingGroup& group, const PerStorage<PerTensor<Count>>& fetches, Tensor tensor,
                               Count tiles, Counts counts)
    : m_isOutput(tensor == Tensor::Output),
      m_subgroup(sharing.subgroup[tensor]),
      m_fromBuffer(fetches[Storage::Register][tensor]),
      m_fromMemory(fetches[Storage::Buffer][tensor]),
      m_stepHops(m_subgroup == 1 ? 0 : stepHops(group, m_subgroup)),
      m_handedOnWords(onceThrough(nest, tensor, counts == Counts::Executed ? Level::Dram : Level::Buffer)),
      m_bufferWords(onceThrough(nest, tensor, Level::Buffer)),
      m_groups(static_cast<double>(quotient(tiles, sharing.group[tensor])))
{
    for (const Loop loop : allLoops) {
        m_varies[loop] = nest.variesWith(tensor, loop);
        m_outerRounds *= m_varies[loop] ? 1 : blocking.factors[loop][0];
    }
}

TensorRotation::Traffic TensorRotation::under(std::span<const LoopFactor> loops) const
{
    Traffic traffic;
    auto loop = loops.begin();
    Count rounds = m_outerRounds;
    for (; loop != loops.end() && !m_varies[loop->loop]; ++loop) {
        rounds *= loop->factor;
    }
    if (loop != loops.end() && m_subgroup > 1) {
        // A piece that is used for one round only streams past while it is fetched: nothing has to rotate.
        const Count passes = m_isOutput ? (m_fromMemory + 1) / 2 : m_fromMemory;
        traffic.rounds = rounds == passes ? 0 : rounds;
    }
    for (; loop != loops.end() && m_varies[loop->loop]; ++loop) {
        traffic.units *= loop->factor;
    }
    const double width = static_cast<double>(m_subgroup) / static_cast<double>(traffic.units);

    // The last wide fetch before a rotation step rides on it; outputs are written, and read again if they come back.
    double ridden = static_cast<double>(!m_isOutput                             ? traffic.rounds
                                        : m_fromBuffer > 2 * traffic.rounds - 1 ? 2 * traffic.rounds
                                                                                : 2 * traffic.rounds - 1);
    ridden *= static_cast<double>(traffic.units - 1) / static_cast<double>(traffic.units);

    if (m_subgroup > 1) {
        traffic.rotationHops = roundHops(m_stepHops, m_subgroup, traffic.units) * static_cast<double>(traffic.rounds);
    }
    traffic.wideFetchHops = wideHops(m_stepHops, width) * (static_cast<double>(m_fromBuffer) - ridden);
    traffic.wordHops = (m_handedOnWords * traffic.rotationHops + m_bufferWords * traffic.wideFetchHops) * m_groups;
    return traffic;
}

RotationTraffic rotationTraffic(const LoopNest& nest, const Blocking& blocking, const Sharing& sharing,
                                const PerTensor<SharingGroup>& groups, const PerStorage<PerTensor<Count>>& fetches,
                                const PerTensor<bool>& kept, Count tiles, Counts counts)
{
    RotationTraffic traffic;
    traffic.units = {{1, 1, 1}};
    const PerTensor<bool> rotates = rotating(sharing, kept, counts);
    const InnerLoops inner = loopsInsideBuffer(blocking, sharing);
    for (const Tensor tensor : allTensors) {
        if (!rotates[tensor]) {
            continue;
        }
        const TensorRotation::Traffic own =
            TensorRotation(nest, blocking, sharing, groups[tensor], fetches, tensor, tiles, counts).under(inner.all());
        traffic.rounds[tensor] = own.rounds;
        traffic.units[tensor] = own.units;
        traffic.rotationHops[tensor] = own.rotationHops;
        traffic.wideFetchHops[tensor] = own.wideFetchHops;
        traffic.wordHops[tensor] = own.wordHops;
    }
    return traffic;
}

} // namespace tilescape::cost
