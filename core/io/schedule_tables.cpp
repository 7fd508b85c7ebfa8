#include "core/io/schedule_tables.h"

#include "core/hardware/parameters.h"
#include "core/io/library.h"
#include "core/network/layer.h"
#include "core/schedule/energy_terms.h"
#include "core/support/tensor_sum.h"
#include "core/support/units.h"

#include <fmt/format.h>

#include <cmath>

namespace tilescape::io {

namespace {

using Row = std::vector<Table::Cell>;

Row layerRow(const schedule::Schedule& schedule, const schedule::ScheduledLayer& layer)
{
    const network::Layer& own = schedule.problem->network.layers[layer.layer];
    const double energy = layer.cost.energy.total();
    return {own.name, std::string(network::kindName(own.kind)), static_cast<double>(layer.slot.segment),
            static_cast<double>(layer.slot.region), static_cast<double>(layer.scheme.region.extent.size()), layer.cost.cycles,
            100 * layer.peUtilization, sumOfTensors(layer.cost.accesses[Level::Dram]), sumOfTensors(layer.cost.nocHops),
            energy / pjPerMillijoule, 100 * energy / schedule.totals.energy.total()};
}

Row totalRow(const schedule::Schedule& schedule)
{
    return {"Network", {}, {}, {}, {}, schedule.totals.cycles, 100 * schedule.totals.peUtilization,
            schedule.totals.accesses[Level::Dram], schedule.totals.nocHops, schedule.totals.energy.total() / pjPerMillijoule, 100.0};
}

std::string nameOf(const schedule::Schedule& schedule)
{
    return fmt::format("{} on {}, batch {}", schedule.problem->network.name, titleOf(schedule.problem->hardware),
                       schedule.problem->batch);
}

} // namespace

Table layersTable(const schedule::Schedule& schedule, const std::optional<std::vector<std::size_t>>& layers)
{
    Table table;
    table.caption = "Layers of " + nameOf(schedule) + ".";
    table.columns = {{"Layer", "", "layer", false}, {"Kind", "", "kind", false}, {"Segment", "", "segment"}, {"Region", "", "region"},
                     {"Tiles", "", "tiles"}, {"Cycles", "", "cycles"}, {"PEs busy", "%", "pe_utilization_percent"},
                     {"DRAM", "words", "dram_words"}, {"NoC", "word-hops", "noc_word_hops"}, {"Energy", "mJ", "energy_mj"},
                     {"Share", "%", "energy_share_percent"}};
    if (layers) {
        for (const std::size_t layer : *layers) {
            if (const schedule::ScheduledLayer* scheduled = schedule.find(layer)) {
                table.rows.push_back(layerRow(schedule, *scheduled));
            }
        }
        return table;
    }
    for (const schedule::ScheduledLayer& layer : schedule.layers) {
        table.rows.push_back(layerRow(schedule, layer));
    }
    table.rows.push_back(totalRow(schedule));
    table.hasTotal = true;
    return table;
}

Table termsTable(const schedule::Schedule& schedule, const schedule::ScheduledLayer* layer)
{
    const std::vector<schedule::EnergyTerm> terms =
        layer ? schedule::energyTerms(*schedule.problem, layer->cost) : schedule::energyTerms(schedule);
    Table table;
    table.caption = layer ? fmt::format("Energy of {} of {}.", schedule.problem->network.layers[layer->layer].name, nameOf(schedule))
                          : "Energy of " + nameOf(schedule) + ".";
    table.columns = {{"Part", "", "part", false}, {"Weights", "", "weight"}, {"Inputs", "", "input"}, {"Outputs", "", "output"},
                     {"Count", "", "count"}, {"of", "", "count_unit", false}, {"Each", "pJ", "each_pj"}, {"Energy", "mJ", "energy_mj"}};
    double total = 0;
    for (const schedule::EnergyTerm& term : terms) {
        Row row{std::string(term.label)};
        for (const Tensor tensor : allTensors) {
            row.push_back(term.byTensor ? Table::Cell((*term.byTensor)[tensor]) : Table::Cell());
        }
        row.insert(row.end(), {term.count, std::string(term.unit), term.eachPj, term.energyPj / pjPerMillijoule});
        table.rows.push_back(std::move(row));
        total += term.energyPj;
    }
    table.rows.push_back({"Total", {}, {}, {}, {}, {}, {}, total / pjPerMillijoule});
    table.hasTotal = true;
    return table;
}

Table systemsTable()
{
    Table table;
    table.caption = "Chips.";
    table.columns = {{"Chip", "", "chip", false},
                     {"Tiles", "", "tiles", false},
                     {"PEs of a tile", "", "pes_per_tile", false},
                     {"Registers of a PE", "B", "register_bytes_per_pe"},
                     {"Buffer of a tile", "KiB", "buffer_kib_per_tile"},
                     {"Clock", "MHz", "clock_mhz"},
                     {"DRAM", "GB/s", "dram_gb_per_s"},
                     {"Source", "", "source", false}};
    const auto extent = [](Extent size) { return fmt::format("{}x{}", size.height, size.width); };
    for (const std::string_view name : hardwareNames()) {
        const hardware::Hardware chip = loadHardware(std::string(name)).value();
        table.rows.push_back({std::string(name), extent(chip.tiles), extent(chip.peArray), chip.registerBytesPerPe,
                              chip.bufferBytesPerTile / 1024, chip.clockMhz, chip.dramGigabytesPerSecond, chip.source});
    }
    return table;
}

Table parametersTable(const hardware::Hardware& hardware)
{
    Table table;
    table.caption = "Parameters of " + titleOf(hardware) + ". " + hardware.source;
    table.columns = {{"Parameter", "", "parameter", false},
                     {"Key", "", "key", false},
                     {"Value", "", "value", false},
                     {"Unit", "", "unit", false},
                     {"Meaning", "", "meaning", false}};
    for (const hardware::Parameter& parameter : hardware::parameters()) {
        const double value = parameter.get(hardware);
        const std::string text = !parameter.choices.empty()
                                     ? std::string(parameter.choices[static_cast<std::size_t>(value)])
                                 : std::isfinite(value) ? fmt::format("{}", value)
                                                        : "unlimited";
        table.rows.push_back({std::string(parameter.label), std::string(parameter.key), text,
                              std::string(parameter.unit), std::string(parameter.help)});
    }
    return table;
}

} // namespace tilescape::io
