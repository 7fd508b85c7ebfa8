#include "core/io/selection_json.h"

#include "core/io/cell_text.h"
#include "core/io/json_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace tilescape::io {

using nlohmann::ordered_json;
using namespace training::adaptflow;

namespace {

ordered_json finite(double value) { return std::isfinite(value) ? ordered_json(value) : ordered_json(nullptr); }

ordered_json tileJson(const LoopTile& tile)
{
    return {{"k", tile.k}, {"c", tile.c}, {"s", tile.s}, {"r", tile.r}, {"x", tile.x}, {"y", tile.y}};
}

ordered_json volumeJson(const Volume& volume)
{
    ordered_json json = {{"fits", volume.fits}, {"elements", finite(volume.total)}, {"bytes", finite(volume.bytes)}};
    if (volume.fits) {
        json["weight_elements"] = volume.elements[Tensor::Weight];
        json["input_elements"] = volume.elements[Tensor::Input];
        json["partial_sum_elements"] = volume.elements[Tensor::Output];
        json["buffer_bytes"] = volume.bufferBytes;
        json["tile"] = tileJson(volume.tile);
    }
    return json;
}

ordered_json choiceJson(const std::optional<Dataflow>& dataflow) { return dataflow ? nameOf(*dataflow) : "none"; }

ordered_json runJson(const LayerRun& run)
{
    const Spatial& spatial = run.spatial;
    return {
        {"dataflow", choiceJson(run.dataflow)},
        {"spatial",
         {{"k", spatial.k}, {"c", spatial.c}, {"s", spatial.s}, {"r", spatial.r}, {"x", spatial.x}, {"y", spatial.y}}},
        {"compute_cycles", run.computeCycles},
        {"noc_words", run.dataflow ? ordered_json(run.nocWords) : ordered_json()}, // as the cycles: nothing runs
        {"dram_words", finite(run.dramWords)},
        {"cycles", finite(run.cycles)},
        {"energy_units", finite(run.energy)}};
}

ordered_json layerJson(const SelectionReport& report, std::size_t index)
{
    const LayerChoice& layer = report.selection[index];
    const Nest& nest = layer.nest;
    ordered_json json = {{"name", layer.name},
                         {"loops",
                          {{"groups", nest.groups}, {"n", nest.batch}, {"k", nest.k}, {"c", nest.c}, {"s", nest.s},
                           {"r", nest.r}, {"x", nest.x}, {"y", nest.y}}}};
    for (const Dataflow dataflow : allDataflows) {
        json[std::string(nameOf(dataflow))] = volumeJson(layer.volumes[dataflow]);
    }
    json["choice"] = choiceJson(layer.choice);
    json["compulsory_elements"] = compulsoryElements(nest);
    for (const Machine machine : allMachines) {
        json["machines"][std::string(nameOf(machine))] = runJson(report.machines.runs[machine][index]);
    }
    return json;
}

ordered_json totalsJson(const SelectionReport& report)
{
    const Totals totals = totalsOf(report.selection);
    ordered_json json;
    for (const Dataflow dataflow : allDataflows) {
        json[std::string(nameOf(dataflow))] = {{"elements", finite(totals.elements[dataflow])},
                                               {"bytes", finite(totals.bytes[dataflow])}};
    }
    json["chosen"] = {{"elements", finite(totals.chosenElements)}, {"bytes", finite(totals.chosenBytes)}};
    json["compulsory_elements"] = totals.compulsory;
    for (const Machine machine : allMachines) {
        json["machines"][std::string(nameOf(machine))] = {{"cycles", finite(report.machines.cycles[machine])},
                                                          {"energy_units", finite(report.machines.energy[machine])}};
    }
    return json;
}

ordered_json selectionSettingsJson(Settings settings)
{
    ordered_json json;
    for (const NumberRow& row : numberRows()) {
        json[std::string(row.key)] = row.value(settings);
    }
    for (const ChoiceRow& row : choiceRows()) {
        json[std::string(row.key)] = row.names[static_cast<std::size_t>(row.get(settings))];
    }
    return json;
}

/// What the numbers of a table are counted in, by the largest of them.
struct Scale {
    double unit = 1;
    std::string_view name; ///< before the name of what is counted; empty for one
    [[nodiscard]] std::string textOf(double value) const
    {
        return std::isfinite(value) ? fmt::format("{:.{}f}", value / unit, unit > 1 ? 3 : 0) : "none";
    }
};

Scale scaleOf(const auto& values)
{
    double largest = 0;
    for (const double value : values) {
        largest = std::isfinite(value) ? std::max(largest, value) : largest;
    }
    return largest < 1e4 ? Scale{} : largest < 1e7 ? Scale{1e3, "thousand "} : Scale{1e6, "million "};
}

std::string tileText(const LoopTile& tile)
{
    return fmt::format("K {} C {} S {} R {} X {} Y {}", tile.k, tile.c, tile.s, tile.r, tile.x, tile.y);
}

/// Why machines have no cycles though each layer has a choice, and what would help; nothing where all have some.
std::string whatDoesNotFit(const SelectionReport& report)
{
    const auto unfit = firstUnfit(report.selection, report.machines, report.settings);
    if (!unfit || !report.selection[unfit->layer].choice) {
        return {};
    }
    return fmt::format("\n{}: no tile of it fits the {} B of the {} on {}; a larger {} would help\n",
                       report.selection[unfit->layer].name, unfit->bytes, unfit->inBuffer ? "buffer" : "PEs",
                       labelOf(unfit->machine),
                       unfit->inBuffer ? "buffer (buffer_bytes)" : "memory of each (pe_bytes)");
}

} // namespace

std::string writeSelectionJson(const SelectionReport& report)
{
    ordered_json json = {{"format", "tilescape-selection"}, {"version", 1},          {"network", report.network},
                         {"batch", report.batch},           {"settings", selectionSettingsJson(report.settings)},
                         {"totals", totalsJson(report)},    {"layers", ordered_json::array()}};
    for (std::size_t i = 0; i < report.selection.size(); ++i) {
        json["layers"].push_back(layerJson(report, i));
    }
    return prettyText(json);
}

std::string writeSelectionCsv(const SelectionReport& report)
{
    std::string text = "layer,dataflow,chosen,fits,elements,bytes,weight_elements,input_elements,partial_sum_elements,"
                       "buffer_bytes,tile_k,tile_c,tile_s,tile_r,tile_x,tile_y\n";
    for (const LayerChoice& layer : report.selection) {
        for (const Dataflow dataflow : allDataflows) {
            const Volume& volume = layer.volumes[dataflow];
            text += fmt::format("{},{},{},{}", csvField(layer.name), nameOf(dataflow), layer.choice == dataflow ? 1 : 0,
                                volume.fits ? 1 : 0);
            text += volume.fits
                ? fmt::format(",{},{},{},{},{},{},{},{},{},{},{},{}\n", volume.total, volume.bytes,
                              volume.elements[Tensor::Weight], volume.elements[Tensor::Input],
                              volume.elements[Tensor::Output], volume.bufferBytes, volume.tile.k, volume.tile.c,
                              volume.tile.s, volume.tile.r, volume.tile.x, volume.tile.y)
                : std::string(",,,,,,,,,,,,\n");
        }
    }
    return text;
}

std::string writeSelectionSummary(const SelectionReport& report)
{
    const Totals totals = totalsOf(report.selection);
    const Scale elements = scaleOf(totals.elements);
    std::size_t nameWidth = 20;
    for (const LayerChoice& layer : report.selection) {
        nameWidth = std::max(nameWidth, layer.name.size());
    }
    std::string text = fmt::format("{}, batch {}, buffer {} B; DRAM volumes in {}elements\n\n{:<{}} {:>11} {:>11} "
                                   "{:>11} {:>11}  {:<6}  {}\n",
                                   report.network, report.batch, report.settings.bufferBytes, elements.name, "layer",
                                   nameWidth, "WS", "IS", "OS", "at least", "choice", "tile");
    for (const LayerChoice& layer : report.selection) {
        text +=
            fmt::format("{:<{}} {:>11} {:>11} {:>11} {:>11}  {:<6}  {}\n", layer.name, nameWidth,
                        elements.textOf(layer.volumes[Dataflow::WeightStationary].total),
                        elements.textOf(layer.volumes[Dataflow::InputStationary].total),
                        elements.textOf(layer.volumes[Dataflow::OutputStationary].total),
                        elements.textOf(compulsoryElements(layer.nest)), layer.choice ? nameOf(*layer.choice) : "none",
                        layer.choice ? tileText(layer.volumes[*layer.choice].tile) : "no tile fits the buffer");
    }
    text += fmt::format("{:<{}} {:>11} {:>11} {:>11} {:>11}  chosen: {}\n\n", "all", nameWidth,
                        elements.textOf(totals.elements[Dataflow::WeightStationary]),
                        elements.textOf(totals.elements[Dataflow::InputStationary]),
                        elements.textOf(totals.elements[Dataflow::OutputStationary]),
                        elements.textOf(totals.compulsory), elements.textOf(totals.chosenElements));
    const Scale cycles = scaleOf(report.machines.cycles);
    const Scale energy = scaleOf(report.machines.energy);
    text += fmt::format("{:<12} {:>16} {:>10} {:>24} {:>10}  {}\n", "machine", fmt::format("{}cycles", cycles.name),
                        "we save", fmt::format("{}units of energy", energy.name), "we save", "mapping");
    for (const Machine machine : allMachines) {
        const bool known =
            std::isfinite(report.machines.cycles[machine]) && std::isfinite(report.machines.cycles[Machine::AdaptFlow]);
        text += fmt::format("{:<12} {:>16} {:>10} {:>24} {:>10}  {}\n", labelOf(machine),
                            cycles.textOf(report.machines.cycles[machine]),
                            known ? percentText(timeReduction(report.machines, machine)) : "-",
                            energy.textOf(report.machines.energy[machine]),
                            known ? percentText(energyReduction(report.machines, machine)) : "-", mappingOf(machine));
    }
    return text + whatDoesNotFit(report);
}

} // namespace tilescape::io
