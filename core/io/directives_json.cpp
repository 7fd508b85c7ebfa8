#include "core/io/directives_json.h"

#include "core/dataflow/directives/printer.h"
#include "core/io/json_reader.h"
#include "core/io/library.h"
#include "core/io/scheme_json.h"
#include "core/schedule/write_directives.h"

#include <algorithm>

#include <fmt/format.h>

namespace tilescape::io {

namespace {

constexpr std::array<std::string_view, 3> severityNames{"note", "warning", "error"};

Json faultJson(const dataflow::directives::Fault& fault)
{
    Json json = {{"severity", severityNames[static_cast<std::size_t>(fault.severity)]},
                 {"line", fault.place.line},
                 {"column", fault.place.column},
                 {"length", fault.place.length}};
    if (!fault.layer.empty()) {
        json["layer"] = fault.layer;
    }
    json["problem"] = fault.problem;
    json["remedy"] = fault.remedy;
    return json;
}

/// What the text alone says of the words that a layer moves.
Json accessesOfText(const schedule::Problem& problem, const schedule::CheckedLayer& layer)
{
    Json accesses = Json::object();
    for (const Level level : allLevels) {
        accesses[std::string(nameOf(level))] = tensorsJson(layer.counts.accesses[level]);
    }
    PerTensor<double> dram = layer.counts.accesses[Level::Dram];
    PerTensor<double> neighbours;
    for (const Tensor tensor : allTensors) {
        if (layer.onChip[tensor]) {
            std::swap(dram[tensor], neighbours[tensor]);
        }
    }
    // It does not say what a shared buffer answers in place of DRAM.
    const bool shares = problem.hardware.sharedBuffer.bytes > 0 || !problem.hardware.outerBuffers.empty();
    accesses.erase(std::string(nameOf(Level::Dram)));
    accesses[shares ? "dram_and_shared_buffers" : "dram"] = tensorsJson(dram);
    accesses["neighbour_buffers"] = tensorsJson(neighbours);
    return accesses;
}

/// With a price, the words are the priced ones: weights that stay on chip between batches are in no text.
Json layerJson(const schedule::Problem& problem, const schedule::CheckedLayer& layer, const schedule::Schedule* priced)
{
    const auto& counts = layer.counts;
    const schedule::ScheduledLayer* const scheduled = priced ? priced->find(layer.given.layer) : nullptr;
    Json held = Json::object();
    Json fetches = Json::object();
    for (const Storage storage : allStorages) {
        held[std::string(nameOf(storage))] =
            scheduled ? tensorsJson(scheduled->cost.wordsHeld[storage]) : tensorsJson(counts.words[storage]);
        fetches[std::string(nameOf(storage))] =
            scheduled ? tensorsJson(scheduled->cost.fetches[storage]) : tensorsJson(counts.fetches[storage]);
    }
    const schedule::Slot& slot = layer.given.slot;
    Json json = {{"name", problem.network.layers[layer.given.layer].name},
                 {"line", layer.place.line},
                 {"position", {{"segment", slot.segment}, {"region", slot.region}, {"slot", slot.index}}},
                 {"tiles", counts.units[Storage::Buffer]},
                 {"pes_per_tile", counts.units[Storage::Register]},
                 {"words_held", std::move(held)},
                 {"fetches", std::move(fetches)},
                 {"accesses_words", scheduled ? accessesJson(scheduled->cost) : accessesOfText(problem, layer)},
                 {"mac_operations", counts.operations}};
    if (scheduled) {
        json["energy_pj"] = scheduled->cost.energy.total();
        json["cycles"] = scheduled->cost.cycles;
        if (Json shared = sharedBuffersJson(scheduled->cost); !shared.empty()) {
            json["shared_buffers"] = std::move(shared);
        }
    }
    return json;
}

} // namespace

std::string writeDirectivesText(const schedule::Schedule& schedule)
{
    const schedule::Problem& problem = *schedule.problem;
    const auto oneLine = [](std::string text) {
        std::replace_if(text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
        return text;
    };
    return fmt::format("# {} on {}, batch {}\n", oneLine(problem.network.name), oneLine(titleOf(problem.hardware)),
                       problem.batch)
           + dataflow::directives::print(schedule::writeDirectives(schedule));
}

std::string writeDirectivesJson(const schedule::Problem& problem, const schedule::CheckedDirectives& checked,
                                const schedule::Schedule* priced)
{
    Json faults = Json::array();
    for (const auto& fault : checked.faults) {
        faults.push_back(faultJson(fault));
    }
    const bool hasPrice = priced && priced->hasResult();
    Json layers = Json::array();
    for (const schedule::CheckedLayer& layer : checked.layers) {
        layers.push_back(layerJson(problem, layer, hasPrice ? priced : nullptr));
    }
    Json json = {{"format", "tilescape-directives-check"},
                 {"version", 1},
                 {"network", problem.network.name},
                 {"hardware", problem.hardware.name},
                 {"batch", problem.batch},
                 {"sound", checked.sound()},
                 {"faults", std::move(faults)},
                 {"layers", std::move(layers)}};
    if (hasPrice) {
        const schedule::Totals& totals = priced->totals;
        json["total"] = {{"energy_pj", totals.energy.total()}, {"cycles", totals.cycles},
                         {"mac_operations", totals.operations}, {"noc_word_hops", totals.nocHops}};
    }
    return prettyText(json);
}

} // namespace tilescape::io
