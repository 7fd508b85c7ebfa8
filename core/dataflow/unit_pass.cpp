#include "core/dataflow/unit_pass.h"

#include "core/dataflow/tap_blocks.h"

namespace tilescape::dataflow {

using network::Layer;

namespace {

/// The maps that one pass sees. Heights are fractions where a map is cut into parts; the whole ones are those of the
/// largest part.
struct PassMaps {
    double sweptHeight = 0;
    double outputHeight = 0;
    double inputHeight = 0;
    Count outputWidth = 0;
    Count inputWidth = 0;
    Count wholeSweptHeight = 0;
    Count wholeOutputHeight = 0;
    Count wholeInputHeight = 0;
    Extent window; ///< of the input, that one position of the filter reads
};

PassMaps mapsOf(const Layer& layer, Count parts)
{
    const Extent filter = network::filterOf(layer);
    const Extent stride = network::strideOf(layer);
    const Extent swept = network::sweptSize(layer);
    PassMaps maps;
    maps.window = windowOf(layer);
    maps.sweptHeight = static_cast<double>(swept.height) / static_cast<double>(parts);
    maps.wholeSweptHeight = ceilDivide(swept.height, parts);
    if (network::isTransposed(layer)) {
        // The same filter rows sweep the input: it is the small map now, and each output gathers a part of the filter.
        maps.outputHeight = static_cast<double>(layer.outputSize.height) / static_cast<double>(parts);
        maps.inputHeight = maps.sweptHeight + static_cast<double>(maps.window.height - 1);
        maps.outputWidth = layer.outputSize.width;
        maps.inputWidth = swept.width + maps.window.width - 1;
        maps.wholeOutputHeight = ceilDivide(layer.outputSize.height, parts);
        maps.wholeInputHeight = maps.wholeSweptHeight + maps.window.height - 1;
        return maps;
    }
    maps.outputHeight = maps.sweptHeight;
    maps.inputHeight = static_cast<double>(filter.height) + (maps.sweptHeight - 1) * static_cast<double>(stride.height);
    maps.outputWidth = swept.width;
    maps.inputWidth = filter.width + (swept.width - 1) * stride.width;
    maps.wholeOutputHeight = maps.wholeSweptHeight;
    maps.wholeInputHeight = filter.height + (maps.wholeSweptHeight - 1) * stride.height;
    return maps;
}

/// Maps whose words are counted.
Count mapsRead(const Layer& layer, Counts counts) { return counts == Counts::Executed ? operandsOf(layer) : 1; }

/// Words of one channel of the input that all folds over the array's rows read, each what its part of the filter reaches.
double inputOfFolds(const Layer& layer, const ArrayMapping& mapping, const PassMaps& maps)
{
    double words = 0;
    for (const TapBlock& block : tapBlocks(layer, mapping)) {
        words += (maps.inputHeight - static_cast<double>(maps.window.height - block.row.size()))
                 * static_cast<double>(maps.inputWidth - (maps.window.width - block.column.size()));
    }
    return words;
}

/// Operations, and what both dataflows move alike: the maps and the filter once between memory and buffer, the maps for
/// each fold over the rows between buffer and array, a word of each tensor for each operation in the registers.
UnitPass commonPass(const Layer& layer, const ArrayMapping& mapping, const PassMaps& maps, Counts counts)
{
    const Extent filter = network::filterOf(layer);
    const bool weights = network::hasWeights(layer);
    UnitPass pass;
    pass.operations = maps.sweptHeight * static_cast<double>(network::sweptSize(layer).width)
        * static_cast<double>(filter.size() * operandsOf(layer));

    const Count inputs = mapsRead(layer, counts);
    auto& dram = pass.accesses[Level::Dram];
    dram[Tensor::Weight] = weights ? static_cast<double>(filter.size()) : 0;
    dram[Tensor::Input] = maps.inputHeight * static_cast<double>(maps.inputWidth * inputs);
    dram[Tensor::Output] = maps.outputHeight * static_cast<double>(maps.outputWidth);

    const auto folds = static_cast<double>(mapping.fold.height);
    auto& buffer = pass.accesses[Level::Buffer];
    buffer = dram;
    buffer[Tensor::Output] *= folds;
    if (weights && counts == Counts::Reference) {
        buffer[Tensor::Input] *= folds;
    } else if (weights && mapping.fold.height > 1) {
        buffer[Tensor::Input] = inputOfFolds(layer, mapping, maps);
    }

    const double perOperation = pass.operations;
    pass.accesses[Level::Register] = {{weights ? perOperation : 0, perOperation, perOperation}};
    pass.bufferWords = {{weights ? filter.size() : 0, maps.wholeInputHeight * maps.inputWidth * inputs,
                         maps.wholeOutputHeight * maps.outputWidth}};
    return pass;
}

} // namespace

bool isChannelwise(const Layer& layer) { return !network::hasWeights(layer) || network::isDepthwise(layer); }

Count groupsInTurn(const Layer& layer) { return isChannelwise(layer) ? 1 : network::groupsOf(layer); }

Count operandsOf(const Layer& layer)
{
    const auto* elementwise = std::get_if<network::Elementwise>(&layer.kind);
    return elementwise ? elementwise->operands : 1;
}

UnitPass rowStationaryPass(const Layer& layer, const ArrayMapping& mapping, Counts counts)
{
    const PassMaps maps = mapsOf(layer, mapping.fold.width);
    const Count filterWidth = network::filterOf(layer).width;
    const bool weights = network::hasWeights(layer);
    UnitPass pass = commonPass(layer, mapping, maps, counts);
    pass.cycles = mapping.fold.height * operandsOf(layer) * filterWidth * network::sweptSize(layer).width;

    const auto folds = static_cast<double>(mapping.fold.height);
    const auto set = static_cast<double>(mapping.foldedSet.size());
    auto& bus = pass.accesses[Level::Bus];
    bus[Tensor::Input] = static_cast<double>(maps.inputWidth * mapsRead(layer, counts)) * set;
    bus[Tensor::Output] = static_cast<double>(maps.outputWidth) * set * folds;
    if (weights) {
        bus[Tensor::Weight] = static_cast<double>(filterWidth) * set * folds;
        bus[Tensor::Input] *= folds;
    }
    pass.registerWords = {{weights ? filterWidth : 0, maps.window.width, 1}};
    return pass;
}

UnitPass systolicPass(const Layer& layer, const ArrayMapping& mapping, Counts counts)
{
    const PassMaps maps = mapsOf(layer, mapping.fold.width);
    const Extent filter = network::filterOf(layer);
    const Count taps = mapping.logicalSet.height;
    const Count tapsOfPe = filter.size() / taps;
    const bool weights = network::hasWeights(layer);
    UnitPass pass = commonPass(layer, mapping, maps, counts);
    pass.copiesShareTheBus = true;
    pass.cycles = mapping.fold.height * operandsOf(layer) * tapsOfPe * maps.wholeSweptHeight * network::sweptSize(layer).width;

    // Along its row of PEs goes: for one tap, a word a position; for a row of taps, the map's row, once for each such row;
    // for all taps, as many rows of the map as the window has.
    Extent window;
    double streams = static_cast<double>(filter.size());
    double streamWidth = static_cast<double>(network::sweptSize(layer).width);
    if (tapsOfPe == filter.size()) {
        window = maps.window;
        streams = static_cast<double>(maps.window.height);
        streamWidth = static_cast<double>(maps.inputWidth);
    } else if (tapsOfPe > 1) {
        window = {1, maps.window.width};
        streams = static_cast<double>(filter.height);
        streamWidth = static_cast<double>(maps.inputWidth);
    }
    auto& bus = pass.accesses[Level::Bus];
    bus[Tensor::Weight] = weights ? static_cast<double>(filter.size()) : 0;
    bus[Tensor::Input] = streams * streamWidth * maps.sweptHeight * static_cast<double>(mapsRead(layer, counts));
    bus[Tensor::Output] = static_cast<double>(mapping.fold.height) * maps.outputHeight * static_cast<double>(maps.outputWidth);
    pass.registerWords = {{weights ? tapsOfPe : 0, window.size(), 1}};
    return pass;
}

} // namespace tilescape::dataflow
