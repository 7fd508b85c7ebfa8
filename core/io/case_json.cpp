#include "core/io/case_json.h"

#include "core/io/scheme_json.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

namespace tilescape::io {

using schedule::GivenScheme;
using support::Diagnostic;
using support::Result;
using support::Severity;

namespace {

/// A fault of the file's content, thrown inside this file only.
struct CaseFault : std::runtime_error {
    CaseFault(std::string where, const std::string& problem, std::string what)
        : std::runtime_error(problem), pointer(std::move(where)), remedy(std::move(what))
    {
    }
    std::string pointer;
    std::string remedy;
};

double number(const Json& value)
{
    if (value.is_string() && value.get<std::string>() == "inf") {
        return hardware::unlimited;
    }
    return value.get<double>();
}

Extent extent(const Json& value) { return {value.at(0).get<Count>(), value.at(1).get<Count>()}; }

template <typename Enum, std::size_t Size>
Enum named(const std::array<Enum, Size>& all, const std::string& name, const std::string& pointer)
{
    std::string known;
    for (const Enum value : all) {
        if (nameOf(value) == name) {
            return value;
        }
        known += known.empty() ? std::string(nameOf(value)) : ", " + std::string(nameOf(value));
    }
    throw CaseFault(pointer, "'" + name + "' is unknown", "use one of " + known);
}

// Chip

hardware::CapacityFit fitThrough(double bytes, double value)
{
    hardware::CapacityFit fit;
    fit.points = {{bytes, value}};
    return fit;
}

/// With 16-bit words at 500 MHz, words a cycle are GB/s, and pJ a cycle are half of the milliwatts: nothing is rounded.
hardware::Hardware readChip(const Json& file, double unitPj)
{
    const Json& chip = file.at("hardware");
    const Json& cost = file.at("cost");
    hardware::Hardware hardware;
    hardware.name = "case";
    hardware.source = "reference case";
    hardware.tiles = extent(chip.at("tiles"));
    hardware.peArray = extent(chip.at("pe_array"));
    hardware.registerBytesPerPe = 2 * number(chip.at("register_words_per_pe"));
    hardware.bufferBytesPerTile = 2 * number(chip.at("buffer_words_per_tile"));
    hardware.busBitsPerCycle = 16 * number(chip.at("bus_words_per_cycle"));
    hardware.dramGigabytesPerSecond = number(chip.at("dram_words_per_cycle"));
    const std::string memory = chip.at("memory_channels").get<std::string>();
    if (memory != "corners" && memory != "every_tile") {
        throw CaseFault("/hardware/memory_channels", "'" + memory + "' is unknown", "use corners or every_tile");
    }
    hardware.memory =
        memory == "corners" ? hardware::MemoryPlacement::Corners : hardware::MemoryPlacement::EveryTile;
    const auto energy = [&](const char* key) { return number(cost.at(key)) * unitPj; };
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

// Search

intralayer::Goal readGoal(const std::string& name)
{
    if (name == "energy" || name == "e") {
        return intralayer::Goal::Energy;
    }
    if (name == "delay" || name == "d") {
        return intralayer::Goal::Delay;
    }
    if (name == "energy_delay" || name == "energy-delay" || name == "ed") {
        return intralayer::Goal::EnergyDelay;
    }
    throw CaseFault("/search/goal", "goal '" + name + "' is unknown", "use energy, delay or energy_delay");
}

void readSearch(const Json& search, schedule::Problem& problem)
{
    problem.goal = readGoal(search.at("goal").get<std::string>());
    problem.space.hybridPartition = search.at("hybrid_partition").get<bool>();
    problem.space.batchPartition = search.at("batch_partition").get<bool>();
    problem.space.inputChannelPartition = search.at("input_channel_partition").get<bool>();
    problem.space.accessForwarding = search.at("access_forwarding").get<bool>();
    problem.space.bufferSharing = search.value("buffer_sharing", false);
    problem.space.keepOutputsOnChip = search.value("keep_outputs_on_chip", false);
    problem.space.spatialPipelining = search.value("spatial_pipelining", false);
    const bool bypass = search.value("buffer_bypass", true);
    problem.space.bufferBypass = {{bypass, bypass, bypass}};
}

// Network

network::Layer readLayer(const Json& entry, const std::string& pointer)
{
    const Json& shape = entry.at("layer");
    network::Layer layer;
    layer.name = entry.at("name").get<std::string>();
    layer.inputs = entry.at("inputs").get<std::vector<std::string>>();
    layer.inputChannels = shape.at("input_channels").get<Count>();
    layer.outputChannels = shape.at("output_channels").get<Count>();
    layer.outputSize = extent(shape.at("output_size"));
    const std::string kind = shape.at("kind").get<std::string>();
    if (kind == "convolution") {
        layer.kind = network::Convolution{extent(shape.at("filter_size")), extent(shape.at("stride")),
                                          shape.value("groups", Count{1})};
    } else if (kind == "fully_connected") {
        layer.kind = network::FullyConnected{extent(shape.at("filter_size"))};
    } else if (kind == "pooling") {
        layer.kind = network::Pooling{extent(shape.at("region_size")), extent(shape.at("stride"))};
    } else if (kind == "elementwise") {
        layer.kind = network::Elementwise{shape.at("region_channels").get<Count>()};
    } else {
        throw CaseFault(pointer + "/layer/kind", "kind '" + kind + "' is unknown",
                        "use convolution, fully_connected, pooling or elementwise");
    }
    return layer;
}

network::ExternalInput readMap(const Json& map, const std::string& name)
{
    return {name, map.at("channels").get<Count>(), extent(map.at("size"))};
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

network::Network readNetworkOfCase(const Json& file)
{
    network::Network net;
    net.name = file.at("network").get<std::string>();
    const Json& layers = file.at("layers");
    for (std::size_t i = 0; i < layers.size(); ++i) {
        net.layers.push_back(readLayer(layers[i], fmt::format("/layers/{}", i)));
    }
    if (file.contains("input")) {
        net.input = readMap(file.at("input"), std::string(network::inputName));
        if (file.contains("external_inputs")) {
            for (const auto& [name, map] : file.at("external_inputs").items()) {
                net.externalInputs.push_back(readMap(map, name));
            }
        }
    } else {
        deriveInputs(net);
    }
    return net;
}

// Schemes

dataflow::Partition readPartition(const Json& json, const std::string& pointer)
{
    dataflow::Partition partition;
    const auto order = json.at("order_outer_first").get<std::vector<std::string>>();
    for (std::size_t i = 0; i < partition.order.size(); ++i) {
        partition.order[i] = named(dataflow::allSplits, order.at(i), pointer + "/order_outer_first");
    }
    for (const dataflow::Split split : dataflow::allSplits) {
        partition.shares[split] = extent(json.at("dims").at(std::string(nameOf(split))));
    }
    return partition;
}

/// The region that a scheme lists, or the whole chip.
dataflow::Region readRegion(const Json& scheme, Extent extent, Extent chip)
{
    if (!scheme.contains("region")) {
        return dataflow::wholeChip(chip);
    }
    dataflow::Region region{extent, {}};
    for (const Json& tile : scheme.at("region")) {
        region.tiles.push_back({tile.at(0).get<Count>(), tile.at(1).get<Count>()});
    }
    return region;
}

std::array<Loop, 3> readOrder(const Json& json, const std::string& pointer)
{
    const auto names = json.get<std::vector<std::string>>();
    std::array<Loop, 3> order{};
    for (std::size_t i = 0; i < order.size(); ++i) {
        order[i] = named(allLoops, names.at(i), pointer);
    }
    return order;
}

dataflow::Sharing readSharing(const Json& json, const std::string& pointer)
{
    dataflow::Sharing sharing;
    for (const Tensor tensor : allTensors) {
        sharing.group[tensor] = json.at("group").at(std::string(nameOf(tensor))).get<Count>();
        sharing.subgroup[tensor] = json.at("subgroup").at(std::string(nameOf(tensor))).get<Count>();
    }
    const Json& level = json.at("inserted_level");
    for (const Loop loop : allLoops) {
        sharing.insertedFactors[loop] = level.at("factors").at(std::string(nameOf(loop))).get<Count>();
    }
    sharing.insertedOrder = readOrder(level.at("order_outer_first"), pointer + "/inserted_level/order_outer_first");
    return sharing;
}

dataflow::LayerScheme readScheme(const Json& json, Extent chip, const std::string& pointer)
{
    dataflow::LayerScheme scheme;
    scheme.partition = readPartition(json.at("partition"), pointer + "/partition");
    scheme.region = readRegion(json, scheme.partition.tiles(), chip);
    if (static_cast<Count>(scheme.region.tiles.size()) != scheme.partition.tiles().size()) {
        throw CaseFault(pointer + "/region",
                        fmt::format("the region lists {} tiles, the partition needs {}", scheme.region.tiles.size(),
                                    scheme.partition.tiles().size()),
                        "the shares of the splits multiply up to the region");
    }
    for (const Loop loop : allLoops) {
        const auto factors = json.at("blocking").at(std::string(nameOf(loop))).get<std::vector<Count>>();
        if (factors.size() != 3 || std::any_of(factors.begin(), factors.end(), [](Count f) { return f < 1; })) {
            throw CaseFault(pointer + "/blocking/" + std::string(nameOf(loop)), "these are no three factors",
                            "give the factors at DRAM, buffer and register level, each at least 1");
        }
        std::copy(factors.begin(), factors.end(), scheme.blocking.factors[loop].begin());
    }
    for (std::size_t level = 0; level < 2; ++level) {
        scheme.blocking.order[level] =
            readOrder(json.at("order_outer_first").at(level), pointer + "/order_outer_first");
    }
    if (json.contains("sharing")) {
        scheme.sharing = readSharing(json.at("sharing"), pointer + "/sharing");
    }
    const Json& replication = json.at("replication");
    scheme.replication = {replication.at("input_channels").get<Count>(),
                          replication.at("output_channels").get<Count>()};
    return scheme;
}

Case readContent(const Json& file, const std::string& text)
{
    if (file.value("format", std::string()) != "tilescape-case") {
        throw CaseFault("/format", "this is no reference case", "the format is \"tilescape-case\"");
    }
    if (file.at("version").get<int>() != 1) {
        throw CaseFault("/version", "this version is unknown", "version 1 is");
    }
    Case result;
    result.text = text;
    // A word from memory costs nanojoules at most: a price below a millionth is in joules.
    const double dram = number(file.at("cost").at("dram"));
    result.unitPj = dram > 0 && dram < 1e-6 ? 1e12 : 1;
    result.problem.network = readNetworkOfCase(file);
    result.problem.batch = file.at("batch").get<Count>();
    result.problem.hardware = readChip(file, result.unitPj);
    readSearch(file.at("search"), result.problem);
    if (file.contains("input_partition")) {
        result.inputPartition = readPartition(file.at("input_partition"), "/input_partition");
    }
    const Json& layers = file.at("layers");
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const std::string pointer = fmt::format("/layers/{}/scheme", i);
        schedule::Position position{static_cast<Count>(i), 0, 0};
        if (layers[i].contains("position")) {
            const Json& given = layers[i].at("position");
            position = {given.at("segment").get<Count>(), given.at("region").get<Count>(),
                        given.at("slot").get<Count>()};
        }
        result.schemes.push_back(
            {i, position, readScheme(layers[i].at("scheme"), result.problem.hardware.tiles, pointer)});
    }
    return result;
}

} // namespace

Result<Case> readCase(const std::string& text, const std::string& file)
{
    const auto fault = [&](std::string pointer, std::string problem, std::string remedy) {
        return Diagnostic{Severity::Error, file, std::move(pointer), "", std::move(problem), std::move(remedy)};
    };
    try {
        Case result = readContent(Json::parse(text), text);
        support::Diagnostics faults = network::check(result.problem.network);
        for (Diagnostic& diagnostic : faults) {
            diagnostic.file = file;
        }
        if (!faults.empty()) {
            return faults;
        }
        return result;
    } catch (const CaseFault& wrong) {
        return fault(wrong.pointer, wrong.what(), wrong.remedy);
    } catch (const Json::parse_error& error) {
        return fault(fmt::format("byte {}", error.byte), "the text is no complete JSON", "the file may be truncated");
    } catch (const Json::exception& error) {
        return fault("", error.what(), "see the file format in the README");
    }
}

namespace {

Json accessLevels(const cost::LayerCost& cost)
{
    return {{"dram", tensorsJson(cost.accesses[Level::Dram])},
            {"gbuf", tensorsJson(cost.accesses[Level::Buffer])},
            {"bus", tensorsJson(cost.accesses[Level::Bus])},
            {"regf", tensorsJson(cost.accesses[Level::Register])}};
}

Json storageLevels(const PerStorage<PerTensor<double>>& values)
{
    return {{"buffer", tensorsJson(values[Storage::Buffer])}, {"register", tensorsJson(values[Storage::Register])}};
}

Json countsJson(const PerTensor<Count>& counts)
{
    Json tensors = Json::object();
    for (const Tensor tensor : allTensors) {
        tensors[std::string(nameOf(tensor))] = counts[tensor];
    }
    return tensors;
}

Json expectedJson(const cost::LayerCost& cost, double unitPj, bool sharing)
{
    const cost::Energy& energy = cost.energy;
    Json json = {{"energy", energy.total() / unitPj},
            {"energy_ops", energy.mac / unitPj},
            {"energy_access", energy.accesses() / unitPj},
            {"energy_noc", energy.noc / unitPj},
            {"energy_static", energy.staticPower / unitPj},
            {"cycles", static_cast<Count>(cost.cycles)},
            {"compute_cycles", static_cast<Count>(cost.computeCycles)},
            {"bus_cycles", static_cast<Count>(cost.busCycles)},
            {"dram_cycles", static_cast<Count>(cost.dramCycles)},
            {"ops", cost.operations},
            {"access", accessLevels(cost)},
            {"remote_buffer_access", tensorsJson(cost.remoteBufferAccesses)},
            {"noc_hops", tensorsJson(cost.nocHops)},
            {"noc_hops_between_tiles", tensorsJson(cost.nocHopsBetweenTiles)},
            {"fetch", storageLevels(cost.fetches)},
            {"words_held_per_tile", storageLevels(cost.wordsHeld)}};
    if (sharing) {
        json["rotation_rounds"] = countsJson(cost.rotationRounds);
        json["rotation_units"] = countsJson(cost.rotationUnits);
    }
    return json;
}

Json totalJson(const schedule::Schedule& schedule, double unitPj)
{
    const schedule::Totals& totals = schedule.totals;
    Json segmentCycles = Json::array();
    Json segmentDramCycles = Json::array();
    for (const interlayer::SegmentTiming& segment : schedule.segments) {
        segmentCycles.push_back(segment.cycles());
        segmentDramCycles.push_back(segment.dramCycles);
    }
    return {{"energy", totals.energy.total() / unitPj},
            {"cycles", static_cast<Count>(totals.cycles)},
            {"ops", totals.operations},
            {"accesses",
             {{"dram", totals.accesses[Level::Dram]},
              {"gbuf", totals.accesses[Level::Buffer]},
              {"bus", totals.accesses[Level::Bus]},
              {"regf", totals.accesses[Level::Register]}}},
            {"noc_hops", totals.nocHops},
            {"segment_cycles", std::move(segmentCycles)},
            {"segment_dram_cycles", std::move(segmentDramCycles)}};
}

} // namespace

std::string writeCase(const Case& original, const schedule::Schedule& schedule)
{
    Json file = Json::parse(original.text);
    const Json givenLayers = file.at("layers");
    file["status"] = nameOf(schedule.status);
    file["input_partition"] = partitionJson(schedule.inputPartition);
    file["expected_total"] = totalJson(schedule, original.unitPj);
    Json layers = Json::array();
    for (const schedule::ScheduledLayer& scheduled : schedule.layers) {
        Json layer = givenLayers.at(scheduled.layer);
        layer["position"] = {{"segment", scheduled.position.segment},
                             {"region", scheduled.position.region},
                             {"slot", scheduled.position.slot}};
        layer["scheme"] = schemeJson(scheduled.scheme);
        layer["expected"] = expectedJson(scheduled.cost, original.unitPj, original.problem.space.bufferSharing);
        layers.push_back(std::move(layer));
    }
    file["layers"] = std::move(layers);
    return file.dump(1) + "\n";
}

} // namespace tilescape::io
