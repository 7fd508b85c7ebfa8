#include "core/io/execution_json.h"

#include "core/io/json_reader.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace tilescape::io {

using namespace program;
using nlohmann::ordered_json;

namespace {

ordered_json countJson(Count executed, double model, double expected)
{
    return {{"executed", executed}, {"model", model}, {"expected", expected}};
}

ordered_json layerWords(const LayerCode& code, const PerTensor<TensorCount>& counts)
{
    ordered_json json = ordered_json::object();
    for (const Tensor tensor : allTensors) {
        const TensorClaim& claim = code.claims[tensor];
        const TensorCount& count = counts[tensor];
        ordered_json own = {{"dram", countJson(count.dram, claim.dram, claim.expectedDram)},
                            {"buffer", countJson(count.buffer, claim.buffer, claim.expectedBuffer)}};
        if (claim.handed > 0 || count.handed > 0) {
            own["handed"] = countJson(count.handed, claim.handed, claim.expectedHanded);
        }
        if (claim.shared > 0 || count.shared > 0) {
            own["shared"] = countJson(count.shared, claim.shared, claim.expectedShared);
        }
        if (count.pinned > 0) {
            own["pinned"] = count.pinned;
        }
        json[std::string(nameOf(tensor))] = std::move(own);
    }
    return json;
}

ordered_json layerHops(const LayerCode& code, const PerTensor<TensorCount>& counts)
{
    ordered_json json = ordered_json::object();
    for (const Tensor tensor : allTensors) {
        const TensorClaim& claim = code.claims[tensor];
        json[std::string(nameOf(tensor))] = countJson(counts[tensor].hops, claim.hops, claim.expectedHops);
    }
    return json;
}

ordered_json differencesOf(const LayerCode& code)
{
    ordered_json json = ordered_json::array();
    for (const Difference& difference : code.differences) {
        json.push_back({{"name", difference.name},
                        {"tensor", nameOf(difference.tensor)},
                        {"quantity", difference.quantity},
                        {"words", difference.words}});
    }
    return json;
}

std::string_view nameOf(SegmentCycles::Kind kind)
{
    switch (kind) {
    case SegmentCycles::Kind::Channel:
        return "memory_channel";
    case SegmentCycles::Kind::Array:
        return "array";
    case SegmentCycles::Kind::Shared:
        return "shared_buffer";
    case SegmentCycles::Kind::Bus:
        break;
    }
    return "bus";
}

/// Which resource, or which wait, makes the executed cycles differ from the model's by more than 2 %.
std::string_view reasonOf(const SegmentCycles& cycles)
{
    constexpr double same = 0.02;
    if (std::abs(cycles.executed - cycles.model) <= same * cycles.model) {
        return "none";
    }
    if (cycles.executed < cycles.model) {
        return "less_work";
    }
    const SegmentCycles::Kind kind = cycles.busiest();
    return cycles.part(kind).cycles < (1 - same) * cycles.executed ? "waits" : nameOf(kind);
}

/// Its share of all cycles.
double shareOf(const SegmentCycles& cycles, SegmentCycles::Kind kind)
{
    return cycles.part(kind).cycles / std::max(1.0, cycles.executed);
}

std::string busiestText(const SegmentCycles& cycles)
{
    const SegmentCycles::Kind kind = cycles.busiest();
    const BusyPart& part = cycles.part(kind);
    if (kind == SegmentCycles::Kind::Shared) {
        return fmt::format("busiest: shared buffer {}, {:.0f} % of the time", part.level, 100 * shareOf(cycles, kind));
    }
    const std::string what = kind == SegmentCycles::Kind::Channel ? "memory channel"
                             : kind == SegmentCycles::Kind::Array ? "array of tile"
                                                                  : fmt::format("{} bus of tile", nameOf(part.tensor));
    return fmt::format("busiest: {} ({}, {}), {:.0f} % of the time", what, part.tile.row, part.tile.column,
                       100 * shareOf(cycles, kind));
}

ordered_json busiestJson(const SegmentCycles& cycles)
{
    const SegmentCycles::Kind kind = cycles.busiest();
    const BusyPart& part = cycles.part(kind);
    ordered_json json = {{"kind", nameOf(kind)}};
    if (kind == SegmentCycles::Kind::Shared) {
        json["level"] = part.level;
    } else {
        json["tile"] = {part.tile.row, part.tile.column};
    }
    if (kind == SegmentCycles::Kind::Bus) {
        json["tensor"] = nameOf(part.tensor);
    }
    json["share"] = shareOf(cycles, kind);
    return json;
}

std::string cyclesText(const Execution& execution)
{
    std::string text;
    for (std::size_t segment = 0; segment < execution.cycles.size(); ++segment) {
        const SegmentCycles& own = execution.cycles[segment];
        text += fmt::format("{}segment {}: {:.0f} cycles executed, {:.0f} in the model ({:+.1f} %, {}); {}\n",
                            segment == 0 ? "\n" : "", segment, own.executed, own.model,
                            100 * (own.executed / std::max(1.0, own.model) - 1), reasonOf(own), busiestText(own));
    }
    return text;
}

} // namespace

std::string writeExecutionJson(const Program& program, const Execution& execution)
{
    ordered_json words = ordered_json::object();
    ordered_json hops = ordered_json::object();
    ordered_json differences = ordered_json::object();
    for (std::size_t place = 0; place < program.layers.size(); ++place) {
        const LayerCode& code = program.layers[place];
        const std::string& name = program.network.layers[code.layer].name;
        words[name] = layerWords(code, execution.counts[place]);
        hops[name] = layerHops(code, execution.counts[place]);
        if (!code.differences.empty()) {
            differences[name] = differencesOf(code);
        }
    }
    ordered_json json = {{"format", "tilescape-execution"},
                         {"version", 1},
                         {"holds", execution.holds()},
                         {"outputs_equal", nullptr},
                         {"counts_equal", execution.countsEqual},
                         {"fault", nullptr},
                         {"words", std::move(words)},
                         {"hops", std::move(hops)},
                         {"differences", std::move(differences)}};
    if (!execution.cycles.empty()) {
        json["cycles"] = ordered_json::array();
        for (const SegmentCycles& own : execution.cycles) {
            json["cycles"].push_back({{"executed", own.executed},
                                      {"model", own.model},
                                      {"busiest_array", own.array.cycles},
                                      {"busiest_bus", own.bus.cycles},
                                      {"busiest_channel", own.channel.cycles},
                                      {"busiest_shared_buffer", own.shared.cycles},
                                      {"busiest", busiestJson(own)},
                                      {"reason", reasonOf(own)}});
        }
    }
    if (execution.outputsCompared) {
        json["outputs_equal"] = execution.outputsEqual;
        json["words_compared"] = execution.wordsCompared;
    }
    if (execution.fault) {
        json["fault"] = {{"layer", execution.fault->layer},
                         {"place", execution.fault->place},
                         {"problem", execution.fault->problem}};
    }
    return prettyText(json);
}

std::string writeExecutionSummary(const Program& program, const Execution& execution)
{
    if (execution.fault) {
        return describe(*execution.fault) + "\n";
    }
    std::size_t width = 5;
    for (const network::Layer& layer : program.network.layers) {
        width = std::max(width, layer.name.size());
    }
    std::string text = fmt::format("{:<{}}  {:>14}  {:>14}  {:>14}  differences on purpose\n", "layer", width,
                                   "DRAM words", "buffer words", "word-hops");
    bool differs = false;
    for (std::size_t place = 0; place < program.layers.size(); ++place) {
        const LayerCode& code = program.layers[place];
        TensorCount sum;
        for (const TensorCount& count : execution.counts[place]) {
            sum.dram += count.dram;
            sum.buffer += count.buffer;
            sum.hops += count.hops;
        }
        std::string names;
        for (const Difference& difference : code.differences) {
            if (names.find(difference.name) == std::string::npos) {
                names += (names.empty() ? "" : ", ") + difference.name;
            }
        }
        differs = differs || !names.empty();
        text += fmt::format("{:<{}}  {:>14}  {:>14}  {:>14}  {}\n", program.network.layers[code.layer].name, width,
                            sum.dram, sum.buffer, sum.hops, names.empty() ? "none" : names);
    }
    text += execution.outputsCompared
                ? fmt::format("All {} output words compared are those of a direct evaluation", execution.wordsCompared)
                : std::string("Transfers only, outputs are not compared");
    return text + "; what was moved is what the schedule is charged for"
           + (differs ? ", but for these differences.\n" : ".\n") + cyclesText(execution);
}

} // namespace tilescape::io
