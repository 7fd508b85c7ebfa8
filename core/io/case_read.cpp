#include "core/io/case_json.h"
#include "core/io/json_reader.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

namespace tilescape::io {

namespace {

constexpr Count largestCount = Count{1} << 31;

// Values that must be there. What is wrong with one is noted, and a harmless value stands in for it.

Count countAt(const JsonPlace& object, std::string_view key, Count smallest = 1, Count largest = largestCount)
{
    const auto place = object.require(key);
    const auto value = place ? place->count() : std::nullopt;
    if (value && (*value < smallest || *value > largest)) {
        place->fault(fmt::format("{} is {}", key, *value), fmt::format("it lies between {} and {}", smallest, largest));
        return smallest;
    }
    return value.value_or(smallest);
}

Extent extentOf(const JsonPlace& place)
{
    const auto value = place.extent();
    if (value && (value->height < 1 || value->width < 1 || value->height > largestCount || value->width > largestCount)) {
        place.fault(fmt::format("the size is {} x {}", value->height, value->width),
                    fmt::format("both sides lie between 1 and {}", largestCount));
        return {};
    }
    return value.value_or(Extent{});
}

Extent extentAt(const JsonPlace& object, std::string_view key)
{
    const auto place = object.require(key);
    return place ? extentOf(*place) : Extent{};
}

double costAt(const JsonPlace& object, std::string_view key)
{
    const auto place = object.require(key);
    const auto value = place ? place->number() : std::nullopt;
    if (value && *value < 0) {
        place->fault(fmt::format("{} is {}", key, *value), "a cost is not negative");
        return 0;
    }
    return value.value_or(0);
}

/// A number above zero, or "inf".
double limitAt(const JsonPlace& object, std::string_view key)
{
    const auto place = object.require(key);
    if (!place) {
        return 1;
    }
    if (place->isText() && place->text() == "inf") {
        return hardware::unlimited;
    }
    const auto value = place->number();
    if (value && !(*value > 0)) {
        place->fault(fmt::format("{} is {}", key, *value), "it is above zero, or \"inf\"");
        return 1;
    }
    return value.value_or(1);
}

std::string textAt(const JsonPlace& object, std::string_view key)
{
    const auto place = object.require(key);
    return place ? place->text().value_or("") : "";
}

bool flagAt(const JsonPlace& object, std::string_view key, std::optional<bool> without = std::nullopt)
{
    const auto place = without ? object.find(key) : object.require(key);
    return place ? place->flag().value_or(false) : without.value_or(false);
}

/// A list that names each of `all` once.
template <typename Enum, std::size_t Size>
std::array<Enum, Size> permutationAt(const JsonPlace& place, const std::array<Enum, Size>& all)
{
    std::array<Enum, Size> order = all;
    const auto elements = place.elements();
    if (!elements) {
        return order;
    }
    std::vector<std::string_view> names;
    for (const Enum value : all) {
        names.push_back(nameOf(value));
    }
    std::vector<std::size_t> numbers;
    for (const JsonPlace& element : *elements) {
        if (const auto number = element.choice(names)) {
            numbers.push_back(*number);
        }
    }
    std::vector<std::size_t> sorted = numbers;
    std::sort(sorted.begin(), sorted.end());
    if (sorted.size() != Size || std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
        place.fault("this is no order", fmt::format("it names each of {} once", fmt::join(names, ", ")));
        return order;
    }
    for (std::size_t i = 0; i < Size; ++i) {
        order[i] = all[numbers[i]];
    }
    return order;
}

// Chip

hardware::CapacityFit fitThrough(double bytes, double value)
{
    hardware::CapacityFit fit;
    fit.points = {{bytes, value}};
    return fit;
}

/// With 16-bit words at 500 MHz, words a cycle are GB/s, and pJ a cycle are half of the milliwatts: nothing is rounded.
hardware::Hardware readChip(const JsonPlace& chip, const JsonPlace& cost, double unitPj)
{
    hardware::Hardware hardware;
    hardware.name = "case";
    hardware.source = "reference case";
    hardware.tiles = extentAt(chip, "tiles");
    hardware.peArray = extentAt(chip, "pe_array");
    hardware.registerBytesPerPe = 2 * static_cast<double>(countAt(chip, "register_words_per_pe"));
    hardware.bufferBytesPerTile = 2 * static_cast<double>(countAt(chip, "buffer_words_per_tile"));
    hardware.busBitsPerCycle = 16 * limitAt(chip, "bus_words_per_cycle");
    hardware.dramGigabytesPerSecond = limitAt(chip, "dram_words_per_cycle");
    constexpr std::array<std::string_view, 2> placements{"corners", "every_tile"};
    const auto memory = chip.require("memory_channels");
    hardware.memory = memory && memory->choice(placements) == std::size_t{1} ? hardware::MemoryPlacement::EveryTile
                                                                              : hardware::MemoryPlacement::Corners;
    const auto energy = [&](std::string_view key) { return costAt(cost, key) * unitPj; };
    hardware.macPj = energy("mac");
    hardware.dramPj = energy("dram");
    hardware.hopPj = energy("noc_hop");
    hardware.busPj = energy("bus");
    hardware.busReferenceSide = std::sqrt(static_cast<double>(hardware.peArray.size()));
    hardware.registerEnergy = fitThrough(hardware.registerBytesPerPe, energy("regf"));
    hardware.bufferEnergy = fitThrough(hardware.bufferBytesPerTile, energy("gbuf"));
    hardware.memoryArea = fitThrough(hardware.bufferBytesPerTile, 0);
    hardware.staticMilliwatts = energy("static_per_cycle") / 2;
    return hardware;
}

void readSearch(const JsonPlace& search, schedule::Problem& problem)
{
    // The reference tool's own letters stand for the goals as well.
    constexpr std::array<std::string_view, 6> goals{"energy", "delay", "energy_delay", "e", "d", "ed"};
    const auto goal = search.require("goal");
    problem.goal = static_cast<intralayer::Goal>(goal ? goal->choice(goals).value_or(0) % 3 : 0);
    intralayer::SearchSpace& space = problem.space;
    space.counts = Counts::Reference;
    space.hybridPartition = flagAt(search, "hybrid_partition");
    space.batchPartition = flagAt(search, "batch_partition");
    space.inputChannelPartition = flagAt(search, "input_channel_partition");
    space.accessForwarding = flagAt(search, "access_forwarding");
    space.bufferSharing = flagAt(search, "buffer_sharing", false);
    space.keepOutputsOnChip = flagAt(search, "keep_outputs_on_chip", false);
    space.spatialPipelining = flagAt(search, "spatial_pipelining", false);
    if (search.find("pipeline_max_vertices")) {
        space.mostVertices = limitAt(search, "pipeline_max_vertices");
    }
    const bool bypass = flagAt(search, "buffer_bypass", true);
    space.bufferBypass = {{bypass, bypass, bypass}};
}

// Network

network::LayerKind readKind(const JsonPlace& shape)
{
    constexpr std::array<std::string_view, 4> kinds{"convolution", "fully_connected", "pooling", "elementwise"};
    const auto kind = shape.require("kind");
    switch (kind ? kind->choice(kinds).value_or(0) : 0) {
    case 1:
        return network::FullyConnected{extentAt(shape, "filter_size")};
    case 2:
        return network::Pooling{extentAt(shape, "region_size"), extentAt(shape, "stride")};
    case 3:
        return network::Elementwise{countAt(shape, "region_channels")};
    default:
        return network::Convolution{extentAt(shape, "filter_size"), extentAt(shape, "stride"),
                                    shape.find("groups") ? countAt(shape, "groups") : 1};
    }
}

network::Layer readLayer(const JsonPlace& entry)
{
    network::Layer layer;
    layer.name = textAt(entry, "name");
    const auto inputs = entry.require("inputs");
    for (const JsonPlace& input : inputs ? inputs->elements().value_or(std::vector<JsonPlace>{}) : std::vector<JsonPlace>{}) {
        layer.inputs.push_back(input.text().value_or(""));
    }
    if (const auto shape = entry.require("layer"); shape && shape->isObject()) {
        layer.kind = readKind(*shape);
        layer.inputChannels = countAt(*shape, "input_channels");
        layer.outputChannels = countAt(*shape, "output_channels");
        layer.outputSize = extentAt(*shape, "output_size");
    }
    return layer;
}

network::ExternalInput readMap(const JsonPlace& map, std::string name)
{
    return {std::move(name), countAt(map, "channels"), extentAt(map, "size")};
}

/// The inputs that layers name, where the file does not say how large they are: what their first consumer needs
/// beside its other inputs, shared evenly.
void deriveInputs(network::Network& net)
{
    std::vector<network::ExternalInput> known;
    const auto channelsOf = [&](const std::string& name) -> std::optional<Count> {
        for (const network::Layer& layer : net.layers) {
            if (layer.name == name) {
                return layer.outputChannels;
            }
        }
        for (const network::ExternalInput& input : known) {
            if (input.name == name) {
                return input.channels;
            }
        }
        return std::nullopt;
    };
    for (const network::Layer& layer : net.layers) {
        Count missing = layer.inputChannels;
        std::vector<std::string> unknown;
        for (const std::string& name : layer.inputs) {
            if (const std::optional<Count> channels = channelsOf(name)) {
                missing -= *channels;
            } else {
                unknown.push_back(name);
            }
        }
        for (const std::string& name : unknown) {
            known.push_back({name, missing / static_cast<Count>(unknown.size()), network::paddedInputSize(layer)});
        }
    }
    for (const network::ExternalInput& input : known) {
        if (input.name == network::inputName) {
            net.input = input;
        } else {
            net.externalInputs.push_back(input);
        }
    }
}

// Schemes

dataflow::Partition readPartition(const JsonPlace& place)
{
    dataflow::Partition partition;
    if (const auto order = place.require("order_outer_first")) {
        partition.order = permutationAt(*order, dataflow::allSplits);
    }
    const auto dims = place.require("dims");
    for (const dataflow::Split split : dataflow::allSplits) {
        if (dims && dims->isObject()) {
            partition.shares[split] = extentAt(*dims, nameOf(split));
        }
    }
    return partition;
}

/// The region that a scheme lists, or the whole chip.
dataflow::Region readRegion(const JsonPlace& scheme, Extent extent, Extent chip)
{
    const auto place = scheme.find("region");
    if (!place) {
        return dataflow::wholeChip(chip);
    }
    dataflow::Region region{extent, {}};
    const auto tiles = place->elements().value_or(std::vector<JsonPlace>{});
    for (const JsonPlace& tile : tiles) {
        const auto position = tile.extent();
        region.tiles.push_back(position ? Tile{position->height, position->width} : Tile{});
    }
    const double needed = static_cast<double>(extent.height) * static_cast<double>(extent.width);
    if (static_cast<double>(region.tiles.size()) != needed) {
        place->fault(fmt::format("the region lists {} tiles", region.tiles.size()),
                     fmt::format("the shares of the partition multiply up to {}", needed));
    }
    return region;
}

PerTensor<Count> countsAt(const JsonPlace& object, std::string_view key)
{
    PerTensor<Count> counts{{1, 1, 1}};
    if (const auto place = object.require(key); place && place->isObject()) {
        for (const Tensor tensor : allTensors) {
            counts[tensor] = countAt(*place, nameOf(tensor));
        }
    }
    return counts;
}

dataflow::Sharing readSharing(const JsonPlace& place)
{
    dataflow::Sharing sharing;
    sharing.group = countsAt(place, "group");
    sharing.subgroup = countsAt(place, "subgroup");
    const auto level = place.require("inserted_level");
    if (!level || !level->isObject()) {
        return sharing;
    }
    if (const auto factors = level->require("factors"); factors && factors->isObject()) {
        for (const Loop loop : allLoops) {
            sharing.insertedFactors[loop] = countAt(*factors, nameOf(loop));
        }
    }
    if (const auto order = level->require("order_outer_first")) {
        sharing.insertedOrder = permutationAt(*order, allLoops);
    }
    return sharing;
}

void readBlocking(const JsonPlace& scheme, dataflow::Blocking& blocking)
{
    const auto factors = scheme.require("blocking");
    for (const Loop loop : allLoops) {
        const auto place = factors && factors->isObject() ? factors->require(nameOf(loop)) : std::nullopt;
        const auto levels = place ? place->elements() : std::nullopt;
        if (!levels) {
            continue;
        }
        std::vector<Count> values;
        for (const JsonPlace& level : *levels) {
            values.push_back(level.count().value_or(0));
        }
        const bool sound = values.size() == 3
            && std::all_of(values.begin(), values.end(), [](Count value) { return value >= 1 && value <= largestCount; });
        if (!sound) {
            place->fault("these are no three factors", "give the factors at DRAM, buffer and register level, each at least 1");
            continue;
        }
        std::copy(values.begin(), values.end(), blocking.factors[loop].begin());
    }
    const auto orders = scheme.require("order_outer_first");
    const auto levels = orders ? orders->elements() : std::nullopt;
    if (levels && levels->size() != blocking.order.size()) {
        orders->fault("these are no two orders", "give the loop orders at DRAM and at buffer level");
    } else if (levels) {
        for (std::size_t level = 0; level < blocking.order.size(); ++level) {
            blocking.order[level] = permutationAt((*levels)[level], allLoops);
        }
    }
}

dataflow::LayerScheme readScheme(const JsonPlace& place, Extent chip)
{
    dataflow::LayerScheme scheme;
    if (const auto partition = place.require("partition"); partition && partition->isObject()) {
        scheme.partition = readPartition(*partition);
    }
    scheme.region = readRegion(place, scheme.partition.tiles(), chip);
    readBlocking(place, scheme.blocking);
    if (const auto replication = place.require("replication"); replication && replication->isObject()) {
        scheme.replication = {countAt(*replication, "input_channels"), countAt(*replication, "output_channels")};
    }
    if (const auto sharing = place.find("sharing"); sharing && sharing->isObject()) {
        scheme.sharing = readSharing(*sharing);
    }
    return scheme;
}

schedule::Position readPosition(const JsonPlace& entry, std::size_t number)
{
    const auto place = entry.find("position");
    if (!place || !place->isObject()) {
        return {static_cast<Count>(number), 0, 0};
    }
    return {countAt(*place, "segment", 0), countAt(*place, "region", 0), countAt(*place, "slot", 0)};
}

void readInputs(const JsonPlace& root, network::Network& net)
{
    const auto input = root.find("input");
    if (!input || !input->isObject()) {
        deriveInputs(net);
        return;
    }
    net.input = readMap(*input, std::string(network::inputName));
    const auto externals = root.find("external_inputs");
    if (!externals || !externals->isObject()) {
        return;
    }
    // The members' names are data here: those that layers ask for.
    for (const network::Layer& layer : net.layers) {
        for (const std::string& name : layer.inputs) {
            const auto isKnown = [&](const auto& known) { return known.name == name; };
            const auto map = externals->find(name);
            if (map && map->isObject()
                && std::none_of(net.externalInputs.begin(), net.externalInputs.end(), isKnown)) {
                net.externalInputs.push_back(readMap(*map, name));
            }
        }
    }
}

void readContent(const JsonPlace& root, Case& result)
{
    const auto chip = root.require("hardware");
    const auto cost = root.require("cost");
    const auto search = root.require("search");
    const auto layers = root.require("layers");
    if (!chip || !chip->isObject() || !cost || !cost->isObject() || !search || !search->isObject() || !layers) {
        return;
    }
    // A word from memory costs nanojoules at most: a price below a millionth is in joules.
    const double dram = costAt(*cost, "dram");
    result.unitPj = dram > 0 && dram < 1e-6 ? 1e12 : 1;
    schedule::Problem& problem = result.problem;
    problem.hardware = readChip(*chip, *cost, result.unitPj);
    problem.batch = countAt(root, "batch", 1, schedule::largestBatch);
    problem.network.name = textAt(root, "network");
    readSearch(*search, problem);
    if (const auto partition = root.find("input_partition"); partition && partition->isObject()) {
        result.inputPartition = readPartition(*partition);
    }
    const auto entries = layers->elements().value_or(std::vector<JsonPlace>{});
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (!entries[i].isObject()) {
            continue;
        }
        problem.network.layers.push_back(readLayer(entries[i]));
        if (const auto scheme = entries[i].require("scheme"); scheme && scheme->isObject()) {
            result.schemes.push_back({i, readPosition(entries[i], i), readScheme(*scheme, problem.hardware.tiles)});
        }
    }
    readInputs(root, problem.network);
}

} // namespace

support::Result<Case> readCase(const std::string& text, const std::string& file)
{
    JsonFaults faults(file);
    Case result;
    result.text = text;
    if (const auto json = parseJson(text, faults)) {
        const JsonPlace root(*json, "", faults);
        if (isFormat(root, "tilescape-case")) {
            readContent(root, result);
        }
    }
    if (faults.count() == 0) {
        faults.add(network::check(result.problem.network), "");
    }
    if (faults.count() > 0) {
        return faults.take();
    }
    return result;
}

} // namespace tilescape::io
