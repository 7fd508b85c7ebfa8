#include "core/search/space/tensor_traffic.h"

namespace tilescape::search {

namespace {

TensorTraffic oneTensor(const dataflow::LoopNest& nest, const cost::TileContext& context,
                        const hardware::Machine& machine, Tensor tensor, const cost::LayerCost& kept,
                        const cost::LayerCost& bypassed)
{
    TensorTraffic traffic;
    for (const Loop loop : allLoops) {
        const auto number = static_cast<std::size_t>(loop);
        traffic.varies[number] = nest.variesWith(tensor, loop);
        if (!traffic.varies[number] && nest.iterations[loop] > 1) {
            traffic.reuseLoop = number;
        }
    }
    traffic.present = nest.varies[tensor] != 0;
    traffic.output = tensor == Tensor::Output;
    traffic.mayBypass = context.mayBypass[tensor];
    traffic.onChip =
        (tensor == Tensor::Input && context.inputFromTiles) || (tensor == Tensor::Output && context.outputToTiles);
    traffic.once = tensor == Tensor::Output ? context.outputIsTaken : traffic.onChip;
    traffic.mayPin = tensor == Tensor::Weight && cost::mayPinWeights(nest, context);
    traffic.staysInRegisters = nest.folds == 1;
    traffic.reloaded = context.reloadsWeights && tensor == Tensor::Weight && !nest.variesWith(tensor, Loop::Batch);
    traffic.pinsBypassed = context.counts == Counts::Reference;
    traffic.bufferPj = kept.accesses[Level::Bus][tensor] * machine.prices.accessPj[Level::Bus];
    traffic.keptPj = kept.accesses[Level::Buffer][tensor] * machine.prices.accessPj[Level::Buffer];
    traffic.busKeptWords = kept.accesses[Level::Buffer][tensor] / static_cast<double>(context.tiles);
    traffic.busBypassWords = context.counts == Counts::Executed ? traffic.busKeptWords : 0;

    // What lies in other tiles' buffers is read there, and takes no memory bandwidth.
    const double inTiles = traffic.onChip ? 1 : tensor == Tensor::Input ? context.inputPartInTiles : 0;
    const double accessPj =
        machine.prices.accessPj[Level::Buffer] * inTiles + machine.prices.accessPj[Level::Dram] * (1 - inTiles);
    traffic.memoryKeptPj = kept.accesses[Level::Dram][tensor] * accessPj;
    traffic.memoryBypassPj = bypassed.accesses[Level::Dram][tensor] * accessPj;
    traffic.memoryKeptWords = kept.accesses[Level::Dram][tensor] * (1 - inTiles);
    traffic.memoryBypassWords = bypassed.accesses[Level::Dram][tensor] * (1 - inTiles);

    traffic.keepingPays = traffic.mayBypass && context.counts == Counts::Executed
                          && (traffic.mayPin || kept.accesses[Level::Dram][tensor] < bypassed.accesses[Level::Dram][tensor]);

    traffic.identicalTiles = context.identicalTiles[tensor];
    traffic.onceWords = kept.accesses[Level::Dram][tensor] * static_cast<double>(context.sharers[tensor])
                        * (tensor == Tensor::Input ? 1 - context.inputPartInTiles : 1)
                        / static_cast<double>(traffic.identicalTiles);

    traffic.unitBufferWords = nest.bufferWords[tensor];
    traffic.unitRegisterWords = nest.registerWords[tensor];
    return traffic;
}

} // namespace

NestTraffic trafficOf(const dataflow::LoopNest& nest, const PerLoop<Count>& covered, const cost::TileContext& context,
                      const hardware::Machine& machine, const std::optional<PerTensor<dataflow::SharingGroup>>& sharing)
{
    if (!machine.sharedBuffers.empty()) {
        // What the tiles ask for is the same, whoever answers.
        hardware::Machine bare = machine;
        bare.sharedBuffers.clear();
        return trafficOf(nest, covered, context, bare, sharing);
    }
    dataflow::Blocking once;
    for (const Loop loop : allLoops) {
        once.factors[loop][2] = covered[loop];
    }
    cost::TileContext keepAll = context;
    keepAll.inputFromTiles = keepAll.outputToTiles = keepAll.mayPinWeights = false;
    keepAll.inputPartInTiles = 0;
    keepAll.mayBypass = {{false, false, false}};
    cost::TileContext bypassAll = keepAll;
    bypassAll.mayBypass = {{true, true, true}};
    const cost::LayerCost kept = cost::blockingCost(nest, once, machine, keepAll);
    const cost::LayerCost bypassed = cost::blockingCost(nest, once, machine, bypassAll);

    NestTraffic traffic;
    traffic.fixedPj = kept.energy.mac + kept.energy.registers;
    traffic.computeCycles = kept.computeCycles;
    for (const Tensor tensor : allTensors) {
        TensorTraffic& own = traffic.tensors[static_cast<std::size_t>(tensor)];
        own = oneTensor(nest, context, machine, tensor, kept, bypassed);
        own.counts = context.counts;
        own.sharers = sharing ? (*sharing)[tensor].extent.size() : 1;
    }
    return traffic;
}

std::vector<std::array<bool, 3>> setsThatMayPay(const std::array<TensorTraffic, 3>& tensors)
{
    std::vector<std::array<bool, 3>> sets{{false, false, false}};
    for (std::size_t number = 0; number < tensors.size(); ++number) {
        const std::size_t before = tensors[number].keepingPays ? sets.size() : 0;
        for (std::size_t i = 0; i < before; ++i) {
            std::array<bool, 3> more = sets[i];
            more[number] = true;
            sets.push_back(more);
        }
    }
    return sets;
}

} // namespace tilescape::search
