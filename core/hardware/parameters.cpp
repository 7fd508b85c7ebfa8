#include "core/hardware/parameters.h"

#include "core/support/nearest_name.h"
#include "core/support/quantity_text.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace tilescape::hardware {
namespace {

constexpr std::array<std::string_view, 2> placements{"corners", "every_tile"};
constexpr std::array<std::string_view, 2> arrayDataflows{"row_stationary", "systolic"};
constexpr std::array<std::string_view, 2> capability{"no", "yes"};

constexpr std::string_view kapla = "KAPLA's public configuration of a 16 x 16 tile chip";
constexpr std::string_view tangram = "Tangram (ASPLOS'19), section 5";

template <auto Member>
double getNumber(const Hardware& hardware) { return hardware.*Member; }
template <auto Member>
void setNumber(Hardware& hardware, double value) { hardware.*Member = value; }
template <auto Member>
double getHeight(const Hardware& hardware) { return static_cast<double>((hardware.*Member).height); }
template <auto Member>
void setHeight(Hardware& hardware, double value) { (hardware.*Member).height = static_cast<Count>(value); }
template <auto Member>
double getWidth(const Hardware& hardware) { return static_cast<double>((hardware.*Member).width); }
template <auto Member>
void setWidth(Hardware& hardware, double value) { (hardware.*Member).width = static_cast<Count>(value); }

Parameter complete(Parameter row, double (*get)(const Hardware&), void (*set)(Hardware&, double))
{
    row.get = get;
    row.set = set;
    row.defaultValue = get(Hardware{});
    return row;
}

template <auto Member>
Parameter number(const Parameter& row) { return complete(row, getNumber<Member>, setNumber<Member>); }
template <auto Member>
Parameter heightOf(const Parameter& row) { return complete(row, getHeight<Member>, setHeight<Member>); }
template <auto Member>
Parameter widthOf(const Parameter& row) { return complete(row, getWidth<Member>, setWidth<Member>); }

Parameter memoryPlacement()
{
    return complete({.key = "memory_placement", .group = "Memory", .label = "Memory channels", .unit = "",
                 .help = "Where the off-chip memory attaches: four channels at the corners of the chip, or one stacked "
                         "over every tile.",
                 .source = "Tangram (ASPLOS'19), section 5: four channels; TETRIS (ASPLOS'17): stacked memory",
                 .smallest = 0, .largest = 1, .integer = true, .choices = placements},
                [](const Hardware& hardware) { return hardware.memory == MemoryPlacement::Corners ? 0.0 : 1.0; },
                [](Hardware& hardware, double value) {
                    hardware.memory = value == 0 ? MemoryPlacement::Corners : MemoryPlacement::EveryTile;
                });
}

Parameter arrayDataflow()
{
    return complete({.key = "array_dataflow", .group = "Array", .label = "PE dataflow", .unit = "",
                 .help = "How a layer lies on the PE array: row-stationary (filter rows against map rows, in place) or systolic "
                         "(input channels on the rows, output channels on the columns, data flow from PE to PE).",
                 .source = "Eyeriss (ISCA'16), section V; KAPLA, section V: TPU-like systolic array",
                 .smallest = 0, .largest = 1, .integer = true, .choices = arrayDataflows},
                [](const Hardware& hardware) {
                    return hardware.arrayDataflow == ArrayDataflow::RowStationary ? 0.0 : 1.0;
                },
                [](Hardware& hardware, double value) {
                    hardware.arrayDataflow = value == 0 ? ArrayDataflow::RowStationary : ArrayDataflow::Systolic;
                });
}

template <double SharedMemory::*Member>
double getShared(const Hardware& hardware) { return hardware.sharedBuffer.*Member; }
template <double SharedMemory::*Member>
void setShared(Hardware& hardware, double value) { hardware.sharedBuffer.*Member = value; }

template <auto Member>
double getFlag(const Hardware& hardware) { return hardware.*Member ? 1 : 0; }
template <auto Member>
void setFlag(Hardware& hardware, double value) { hardware.*Member = value != 0; }

template <auto Member>
Parameter ability(std::string_view key, std::string_view label, std::string_view help)
{
    return complete({.key = key, .group = "Abilities", .label = label, .unit = "", .help = help,
                     .source = "KAPLA, section III-C, Fig. 4", .smallest = 0, .largest = 1, .integer = true,
                     .choices = capability},
                    getFlag<Member>, setFlag<Member>);
}

std::vector<Parameter> table()
{
    return {
        heightOf<&Hardware::tiles>({.key = "tile_rows", .group = "Array", .label = "Tile rows", .unit = "",
                                    .help = "Rows of tiles on the chip.", .source = tangram,
                                    .smallest = 1, .largest = 128, .integer = true}),
        widthOf<&Hardware::tiles>({.key = "tile_columns", .group = "Array", .label = "Tile columns", .unit = "",
                                   .help = "Columns of tiles on the chip.", .source = tangram,
                                   .smallest = 1, .largest = 128, .integer = true}),
        heightOf<&Hardware::peArray>({.key = "pe_rows", .group = "Array", .label = "PE rows", .unit = "",
                                      .help = "Rows of processing elements in one tile.", .source = "Eyeriss (ISCA'16), Fig. 10",
                                      .smallest = 1, .largest = 512, .integer = true}),
        widthOf<&Hardware::peArray>({.key = "pe_columns", .group = "Array", .label = "PE columns", .unit = "",
                                     .help = "Columns of processing elements in one tile.",
                                     .source = "Eyeriss (ISCA'16), Fig. 10",
                                     .smallest = 1, .largest = 512, .integer = true}),
        arrayDataflow(),
        number<&Hardware::wordBits>({.key = "word_bits", .group = "Array", .label = "Word size", .unit = "bit",
                                     .help = "Bits of one data element. Energy of data movement grows with it, that of a "
                                             "multiplication with its square.",
                                     .source = "Tangram (ASPLOS'19), Table 2: 16-bit fixed point; Horowitz (ISSCC'14): "
                                               "energy by width",
                                     .smallest = 1, .largest = 64, .integer = true}),

        number<&Hardware::registerBytesPerPe>({.key = "register_bytes_per_pe", .group = "Memory",
                                               .label = "Registers of a PE", .unit = "B",
                                               .help = "Register file of one processing element.",
                                               .source = "Eyeriss (ISCA'16), Fig. 10: 512 B; Tangram: 64 B",
                                               .smallest = 2, .largest = 65536, .logarithmic = true, .integer = true}),
        number<&Hardware::bufferBytesPerTile>({.key = "buffer_bytes_per_tile", .group = "Memory",
                                               .label = "Buffer of a tile", .unit = "B",
                                               .help = "SRAM buffer that the processing elements of one tile share.",
                                               .source = "Eyeriss (ISCA'16), Fig. 10: 128 kB; Tangram: 32 kB",
                                               .smallest = 64, .largest = 1073741824, .logarithmic = true, .integer = true}),
        memoryPlacement(),
        complete({.key = "shared_buffer_bytes", .group = "Memory", .label = "Shared buffer", .unit = "B",
                  .help = "Memory on the chip that all tiles share, at the memory channels, between their buffers and DRAM; "
                          "0 for none. The energy of an access follows the capacity by the fit of the tiles' buffers.",
                  .source = "KAPLA, section III-C: any number of memory levels",
                  .smallest = 1024, .largest = 1073741824, .step = 1, .logarithmic = true, .integer = true,
                  .mayBeZero = true},
                 getShared<&SharedMemory::bytes>, setShared<&SharedMemory::bytes>),

        number<&Hardware::clockMhz>({.key = "clock_mhz", .group = "Speed", .label = "Clock", .unit = "MHz",
                                     .help = "Clock of the whole chip.", .source = tangram,
                                     .smallest = 1, .largest = 5000, .step = 10, .logarithmic = true}),
        number<&Hardware::busBitsPerCycle>({.key = "bus_bits_per_cycle", .group = "Speed", .label = "Array bus",
                                            .unit = "bit/cycle",
                                            .help = "Width of each of the three buses (weights, inputs, outputs) between "
                                                    "a tile's buffer and its PEs.",
                                            .source = "Tangram (ASPLOS'19), section 5: eight 16-bit words a cycle",
                                            .smallest = 1, .largest = 65536, .step = 8, .logarithmic = true,
                                            .mayBeUnlimited = true}),
        number<&Hardware::dramGigabytesPerSecond>({.key = "dram_gigabytes_per_second", .group = "Speed",
                                                   .label = "DRAM bandwidth", .unit = "GB/s",
                                                   .help = "All memory channels together.",
                                                   .source = "Tangram (ASPLOS'19), section 5: 25.6 GB/s, LPDDR4-3200",
                                                   .smallest = 0.01, .largest = 100000, .step = 0.1, .logarithmic = true,
                                                   .mayBeUnlimited = true}),

        complete({.key = "shared_buffer_gigabytes_per_second", .group = "Speed", .label = "Shared buffer bandwidth",
                  .unit = "GB/s", .help = "Of the memory that all tiles share, in both directions together.",
                  .source = "KAPLA, section III-C: any number of memory levels",
                  .smallest = 0.001, .largest = 100000, .step = 0.1, .logarithmic = true, .mayBeUnlimited = true},
                 getShared<&SharedMemory::gigabytesPerSecond>, setShared<&SharedMemory::gigabytesPerSecond>),

        ability<&Hardware::sameLevelTransfers>("same_level_transfer", "Tile to tile transfers",
                                               "Data can go from one tile's buffer to another's: forwarding and buffer "
                                               "sharing need it."),
        ability<&Hardware::temporalPipelining>("temporal_layer_pipe", "Layers in turn",
                                               "A layer's data can wait in its tiles' buffers for the next layer there."),
        ability<&Hardware::spatialPipelining>("spatial_layer_pipe", "Layers side by side",
                                              "Layers can run side by side in regions of the chip."),

        number<&Hardware::macPj>({.key = "mac_pj", .group = "Energy", .label = "Multiply-accumulate", .unit = "pJ",
                                  .help = "One 16-bit multiply-accumulate.", .source = tangram,
                                  .smallest = 0.001, .largest = 100000, .step = 0.01, .logarithmic = true, .mayBeZero = true}),
        number<&Hardware::busPj>({.key = "bus_pj", .group = "Energy", .label = "Array bus", .unit = "pJ",
                                  .help = "One 16-bit word over the array bus of an array with the reference side.",
                                  .source = kapla,
                                  .smallest = 0.001, .largest = 100000, .step = 0.01, .logarithmic = true, .mayBeZero = true}),
        number<&Hardware::busReferenceSide>({.key = "bus_reference_side", .group = "Energy",
                                             .label = "Reference side of the bus", .unit = "PE",
                                             .help = "Side of the array that the bus energy is given for; the energy is in "
                                                     "proportion to the side, the root of rows times columns.",
                                             .source = "KAPLA's public configurations: 1.6416 pJ at side 8, 3.2832 pJ at 16",
                                             .smallest = 1, .largest = 512}),
        number<&Hardware::dramPj>({.key = "dram_pj", .group = "Energy", .label = "DRAM access", .unit = "pJ",
                                   .help = "One 16-bit word from or to the off-chip memory.", .source = kapla,
                                   .smallest = 0.001, .largest = 1000000, .step = 1, .logarithmic = true,
                                   .mayBeZero = true}),
        number<&Hardware::hopPj>({.key = "hop_pj", .group = "Energy", .label = "NoC hop", .unit = "pJ",
                                  .help = "One 16-bit word from a tile to its neighbour.",
                                  .source = "Tangram (ASPLOS'19), section 5: 0.61 pJ a bit and hop",
                                  .smallest = 0.001, .largest = 100000, .step = 0.01, .logarithmic = true, .mayBeZero = true}),
        number<&Hardware::staticMilliwatts>({.key = "static_milliwatts", .group = "Energy", .label = "Static power",
                                             .unit = "mW", .help = "Power of all tiles together that flows all the time; the same however many there are.",
                                             .source = "KAPLA's public configurations: 636 mW for 16 x 16 tiles",
                                             .smallest = 0.001, .largest = 1000000, .step = 1, .logarithmic = true,
                                             .mayBeZero = true}),

        number<&Hardware::peAreaMm2>({.key = "pe_area_mm2", .group = "Area", .label = "Area of a PE", .unit = "mm\u00b2",
                                      .help = "One processing element without its registers.",
                                      .source = "Tangram (ASPLOS'19), section 5: 0.004 mm\u00b2 at 28 nm",
                                      .smallest = 0.000001, .largest = 100, .step = 0.0001, .logarithmic = true,
                                      .mayBeZero = true}),
        number<&Hardware::tileOverheadMm2>({.key = "tile_overhead_mm2", .group = "Area", .label = "Overhead of a tile",
                                            .unit = "mm\u00b2", .help = "Router and control of one tile.",
                                            .source = "What a published chip's area leaves beside its PEs and memories",
                                            .smallest = 0.000001, .largest = 1000, .step = 0.001, .logarithmic = true,
                                            .mayBeZero = true}),
    };
}

support::Diagnostics faultIn(const Parameter& parameter, std::string problem, std::string remedy)
{
    return {{support::Severity::Error, "", fmt::format("/{}", parameter.key), "", std::move(problem), std::move(remedy)}};
}

std::string rangeText(const Parameter& parameter)
{
    if (!parameter.choices.empty()) {
        return "it is one of " + support::listOfNames(parameter.choices);
    }
    std::string text = fmt::format("it is {} between {} and {}", parameter.integer ? "a whole number" : "a number",
                                   support::quantityText(parameter.smallest, parameter.unit),
                                   support::quantityText(parameter.largest, parameter.unit));
    text += parameter.mayBeZero ? ", or 0" : "";
    text += parameter.mayBeUnlimited ? ", or 'unlimited'" : "";
    return text;
}

} // namespace

std::span<const Parameter> parameters()
{
    static const std::vector<Parameter> all = table();
    return all;
}

const Parameter* findParameter(std::string_view key)
{
    for (const Parameter& parameter : parameters()) {
        if (parameter.key == key) {
            return &parameter;
        }
    }
    return nullptr;
}

support::Diagnostics checkValue(const Parameter& parameter, double value)
{
    if ((parameter.mayBeUnlimited && value == unlimited) || (parameter.mayBeZero && value == 0)) {
        return {};
    }
    const bool inRange = value >= parameter.smallest && value <= parameter.largest; // false for what is no number
    if (inRange && (!parameter.integer || value == std::floor(value))) {
        return {};
    }
    const std::string shown =
        parameter.choices.empty() ? support::quantityText(value, parameter.unit) : valueText(parameter, value);
    return faultIn(parameter, fmt::format("{} is {}", parameter.key, shown), rangeText(parameter));
}

support::Diagnostics setFromText(Hardware& hardware, std::string_view key, std::string_view text)
{
    const Parameter* parameter = findParameter(key);
    if (!parameter) {
        std::vector<std::string_view> keys;
        for (const Parameter& each : parameters()) {
            keys.push_back(each.key);
        }
        return {{support::Severity::Error, "", "", "", fmt::format("there is no hardware parameter '{}'", key),
                 support::suggestName(key, keys)}};
    }
    for (std::size_t choice = 0; choice < parameter->choices.size(); ++choice) {
        if (parameter->choices[choice] == text) {
            parameter->set(hardware, static_cast<double>(choice));
            return {};
        }
    }
    const std::optional<double> read = support::saysUnlimited(text) ? unlimited : support::readQuantity(text, parameter->unit);
    if (!read || !parameter->choices.empty()) {
        return faultIn(*parameter, fmt::format("{} is '{}'", key, text), rangeText(*parameter));
    }
    const double value = *read;
    support::Diagnostics faults = checkValue(*parameter, value);
    if (faults.empty()) {
        parameter->set(hardware, value);
    }
    return faults;
}

std::string valueText(const Parameter& parameter, double value)
{
    for (std::size_t choice = 0; choice < parameter.choices.size(); ++choice) {
        if (value == static_cast<double>(choice)) {
            return std::string(parameter.choices[choice]);
        }
    }
    return value == unlimited ? "unlimited" : fmt::format("{}", value);
}

} // namespace tilescape::hardware
