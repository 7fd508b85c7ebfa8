#include "core/io/json_reader.h"
#include "core/io/problem_parts.h"
#include "core/io/program_json.h"
#include "core/io/program_lines.h"
#include "core/io/program_text.h"

namespace tilescape::io {

using namespace program;
using nlohmann::ordered_json;

namespace {

// Numbers that JSON has no sign for, and all small parts, are texts as in the text form.

ordered_json stepsJson(const Steps& steps)
{
    ordered_json json = ordered_json::array();
    for (const Step& step : steps) {
        if (const auto* repeat = std::get_if<Repeat>(&step.content)) {
            json.push_back({{"loop", repeat->times}, {"steps", stepsJson(repeat->steps)}});
        } else {
            json.push_back(lineOf(std::get<Instruction>(step.content)));
        }
    }
    return json;
}

ordered_json tilesJson(const auto& tiles)
{
    ordered_json json = ordered_json::array();
    for (const Tile tile : tiles) {
        json.push_back(textOf(tile));
    }
    return json;
}

ordered_json splitsJson(const dataflow::Partition& partition)
{
    ordered_json json = ordered_json::object();
    for (const dataflow::Split split : partition.order) {
        json[std::string(nameOf(split))] = textOf(partition.shares[split]);
    }
    return json;
}

ordered_json spreadJson(const Spread& spread)
{
    ordered_json rings = ordered_json::array();
    for (const std::vector<Tile>& ring : spread.rings) {
        rings.push_back(tilesJson(ring));
    }
    return {{"axis", std::string(1, letterOf(spread.axis))}, {"units", spread.units}, {"rings", std::move(rings)}};
}

ordered_json sharedJson(const SharedRange& shared)
{
    ordered_json groups = ordered_json::array();
    for (const std::vector<Tile>& tiles : shared.groups) {
        groups.push_back(tilesJson(tiles));
    }
    return {{"level", shared.level}, {"base", shared.base}, {"pieces", shared.pieces.values}, {"groups", std::move(groups)}};
}

ordered_json tensorJson(const LayerCode& code, Tensor tensor)
{
    const Range& range = code.ranges[tensor];
    const TensorClaim& claim = code.claims[tensor];
    ordered_json json{{"folds", code.folds[tensor]},
            {"in_buffer", range.inBuffer},
            {"base", range.base},
            {"pieces", range.pieces.values},
            {"words", range.pieceWords},
            {"rotates", range.rotates},
            {"in_place", range.inPlace},
            {"model", {claim.dram, claim.buffer, claim.hops, claim.handed}},
            {"expected", {claim.expectedDram, claim.expectedBuffer, claim.expectedHops, claim.expectedHanded}}};
    if (range.spread.isSpread()) {
        json["spread"] = spreadJson(range.spread);
    }
    for (const dataflow::TapBlock& taps :
         tensor == Tensor::Input ? code.inputTaps : std::vector<dataflow::TapBlock>{}) {
        json["taps"].push_back({taps.row.begin, taps.row.end, taps.column.begin, taps.column.end});
    }
    if (code.shared[tensor].exists()) {
        json["shared"] = sharedJson(code.shared[tensor]);
        json["shared_words"] = {claim.shared, claim.expectedShared};
    }
    return json;
}

ordered_json layerJson(const Program& program, const LayerCode& code)
{
    ordered_json tensors = ordered_json::object();
    for (const Tensor tensor : allTensors) {
        tensors[std::string(nameOf(tensor))] = tensorJson(code, tensor);
    }
    ordered_json dealing = ordered_json::array(); // groups and units along each axis
    for (const Dealing& own : code.dealing) {
        dealing.push_back({own.groups, own.units});
    }
    ordered_json differences = ordered_json::array();
    for (const Difference& difference : code.differences) {
        differences.push_back({{"name", difference.name},
                               {"tensor", nameOf(difference.tensor)},
                               {"quantity", difference.quantity},
                               {"words", difference.words}});
    }
    ordered_json roles = ordered_json::array();
    for (const Role& role : code.roles) {
        roles.push_back({{"tiles", tilesJson(role.tiles)},
                         {"controller", stepsJson(role.controller)},
                         {"array", stepsJson(role.array)}});
    }
    return {{"layer", program.network.layers[code.layer].name},
            {"slot", {code.slot.segment, code.slot.region, code.slot.index}},
            {"takes_turns", code.takesTurns},
            {"region", {{"extent", textOf(code.region.extent)}, {"tiles", tilesJson(code.region.tiles)}}},
            {"partition", splitsJson(code.partition)},
            {"unit_channels", {code.unitInputChannels, code.unitOutputChannels}},
            {"stripes", code.stripes},
            {"dealing", std::move(dealing)},
            {"weights_pinned", code.weightsPinned},
            {"model_cycles", code.modelCycles},
            {"pass_cycles", code.passCycles},
            {"tensors", std::move(tensors)},
            {"differences", std::move(differences)},
            {"roles", std::move(roles)}};
}

} // namespace

std::string writeProgramJson(const Program& program)
{
    ordered_json network;
    putNetwork(network, program.network);
    ordered_json layers = ordered_json::array();
    for (const LayerCode& code : program.layers) {
        layers.push_back(layerJson(program, code));
    }
    ordered_json shared = ordered_json::array();
    for (const SharedBuffer& buffer : program.sharedBuffers) {
        shared.push_back({{"words", buffer.words}, {"words_per_cycle", numberText(buffer.wordsPerCycle)}});
    }
    return prettyText({{"format", programFormat},
                       {"version", 1},
                       {"network", std::move(network)},
                       {"batch", program.batch},
                       {"chip",
                        {{"tiles", textOf(program.tiles)},
                         {"memory", program.memory == hardware::MemoryPlacement::Corners ? "corners" : "every_tile"},
                         {"transfers", program.transfersBetweenTiles},
                         {"buffer_words", program.bufferWords},
                         {"bus_words_per_cycle", numberText(program.busWordsPerCycle)},
                         {"dram_words_per_cycle", numberText(program.dramWordsPerCycle)},
                         {"shared_buffers", std::move(shared)}}},
                       {"inputs", splitsJson(program.inputPartition)},
                       {"segment_cycles", program.segmentCycles},
                       {"layers", std::move(layers)}});
}

} // namespace tilescape::io
