#include "core/cost/rotation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

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

struct LoopFactor {
    Loop loop;
    Count factor;
};

/// The inserted level's loops, then what is left of the buffer level's: outermost first, those of one iteration left out.
std::vector<LoopFactor> loopsInsideBuffer(const Blocking& blocking, const Sharing& sharing)
{
    std::vector<LoopFactor> loops;
    for (const Loop loop : sharing.insertedOrder) {
        if (sharing.insertedFactors[loop] > 1) {
            loops.push_back({loop, sharing.insertedFactors[loop]});
        }
    }
    for (const Loop loop : blocking.order[1]) {
        const Count rest = ceilDivide(blocking.factors[loop][1], sharing.insertedFactors[loop]);
        if (rest > 1) {
            loops.push_back({loop, rest});
        }
    }
    return loops;
}

double onceThrough(const LoopNest& nest, Tensor tensor, Level level)
{
    Count units = nest.repetitions;
    for (const Loop loop : allLoops) {
        units *= nest.variesWith(tensor, loop) ? nest.iterations[loop] : 1;
    }
    return nest.accesses[level][tensor] * static_cast<double>(units);
}

} // namespace

double rotationHops(const SharingGroup& group, Count subgroup, Count units)
{
    if (subgroup == 1) {
        return 0;
    }
    // The last step brings nothing new; a unit larger than one buffer needs even fewer.
    const double skipped = std::max(1.0, static_cast<double>(subgroup) / static_cast<double>(units));
    return stepHops(group, subgroup) * (static_cast<double>(subgroup) - skipped);
}

double wideFetchHops(const SharingGroup& group, Count subgroup, double width)
{
    if (width <= 1) {
        return 0;
    }
    const double buffers = std::ceil(width - 1e-6);
    const double steps = (buffers - 1) * buffers / 2 - (buffers - 1) * (buffers - width);
    return stepHops(group, subgroup) * steps / width;
}

RotationTraffic rotationTraffic(const LoopNest& nest, const Blocking& blocking, const Sharing& sharing,
                                const PerTensor<SharingGroup>& groups, const PerStorage<PerTensor<Count>>& fetches,
                                const PerTensor<bool>& kept, Count tiles, Counts counts)
{
    RotationTraffic traffic;
    traffic.units = {{1, 1, 1}};
    const bool shares = std::any_of(allTensors.begin(), allTensors.end(),
                                    [&](Tensor tensor) { return kept[tensor] && sharing.group[tensor] > 1; });
    if (!shares) {
        return traffic;
    }
    const std::vector<LoopFactor> loops = loopsInsideBuffer(blocking, sharing);
    for (const Tensor tensor : allTensors) {
        if (counts == Counts::Executed && !kept[tensor]) {
            continue;
        }
        const Count subgroup = sharing.subgroup[tensor];
        const bool output = tensor == Tensor::Output;
        const Count fromBuffer = fetches[Storage::Register][tensor];
        const Count fromMemory = fetches[Storage::Buffer][tensor];
        const auto passes = [output](Count times) { return output ? (times + 1) / 2 : times; };
        const auto varies = [&](const LoopFactor& loop) { return nest.variesWith(tensor, loop.loop); };
        const auto outermost = std::find_if(loops.begin(), loops.end(), varies);

        Count rounds = 0;
        if (outermost != loops.end() && subgroup > 1) {
            rounds = 1;
            for (const Loop loop : allLoops) {
                rounds *= nest.variesWith(tensor, loop) ? 1 : blocking.factors[loop][0];
            }
            for (auto loop = loops.begin(); loop != outermost; ++loop) {
                rounds *= loop->factor;
            }
            // A piece that is used for one round only streams past while it is fetched: nothing has to rotate.
            if (rounds == passes(fromMemory)) {
                rounds = 0;
            }
        }
        Count units = 1;
        for (auto loop = outermost; loop != loops.end() && varies(*loop); ++loop) {
            units *= loop->factor;
        }
        const double width = static_cast<double>(subgroup) / static_cast<double>(units);

        // The last wide fetch before a rotation step rides on it; outputs are written, and read again if they come back.
        double ridden = static_cast<double>(!output ? rounds : fromBuffer > 2 * rounds - 1 ? 2 * rounds : 2 * rounds - 1);
        ridden *= static_cast<double>(units - 1) / static_cast<double>(units);

        traffic.rounds[tensor] = rounds;
        traffic.units[tensor] = units;
        traffic.wideWidth[tensor] = width;
        traffic.rotationHops[tensor] = rotationHops(groups[tensor], subgroup, units) * static_cast<double>(rounds);
        traffic.wideFetchHops[tensor] =
            wideFetchHops(groups[tensor], subgroup, width) * (static_cast<double>(fromBuffer) - ridden);
        const Level handedOn = counts == Counts::Executed ? Level::Dram : Level::Buffer;
        traffic.wordHops[tensor] = (onceThrough(nest, tensor, handedOn) * traffic.rotationHops[tensor]
                                    + onceThrough(nest, tensor, Level::Buffer) * traffic.wideFetchHops[tensor])
                                   * static_cast<double>(quotient(tiles, sharing.group[tensor]));
    }
    return traffic;
}

} // namespace tilescape::cost
