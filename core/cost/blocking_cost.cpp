#include "core/cost/blocking_cost.h"

#include "core/cost/shared_buffers.h"
#include "core/cost/transfer_cycles.h"
#include "core/dataflow/sharing.h"

#include <algorithm>

namespace tilescape::cost {

using dataflow::Blocking;
using dataflow::LoopNest;

namespace {

/// Factor of `loop` outside `level` (0: outside the DRAM-level loops, 1: outside the buffer-level ones).
Count factorOutside(const Blocking& blocking, Loop loop, std::size_t level)
{
    Count product = 1;
    for (std::size_t outer = 0; outer < level; ++outer) {
        product *= blocking.factors[loop][outer];
    }
    return product;
}

/// Fetches of `tensor` caused by the loops at `level`, before the read back of outputs; none if the tensor does not
/// vary with any loop there. With `everyGroup`, it comes in anew for every iteration of the batch loop as well.
std::optional<Count> fetchesAt(const LoopNest& nest, const Blocking& blocking, Tensor tensor, std::size_t level,
                               bool everyGroup)
{
    // Walk from the innermost loop outwards: what lies inside the innermost dimension loop reuses the data.
    std::optional<Count> fetches;
    const auto& order = blocking.order[level];
    Count reused = 1;
    for (auto loop = order.rbegin(); loop != order.rend(); ++loop) {
        const Count factor = blocking.factors[*loop][level];
        if (nest.variesWith(tensor, *loop)) {
            if (factor > 1 && !fetches) {
                fetches = 1;
            }
        } else {
            const Count outside = factorOutside(blocking, *loop, level);
            if (everyGroup && *loop == Loop::Batch && factor > 1) {
                fetches = fetches.value_or(1);
            }
            if (fetches) {
                *fetches *= outside * factor;
            } else {
                reused *= outside;
            }
        }
    }
    if (fetches) {
        *fetches *= reused;
    }
    return fetches;
}

/// Along each loop; 1 where the tensor does not vary.
std::array<Count, 3> unitsAlong(const LoopNest& nest, const Blocking& blocking, Tensor tensor, Storage storage)
{
    const std::size_t firstInner = storage == Storage::Buffer ? 1 : 2;
    std::array<Count, 3> units{1, 1, 1};
    for (const Loop loop : allLoops) {
        if (nest.variesWith(tensor, loop)) {
            for (std::size_t level = firstInner; level < 3; ++level) {
                units[static_cast<std::size_t>(loop)] *= blocking.factors[loop][level];
            }
        }
    }
    return units;
}

Count unitsHeld(const LoopNest& nest, const Blocking& blocking, Tensor tensor, Storage storage)
{
    const std::array<Count, 3> units = unitsAlong(nest, blocking, tensor, storage);
    return units[0] * units[1] * units[2];
}

/// Accesses to read or write all of a tensor once, for one tile.
double onceThrough(const LoopNest& nest, Level level, Tensor tensor)
{
    Count units = 1;
    for (const Loop loop : allLoops) {
        if (nest.variesWith(tensor, loop)) {
            units *= nest.iterations[loop];
        }
    }
    return nest.accesses[level][tensor] * static_cast<double>(units);
}

double sum(const PerTensor<double>& values)
{
    return values[Tensor::Weight] + values[Tensor::Input] + values[Tensor::Output];
}

void countAccesses(LayerCost& cost, const LoopNest& nest, Count passes, const PerStorage<PerTensor<Count>>& fetches,
                   const PerTensor<bool>& kept, const TileContext& context)
{
    const auto tiles = static_cast<double>(context.tiles);
    const auto repetitions = static_cast<double>(nest.repetitions);
    for (const Tensor tensor : allTensors) {
        const double outputTwice = tensor == Tensor::Output ? 2 : 1;
        const auto fromBuffer = static_cast<double>(fetches[Storage::Register][tensor]);
        const auto fromMemory = static_cast<double>(fetches[Storage::Buffer][tensor]);
        const auto sharers = static_cast<double>(context.sharers[tensor]);

        cost.accesses[Level::Register][tensor] =
            nest.accesses[Level::Register][tensor] * static_cast<double>(passes) * outputTwice * tiles * repetitions;
        cost.accesses[Level::Bus][tensor] = onceThrough(nest, Level::Bus, tensor) * fromBuffer * tiles * repetitions;
        const double buffered = onceThrough(nest, Level::Buffer, tensor);
        cost.accesses[Level::Buffer][tensor] = kept[tensor] ? buffered * fromBuffer * tiles * repetitions : 0;
        cost.accesses[Level::Dram][tensor] = (kept[tensor] ? onceThrough(nest, Level::Dram, tensor) : buffered)
                                             * fromMemory * tiles / sharers * repetitions;
    }
}

/// Words of the busiest tensor between the buffers, or what passes them by, and the arrays. The reference takes what passes
/// them by as free.
double busWords(const LayerCost& cost, const LoopNest& nest, const PerStorage<PerTensor<Count>>& fetches,
                const TileContext& context)
{
    double busiest = 0;
    for (const Tensor tensor : allTensors) {
        const double all = onceThrough(nest, Level::Buffer, tensor)
                           * static_cast<double>(fetches[Storage::Register][tensor])
                           * static_cast<double>(context.tiles) * static_cast<double>(nest.repetitions);
        busiest = std::max(busiest, context.counts == Counts::Executed ? all : cost.accesses[Level::Buffer][tensor]);
    }
    return busiest;
}

} // namespace

Count unitsBetweenFetches(const LoopNest& nest, const Blocking& blocking, Tensor tensor)
{
    Count units = unitsHeld(nest, blocking, tensor, Storage::Buffer);
    bool inside = false;
    for (const Loop loop : blocking.order[0]) {
        if (nest.variesWith(tensor, loop)) {
            units *= inside ? blocking.factors[loop][0] : 1;
        } else {
            inside |= blocking.factors[loop][0] > 1;
        }
    }
    return units;
}

PerStorage<PerTensor<Count>> fetchesOf(const LoopNest& nest, const Blocking& blocking, bool reloadsWeights)
{
    PerStorage<PerTensor<Count>> fetches;
    for (const Tensor tensor : allTensors) {
        const auto readBack = [tensor](Count times) { return tensor == Tensor::Output ? 2 * times - 1 : times; };
        const std::optional<Count> atMemory =
            fetchesAt(nest, blocking, tensor, 0, reloadsWeights && tensor == Tensor::Weight);
        const std::optional<Count> atBuffer = fetchesAt(nest, blocking, tensor, 1, false);
        fetches[Storage::Buffer][tensor] = readBack(atMemory.value_or(1));
        fetches[Storage::Register][tensor] = atBuffer ? readBack(*atBuffer) : fetches[Storage::Buffer][tensor];
    }
    return fetches;
}

PerTensor<bool> mayBypassBuffer(PerTensor<bool> allowed, bool inputIsLocal, bool outputIsTaken)
{
    allowed[Tensor::Input] &= !inputIsLocal;
    allowed[Tensor::Output] &= !outputIsTaken;
    return allowed;
}

PerTensor<bool> keptInBuffer(const Blocking& blocking, const PerStorage<PerTensor<Count>>& fetches,
                             const PerTensor<bool>& mayBypass)
{
    PerTensor<bool> kept;
    for (const Tensor tensor : allTensors) {
        kept[tensor] = !mayBypass[tensor] || blocking.keep[tensor]
                       || fetches[Storage::Buffer][tensor] < fetches[Storage::Register][tensor];
    }
    return kept;
}

PerStorage<PerTensor<Count>> wordsHeld(const LoopNest& nest, const Blocking& blocking, const PerTensor<bool>& kept,
                                       const PerTensor<Count>& subgroup, Counts counts)
{
    PerStorage<PerTensor<Count>> held;
    for (const Tensor tensor : allTensors) {
        held[Storage::Buffer][tensor] =
            kept[tensor]
                ? dataflow::largestPart(unitsHeld(nest, blocking, tensor, Storage::Buffer) * nest.bufferWords[tensor],
                                        unitsAlong(nest, blocking, tensor, Storage::Buffer), subgroup[tensor], counts)
                : 0;
        held[Storage::Register][tensor] =
            unitsHeld(nest, blocking, tensor, Storage::Register) * nest.registerWords[tensor];
    }
    return held;
}

bool fits(const PerStorage<PerTensor<Count>>& held, const hardware::Machine& machine)
{
    const auto total = [&](Storage storage) {
        Count words = 0;
        for (const Count part : held[storage]) {
            words += part;
        }
        return words;
    };
    return total(Storage::Register) <= machine.capacities.registerWordsPerPe
           && total(Storage::Buffer) <= machine.capacities.bufferWordsPerTile;
}

bool mayPinWeights(const LoopNest& nest, const TileContext& context)
{
    return context.mayPinWeights && (context.counts == Counts::Reference || nest.repetitions == 1);
}

bool pinsWeights(const LoopNest& nest, const Blocking& blocking, const TileContext& context)
{
    const auto stayAt = [&](std::size_t level) {
        return std::all_of(allLoops.begin(), allLoops.end(), [&](Loop loop) {
            return !nest.variesWith(Tensor::Weight, loop) || blocking.factors[loop][level] == 1;
        });
    };
    if (!mayPinWeights(nest, context) || !stayAt(0)) {
        return false;
    }
    // What passes the buffer by lies in the registers, as much as is worked on at a time: of one fold.
    return context.counts == Counts::Reference || (nest.folds == 1 && stayAt(1))
           || keptInBuffer(blocking, fetchesOf(nest, blocking, context.reloadsWeights),
                           context.mayBypass)[Tensor::Weight];
}

namespace {

/// Of each tensor, what one shared buffer could do for it.
PerTensor<SharedOffer> sharedOffers(const LayerCost& cost, const LoopNest& nest, const Blocking& blocking,
                                    const TileContext& context)
{
    PerTensor<SharedOffer> offers;
    const auto tiles = static_cast<double>(context.tiles);
    for (const Tensor tensor : allTensors) {
        SharedOffer& offer = offers[tensor];
        offer.tileWords = cost.accesses[Level::Dram][tensor];
        offer.onceWords = onceThrough(nest, Level::Dram, tensor) * tiles
                          / static_cast<double>(context.identicalTiles[tensor]) * static_cast<double>(nest.repetitions);
        if (tensor == Tensor::Input) {
            offer.onceWords *= 1 - context.inputPartInTiles;
        }
        offer.useful = offer.tileWords > offer.onceWords;
        offer.words = ceilDivide(unitsBetweenFetches(nest, blocking, tensor) * nest.bufferWords[tensor] * context.tiles,
                                 context.identicalTiles[tensor]);
    }
    return offers;
}

void useSharedBuffers(LayerCost& cost, const LoopNest& nest, const Blocking& blocking, const hardware::Machine& machine,
                      const TileContext& context)
{
    const PerTensor<SharedOffer> offers = sharedOffers(cost, nest, blocking, context);
    const SharedUse use = chooseShared(offers, machine, context.sharedPart);
    for (const Tensor tensor : allTensors) {
        if (use.level[tensor] > 0) {
            cost.accesses[Level::Dram][tensor] = offers[tensor].onceWords;
            cost.sharedAccesses[tensor] = offers[tensor].tileWords;
            cost.sharedWords[tensor] = static_cast<double>(offers[tensor].words);
        }
    }
    cost.sharedLevel = use.level;
    cost.sharedCycles = use.cycles;
    cost.energy.sharedBuffers = use.energyPj;
}

} // namespace

LayerCost blockingCost(const LoopNest& nest, const Blocking& blocking, const hardware::Machine& machine,
                       const TileContext& context, const PerTensor<Count>& subgroup)
{
    PerStorage<PerTensor<Count>> fetches = fetchesOf(nest, blocking, context.reloadsWeights);
    const PerTensor<bool> kept = keptInBuffer(blocking, fetches, context.mayBypass);
    const PerStorage<PerTensor<Count>> held = wordsHeld(nest, blocking, kept, subgroup, context.counts);
    if (pinsWeights(nest, blocking, context)) {
        fetches[Storage::Buffer][Tensor::Weight] = 0;
    }
    Count passes = 1;
    Count needed = 1;
    for (const Loop loop : allLoops) {
        passes *= factorOutside(blocking, loop, 3);
        needed *= nest.iterations[loop];
    }

    LayerCost cost;
    const auto tiles = static_cast<double>(context.tiles);
    const auto repetitions = static_cast<double>(nest.repetitions);
    cost.operations = nest.operations * static_cast<double>(passes) * tiles * repetitions;
    cost.redundantOperations = nest.operations * static_cast<double>(passes - needed) * tiles * repetitions;
    cost.iterations = nest.iterations;
    countAccesses(cost, nest, passes, fetches, kept, context);
    for (const auto& [tensor, onChip] :
         {std::pair{Tensor::Input, context.inputFromTiles}, std::pair{Tensor::Output, context.outputToTiles}}) {
        if (onChip) {
            std::swap(cost.remoteBufferAccesses[tensor], cost.accesses[Level::Dram][tensor]);
        }
    }
    if (!context.inputFromTiles) {
        double& fromMemory = cost.accesses[Level::Dram][Tensor::Input];
        cost.remoteBufferAccesses[Tensor::Input] = fromMemory * context.inputPartInTiles;
        fromMemory -= cost.remoteBufferAccesses[Tensor::Input];
    }

    if (!machine.sharedBuffers.empty()) {
        useSharedBuffers(cost, nest, blocking, machine, context);
    }

    cost.computeCycles = static_cast<double>(nest.cycles * passes * nest.repetitions);
    cost.busCycles = busCycles(busWords(cost, nest, fetches, context) / tiles, machine.rates);
    cost.dramCycles = dramCycles(sum(cost.accesses[Level::Dram]), machine.rates);
    cost.cycles = std::max({cost.computeCycles, cost.busCycles, cost.dramCycles, cost.sharedCycles});

    for (const Storage storage : allStorages) {
        for (const Tensor tensor : allTensors) {
            cost.fetches[storage][tensor] = static_cast<double>(fetches[storage][tensor]);
            cost.wordsHeld[storage][tensor] = static_cast<double>(held[storage][tensor]);
        }
    }

    cost.energy.mac = machine.prices.macPj * cost.operations;
    cost.energy.dram = machine.prices.accessPj[Level::Dram] * sum(cost.accesses[Level::Dram]);
    cost.energy.buffer = machine.prices.accessPj[Level::Buffer] * sum(cost.accesses[Level::Buffer])
                         + machine.prices.accessPj[Level::Buffer] * sum(cost.remoteBufferAccesses);
    cost.energy.bus = machine.prices.accessPj[Level::Bus] * sum(cost.accesses[Level::Bus]);
    cost.energy.registers = machine.prices.accessPj[Level::Register] * sum(cost.accesses[Level::Register]);
    cost.energy.staticPower = machine.prices.staticPjPerCycle * cost.cycles;
    return cost;
}

void addHops(LayerCost& cost, const UnitHops& unitHops, const hardware::Machine& machine)
{
    const PerTensor<double> fetched = hopsByTensor(unitHops, cost.fetches[Storage::Buffer]);
    for (const Tensor tensor : allTensors) {
        cost.nocHops[tensor] = cost.nocHopsBetweenTiles[tensor] + fetched[tensor];
    }
    cost.energy.noc = machine.prices.hopPj * sum(cost.nocHops);
}

} // namespace tilescape::cost
