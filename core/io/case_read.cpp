#include "core/io/case_json.h"
#include "core/io/case_values.h"
#include "core/io/json_reader.h"
#include "core/network/check.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

namespace tilescape::io {

namespace {

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
    problem.goal = static_cast<search::Goal>(goal ? goal->choice(goals).value_or(0) % 3 : 0);
    search::SearchSpace& space = problem.space;
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

network::Layer readLayer(const JsonPlace& entry, network::UnusableLayer& unusable)
{
    network::Layer layer;
    unusable.name = !isSound(entry, [&] { layer.name = textAt(entry, "name"); });
    unusable.inputs = !isSound(entry, [&] {
        const auto inputs = entry.require("inputs");
        const auto elements = inputs ? inputs->elements() : std::nullopt;
        for (const JsonPlace& input : elements.value_or(std::vector<JsonPlace>{})) {
            layer.inputs.push_back(input.text().value_or(""));
        }
    });
    const auto shape = entry.require("layer");
    if (!shape || !shape->isObject()) {
        unusable.inputChannels = unusable.outputChannels = unusable.outputSize = unusable.shape = true;
        return layer;
    }
    unusable.shape = !isSound(entry, [&] { layer.kind = readKind(*shape); });
    unusable.inputChannels = !isSound(entry, [&] { layer.inputChannels = countAt(*shape, "input_channels"); });
    unusable.outputChannels = !isSound(entry, [&] { layer.outputChannels = countAt(*shape, "output_channels"); });
    unusable.outputSize = !isSound(entry, [&] { layer.outputSize = extentAt(*shape, "output_size"); });
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

schedule::Slot readPosition(const JsonPlace& entry, std::size_t number)
{
    const auto place = entry.find("position");
    if (!place || !place->isObject()) {
        return {static_cast<Count>(number), 0, 0};
    }
    return {countAt(*place, "segment", 0), countAt(*place, "region", 0), countAt(*place, "slot", 0)};
}

/// `anyUnread`: what inputs are derived from the layers, where the file has none, is not to be relied on.
void readInputs(const JsonPlace& root, bool anyUnread, network::Network& net, network::Unusable& unusable)
{
    const auto input = root.find("input");
    if (!input || !input->isObject()) {
        deriveInputs(net);
        unusable.input = anyUnread || input;
        unusable.externalInputs.assign(net.externalInputs.size(), unusable.input);
        return;
    }
    unusable.input = !isSound(*input, [&] { net.input = readMap(*input, std::string(network::inputName)); });
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
                unusable.externalInputs.push_back(!isSound(*map, [&] { net.externalInputs.push_back(readMap(*map, name)); }));
            }
        }
    }
}

void readContent(const JsonPlace& root, Case& result, network::Unusable& unusable)
{
    const auto chip = root.require("hardware");
    const auto cost = root.require("cost");
    const auto search = root.require("search");
    const auto layers = root.require("layers");
    schedule::Problem& problem = result.problem;
    const bool hasChip = chip && chip->isObject();
    const bool hasCost = cost && cost->isObject();
    if (hasChip && hasCost) {
        // A word from memory costs nanojoules at most: a price below a millionth is in joules.
        const double dram = costAt(*cost, "dram");
        result.unitPj = dram > 0 && dram < 1e-6 ? 1e12 : 1;
        problem.hardware = readChip(*chip, *cost, result.unitPj);
    }
    problem.batch = countAt(root, "batch", 1, schedule::largestBatch);
    problem.network.name = textAt(root, "network");
    if (search && search->isObject()) {
        readSearch(*search, problem);
    }
    if (const auto partition = root.find("input_partition"); partition && partition->isObject()) {
        result.inputPartition = readPartition(*partition);
    }
    const auto entries = layers ? layers->elements() : std::nullopt;
    unusable.layers = !entries;
    bool anyUnread = !entries;
    for (std::size_t i = 0; entries && i < entries->size(); ++i) {
        const JsonPlace& entry = (*entries)[i];
        network::Layer& layer = problem.network.layers.emplace_back();
        network::UnusableLayer& unread = unusable.layer.emplace_back();
        if (!entry.isObject()) {
            unread = {true, true, true, true, true, true};
        } else {
            anyUnread |= !isSound(entry, [&] { layer = readLayer(entry, unread); });
            if (const auto scheme = entry.require("scheme"); scheme && scheme->isObject()) {
                result.schemes.push_back({i, readPosition(entry, i), readScheme(*scheme, problem.hardware.tiles)});
            }
        }
        unusable.names |= layer.name.empty();
    }
    readInputs(root, anyUnread, problem.network, unusable);
}

/// Where a case has what the checks of a network name by their places in a network's file.
std::string placeInCase(const std::string& pointer, const network::Network& network)
{
    constexpr std::string_view layers = "/layers/";
    constexpr std::string_view externals = "/external_inputs/";
    const std::string_view start = pointer.starts_with(layers) ? layers : externals;
    const std::size_t end = pointer.find('/', start.size());
    if (!pointer.starts_with(start) || end == std::string::npos) {
        return pointer;
    }
    const std::string member = pointer.substr(end + 1);
    if (start == externals) {
        const std::size_t index = std::stoul(pointer.substr(start.size(), end - start.size()));
        return std::string(externals) + escapedKey(network.externalInputs[index].name) + '/' + member;
    }
    if (member == "name" || member.starts_with("inputs")) {
        return pointer;
    }
    const std::string own = member == "window_size" ? "region_size" : member == "operands" ? "region_channels" : member;
    return pointer.substr(0, end) + "/layer/" + own;
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
            network::Unusable unusable;
            readContent(root, result, unusable);
            const network::Network& network = result.problem.network;
            support::Diagnostics found = network::check(network, std::move(unusable));
            for (support::Diagnostic& fault : found) {
                fault.pointer = placeInCase(fault.pointer, network);
            }
            faults.add(std::move(found), "");
        }
    }
    if (faults.count() > 0) {
        return faults.take();
    }
    return result;
}

} // namespace tilescape::io
