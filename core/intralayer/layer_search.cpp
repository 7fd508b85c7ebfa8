#include "core/intralayer/layer_search.h"

#include "core/dataflow/rotation_steps.h"
#include "core/dataflow/sharing.h"
#include "core/intralayer/partition_space.h"
#include "core/support/parallel.h"

#include <algorithm>
#include <limits>
#include <map>

#include <fmt/format.h>

namespace tilescape::intralayer {

using dataflow::LoopNest;
using dataflow::Partition;
using dataflow::Split;

namespace {

/// Splits into one part, wherever they stand, place nothing: equal texts for equal placements.
Partition normalized(Partition partition)
{
    std::stable_sort(partition.order.begin(), partition.order.end(), [&](Split a, Split b) {
        const bool trivialA = partition.shares[a].size() == 1;
        const bool trivialB = partition.shares[b].size() == 1;
        return trivialA != trivialB ? trivialA : trivialA && a < b;
    });
    return partition;
}

auto kindKey(const BlockingKind& kind)
{
    const network::Layer& layer = kind.tile.layer;
    return std::tuple{layer.inputChannels, layer.outputChannels, layer.outputSize,   kind.tile.batch,
                      kind.tile.occupancy, kind.context.sharers, kind.context.alike, kind.sharing};
}

} // namespace

bool spreads(const LayerTask& task) { return spreadsFetches(task.space); }

bool hopsMatter(const LayerTask& task) { return task.machine.hopPj > 0 && task.machine.tiles.size() > 1; }

cost::TileContext contextOf(const LayerTask& task)
{
    cost::TileContext context;
    context.tiles = task.region.extent.size();
    // Tiles that idle leave what they would have to the others.
    context.sharedPart = task.space.counts == Counts::Executed
        ? task.objective.cycleShare
        : static_cast<double>(context.tiles) / static_cast<double>(task.machine.tiles.size());
    context.mayBypass = task.space.bufferBypass;
    context.inputFromTiles = task.inputFromTiles;
    context.inputPartInTiles = task.inputPartInTiles;
    context.outputToTiles = task.outputStays;
    context.mayPinWeights = task.mayPinWeights;
    context.counts = task.space.counts;
    // What lies in these very tiles' buffers cannot bypass them.
    context.mayBypass[Tensor::Input] &= !task.inputIsLocal;
    context.mayBypass[Tensor::Output] &= !task.outputStays;
    return context;
}

BlockingKind kindOf(const LayerTask& task, const Partition& partition)
{
    BlockingKind kind;
    kind.tile = dataflow::tileLayer(task.layer, task.batch, partition, task.space.counts);
    kind.context = contextOf(task);
    if (!task.machine.sharedBuffers.empty()) {
        kind.context.alike = dataflow::sharersOf(task.layer, partition);
    }
    if (spreads(task)) {
        kind.context.sharers = dataflow::sharersOf(task.layer, partition);
    }
    if (task.space.bufferSharing) {
        kind.sharing = dataflow::sharingRings(task.layer, partition, task.region, task.space.counts);
    }
    return kind;
}

void countHops(const LayerTask& task, FramePartition& split)
{
    const network::Layer& layer = task.layer;
    const Count groups = network::isDepthwise(layer) ? 1 : network::groupsOf(layer);
    const dataflow::Region& destination = task.outputStays ? task.region : task.memory;
    cost::Traffic traffic =
        cost::trafficOf(layer, task.batch, task.region, split.partition, task.memory, spreads(task), task.space.counts);
    split.weightHops = traffic.weightHops;
    const Partition projected = dataflow::project(split.partition, destination.extent);
    split.outputPartition = task.outputStays ? projected : normalized(projected);
    // Where each tile keeps what it makes, nothing moves.
    if (!task.outputStays || projected != split.partition) {
        const dataflow::Layout output = dataflow::layOut(projected, destination, task.batch, layer.outputChannels,
                                                         layer.outputSize, groups);
        split.outputHops = cost::outputHops(traffic, output, spreads(task));
    }
    split.inputs = std::move(traffic.inputs);
    split.operands = std::move(traffic.operands);
}

void chargeForRegion(LayerTask& task, double share)
{
    task.machine.staticPjPerCycle *= share;
    task.objective.cyclePj *= share;
    task.objective.cycleShare = share;
}

std::string keyOf(const LayerTask& task)
{
    const network::Layer& layer = task.layer;
    const hardware::Machine& machine = task.machine;
    const Extent filter = network::filterOf(layer);
    const Extent stride = network::strideOf(layer);
    const auto* elementwise = std::get_if<network::Elementwise>(&layer.kind);
    const auto* product = std::get_if<network::MatrixProduct>(&layer.kind);
    fmt::memory_buffer text;
    const auto add = [&](auto... values) { (fmt::format_to(fmt::appender(text), "{} ", values), ...); };
    add(layer.kind.index(), filter.height, filter.width, stride.height, stride.width, network::groupsOf(layer),
        elementwise ? elementwise->operands : 0, layer.inputChannels, layer.outputChannels, layer.outputSize.height,
        layer.outputSize.width, task.batch, layer.firstInputChannel.value_or(-1));
    if (product) {
        add(product->transposedInput, product->transposedOperand);
    }
    for (const dataflow::Region* region : {&task.region, &task.memory}) {
        add(region->extent.height, region->extent.width);
        for (const Tile tile : region->tiles) {
            add(tile.row, tile.column);
        }
    }
    add(machine.tiles.height, machine.tiles.width, machine.peArray.height, machine.peArray.width,
        static_cast<int>(machine.peArray.dataflow),
        machine.registerWordsPerPe, machine.bufferWordsPerTile, machine.busWordsPerCycle, machine.dramWordsPerCycle,
        machine.macPj, machine.accessPj[Level::Dram], machine.accessPj[Level::Buffer], machine.accessPj[Level::Bus],
        machine.accessPj[Level::Register], machine.hopPj > 0, machine.staticPjPerCycle);
    for (const hardware::SharedBuffer& buffer : machine.sharedBuffers) {
        add("shared", buffer.words, buffer.accessPj, buffer.wordsPerCycle);
    }
    // Rotation is paid in hops: with shared buffers their price decides between blockings.
    add(task.space.bufferSharing ? machine.hopPj : -1.0);
    add(task.space.hybridPartition, task.space.batchPartition, task.space.inputChannelPartition,
        task.space.accessForwarding, task.objective.cyclePj, task.objective.delayFirst,
        task.objective.cycleShare);
    for (const bool bypass : task.space.bufferBypass) {
        add(bypass);
    }
    add(task.inputFromTiles, task.inputIsLocal, task.outputStays, task.mayPinWeights, task.inputPartInTiles);
    if (task.space.roundedFactors) {
        add("rounded");
    }
    add(nameOf(task.space.counts));
    return fmt::to_string(text);
}

std::shared_ptr<const LayerFrame> frameOf(const LayerTask& task, int threads, const std::stop_token& stop)
{
    auto frame = std::make_shared<LayerFrame>();
    std::map<decltype(kindKey(std::declval<BlockingKind>())), std::size_t> known;
    for (const Partition& partition : partitions(splittable(task.layer, task.batch), task.region.extent, task.space)) {
        BlockingKind kind = kindOf(task, partition);
        const auto [place, isNew] = known.try_emplace(kindKey(kind), frame->kinds.size());
        if (isNew) {
            kind.nests = dataflow::loopNests(kind.tile, task.machine.peArray);
            frame->kinds.push_back(std::move(kind));
        }
        FramePartition split;
        split.partition = partition;
        split.kind = place->second;
        frame->partitions.push_back(std::move(split));
    }
    support::parallelFor(frame->partitions.size(), threads, [&](std::size_t i) {
        if (!stop.stop_requested()) {
            countHops(task, frame->partitions[i]);
        }
    });
    return stop.stop_requested() ? nullptr : frame;
}

std::shared_ptr<const LayerAnswer> searchLayer(const LayerTask& task, const LayerFrame& frame, const pipeline::TopGroups& top,
                                               int threads, const std::stop_token& stop)
{
    const auto search = [](const BlockingTask& blockings, std::size_t, std::size_t) { return searchBlockings(blockings); };
    return searchLayerBy(search, task, frame, top, threads, stop);
}

std::shared_ptr<LayerAnswer> searchLayerBy(const NestSearch& search, const LayerTask& task, const LayerFrame& frame,
                                           const pipeline::TopGroups& top, int threads, const std::stop_token& stop)
{
    std::vector<std::pair<std::size_t, std::size_t>> jobs;
    std::vector<std::vector<BlockingAnswer>> answers(frame.kinds.size());
    for (std::size_t kind = 0; kind < frame.kinds.size(); ++kind) {
        answers[kind].resize(frame.kinds[kind].nests.size());
        for (std::size_t nest = 0; nest < frame.kinds[kind].nests.size(); ++nest) {
            jobs.emplace_back(kind, nest);
        }
    }
    support::parallelFor(jobs.size(), threads, [&](std::size_t job) {
        if (stop.stop_requested()) {
            return;
        }
        const auto [number, nest] = jobs[job];
        const BlockingKind& kind = frame.kinds[number];
        const BlockingTask blockings{kind.nests[nest], kind.context, task.machine, task.objective,
                                     hopsMatter(task), kind.sharing, top};
        answers[number][nest] = search(blockings, number, nest);
    });
    if (stop.stop_requested()) {
        return nullptr;
    }

    auto answer = std::make_shared<LayerAnswer>();
    for (const auto& kind : answers) {
        for (const BlockingAnswer& part : kind) {
            answer->counts += part.counts;
        }
    }
    for (std::size_t i = 0; i < frame.partitions.size(); ++i) {
        const FramePartition& split = frame.partitions[i];
        PartitionChoice choice{i, split.partition, split.outputPartition, split.weightHops, split.outputHops, {}, {}};
        for (std::size_t nest = 0; nest < answers[split.kind].size(); ++nest) {
            for (const BlockingChoice& blocking : answers[split.kind][nest].choices) {
                choice.replications.push_back(frame.kinds[split.kind].nests[nest].replication);
                choice.blockings.push_back(blocking);
            }
        }
        if (!choice.blockings.empty()) {
            answer->partitions.push_back(std::move(choice));
        }
    }
    if (answer->partitions.empty()) {
        answer->obstacle = findObstacle(task);
    }
    return answer;
}

} // namespace tilescape::intralayer
