#include "core/search/space/layer_task.h"

#include "core/support/byte_key.h"

#include <variant>

#include <fmt/format.h>

namespace tilescape::search {

bool spreads(const LayerTask& task) { return spreadsFetches(task.space); }

bool hopsMatter(const LayerTask& task) { return task.machine.prices.hopPj > 0 && task.machine.shape.tiles.size() > 1; }

cost::TileContext contextOf(const LayerTask& task)
{
    cost::TileContext context;
    context.tiles = task.region.extent.size();
    // Tiles that idle leave what they would have to the others.
    context.sharedPart =
        task.space.counts == Counts::Executed
            ? task.objective.cycleShare
            : static_cast<double>(context.tiles) / static_cast<double>(task.machine.shape.tiles.size());
    context.mayBypass = cost::mayBypassBuffer(task.space.bufferBypass, task.inputIsLocal, task.outputIsTaken);
    context.inputFromTiles = task.inputFromTiles;
    context.inputPartInTiles = task.inputPartInTiles;
    context.outputToTiles = task.outputStays;
    context.outputIsTaken = task.outputIsTaken;
    context.mayPinWeights = task.mayPinWeights;
    context.reloadsWeights = task.reloadsWeights;
    context.counts = task.space.counts;
    return context;
}

void chargeForRegion(LayerTask& task, double share)
{
    task.machine.prices.staticPjPerCycle *= share;
    task.objective.cyclePj *= share;
    task.objective.cycleShare = share;
}

namespace {

/// A key that can be read, and whose text baselines draw lots with.
class TextKey {
public:
    template <typename... Values>
    void add(const Values&... values)
    {
        (fmt::format_to(fmt::appender(m_text), "{} ", values), ...);
    }
    [[nodiscard]] std::string take() const { return fmt::to_string(m_text); }

private:
    fmt::memory_buffer m_text;
};

/// The layer and the batch, whatever works on them.
template <typename Key>
void addLayer(Key& key, const LayerTask& task)
{
    const network::Layer& layer = task.layer;
    const Extent filter = network::filterOf(layer);
    const Extent stride = network::strideOf(layer);
    const auto* elementwise = std::get_if<network::Elementwise>(&layer.kind);
    const auto* product = std::get_if<network::MatrixProduct>(&layer.kind);
    key.add(layer.kind.index(), filter.height, filter.width, stride.height, stride.width, network::groupsOf(layer),
            elementwise ? elementwise->operands : 0, layer.inputChannels, layer.outputChannels, layer.outputSize.height,
            layer.outputSize.width, task.batch, layer.firstInputChannel.value_or(-1));
    if (product) {
        key.add(product->transposedInput, product->transposedOperand);
    }
}

template <typename Key>
void addTask(Key& key, const LayerTask& task)
{
    const hardware::Machine& machine = task.machine;
    addLayer(key, task);
    for (const dataflow::Region* region : {&task.region, &task.memory}) {
        key.add(region->extent.height, region->extent.width);
        for (const Tile tile : region->tiles) {
            key.add(tile.row, tile.column);
        }
    }
    key.add(machine.shape.tiles.height, machine.shape.tiles.width, machine.shape.peArray.height,
            machine.shape.peArray.width, static_cast<int>(machine.shape.peArray.dataflow),
            machine.capacities.registerWordsPerPe, machine.capacities.bufferWordsPerTile, machine.rates.busWordsPerCycle,
            machine.rates.dramWordsPerCycle, machine.prices.macPj, machine.prices.accessPj[Level::Dram],
            machine.prices.accessPj[Level::Buffer], machine.prices.accessPj[Level::Bus],
            machine.prices.accessPj[Level::Register], machine.prices.hopPj > 0, machine.prices.staticPjPerCycle);
    for (const hardware::SharedBuffer& buffer : machine.sharedBuffers) {
        key.add("shared", buffer.words, buffer.accessPj, buffer.wordsPerCycle);
    }
    // Rotation is paid in hops: with shared buffers their price decides between blockings.
    key.add(task.space.bufferSharing ? machine.prices.hopPj : -1.0);
    key.add(task.space.hybridPartition, task.space.batchPartition, task.space.inputChannelPartition,
            task.space.accessForwarding, task.objective.cyclePj, task.objective.delayFirst, task.objective.cycleShare);
    for (const bool bypass : task.space.bufferBypass) {
        key.add(bypass);
    }
    key.add(task.inputFromTiles, task.inputIsLocal, task.outputStays, task.mayPinWeights, task.reloadsWeights,
            task.inputPartInTiles);
    if (task.space.roundedFactors) {
        key.add("rounded");
    }
    if (task.outputIsTaken && !task.outputStays) { // what stays is taken in any case
        key.add("taken");
    }
    if (!task.space.gathersSums) { // else as it was: randomized solvers take their seed from the key
        key.add("gathers nothing");
    }
    key.add(nameOf(task.space.counts));
}

} // namespace

std::string hopsKeyOf(const LayerTask& task)
{
    support::ByteKey key;
    addLayer(key, task);
    key.add(spreads(task), task.outputStays, nameOf(task.space.counts));
    return key.take();
}

std::string keyOf(const LayerTask& task)
{
    TextKey key;
    addTask(key, task);
    return key.take();
}

std::string byteKeyOf(const LayerTask& task)
{
    support::ByteKey key;
    addTask(key, task);
    return key.take();
}

} // namespace tilescape::search
