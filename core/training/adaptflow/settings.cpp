#include "core/training/adaptflow/settings.h"

#include "core/support/nearest_name.h"
#include "core/support/quantity_text.h"

#include <vector>

namespace tilescape::training::adaptflow {
namespace {

using Names = std::array<std::string_view, 3>;
constexpr Count most = Count{1} << 40;

constexpr std::array<std::string_view, 2> onOff{"off", "on"};
constexpr std::array<std::string_view, 2> onOffLabels{"Off", "On"};
constexpr std::array<std::string_view, 2> equationNames{"corrected", "printed"};
constexpr std::array<std::string_view, 2> equationLabels{"Corrected", "As printed"};
constexpr Names haloNames{"touched", "bounding", "printed"};
constexpr Names haloLabels{"Touched rows", "Bounding box", "As printed (stride 1)"};
constexpr Names divisionNames{"ceiling", "exact", "real"};
constexpr Names divisionLabels{"Whole tiles", "Actual tiles", "As printed (fractions)"};
constexpr std::array<std::string_view, 2> tileNames{"search", "literal"};
constexpr std::array<std::string_view, 2> tileLabels{"Search", "Given"};

constexpr std::array numberTable{
    NumberRow{"buffer_bytes", "Global buffer", "B", "Tiles of weights, inputs and sums fit it together (Eq. 6). The paper: 20 MB",
              1, most, [](Settings& s) -> Count& { return s.bufferBytes; }},
    NumberRow{"weight_bits", "Weight", "bit", "Precision of a weight", 1, 64, [](Settings& s) -> Count& { return s.weightBits; }},
    NumberRow{"input_bits", "Input", "bit", "Precision of an input", 1, 64, [](Settings& s) -> Count& { return s.inputBits; }},
    NumberRow{"sum_bits", "Partial sum", "bit", "Precision of a partial sum", 1, 64,
              [](Settings& s) -> Count& { return s.sumBits; }},
    NumberRow{"pe_bytes", "SRAM of a PE", "B", "Of each of the 256 PEs", 1, most, [](Settings& s) -> Count& { return s.peBytes; }},
    NumberRow{"noc_words_per_cycle", "NoC bandwidth", "words/cycle", "Between buffer and PEs; 0: no limit", 0, most,
              [](Settings& s) -> Count& { return s.nocWordsPerCycle; }},
    NumberRow{"dram_words_per_cycle", "DRAM bandwidth", "words/cycle", "0: no limit", 0, most,
              [](Settings& s) -> Count& { return s.dramWordsPerCycle; }},
    NumberRow{"mac_energy", "Energy of a MAC", "units", "Multiply and add", 0, 1000000,
              [](Settings& s) -> Count& { return s.macEnergy; }},
    NumberRow{"noc_word_energy", "Energy of a NoC word", "units", "From buffer to PE, or back", 0, 1000000,
              [](Settings& s) -> Count& { return s.nocWordEnergy; }},
    NumberRow{"dram_word_energy", "Energy of a DRAM word", "units", "Read or written", 0, 1000000,
              [](Settings& s) -> Count& { return s.dramWordEnergy; }},
    NumberRow{"lane_cycle_energy", "Static energy", "units/lane/cycle", "Of each of the 4096 multipliers", 0, 1000000,
              [](Settings& s) -> Count& { return s.laneCycleEnergy; }},
};

constexpr std::array choiceTable{
    ChoiceRow{"tiles", "Tiles", "The best of all tiles for each dataflow, or those given", tileNames, tileLabels,
              [](const Settings& s) { return static_cast<int>(s.tiles); },
              [](Settings& s, int i) { s.tiles = static_cast<Tiles>(i); }},
    ChoiceRow{"equations", "Partial sums", "Eq. 3 and 4 as printed begin each position of a tiled filter anew",
              equationNames, equationLabels, [](const Settings& s) { return static_cast<int>(s.equations); },
              [](Settings& s, int i) { s.equations = static_cast<Equations>(i); }},
    ChoiceRow{"halo", "Input tile", "Eq. 2 as printed has no stride", haloNames, haloLabels,
              [](const Settings& s) { return static_cast<int>(s.halo); },
              [](Settings& s, int i) { s.halo = static_cast<Halo>(i); }},
    ChoiceRow{"division", "Tiles at the edge", "Whole, as large as they are, or as fractions", divisionNames, divisionLabels,
              [](const Settings& s) { return static_cast<int>(s.division); },
              [](Settings& s, int i) { s.division = static_cast<Division>(i); }},
    ChoiceRow{"double_buffered", "Double buffering", "Every tile takes twice its room in the buffer", onOff, onOffLabels,
              [](const Settings& s) { return s.doubleBuffered ? 1 : 0; },
              [](Settings& s, int i) { s.doubleBuffered = i != 0; }},
};

support::Diagnostic fault(std::string problem, std::string remedy)
{
    return {support::Severity::Error, "", "", "", std::move(problem), std::move(remedy)};
}

} // namespace

std::span<const NumberRow> numberRows() { return numberTable; }
std::span<const ChoiceRow> choiceRows() { return choiceTable; }

std::string_view nameOf(Dataflow dataflow)
{
    static constexpr PerDataflow<std::string_view> names{{"ws", "is", "os"}};
    return names[dataflow];
}

std::string_view labelOf(Dataflow dataflow)
{
    static constexpr PerDataflow<std::string_view> labels{{"Weight stationary", "Input stationary", "Output stationary"}};
    return labels[dataflow];
}

void takeLiterally(Settings& settings)
{
    settings.tiles = Tiles::Literal;
    settings.equations = Equations::Printed;
    settings.halo = Halo::Printed;
    settings.division = Division::Real;
}

support::Diagnostics setFromText(Settings& settings, std::string_view key, std::string_view value)
{
    std::vector<std::string_view> keys;
    for (const NumberRow& row : numberTable) {
        keys.push_back(row.key);
        if (row.key != key) {
            continue;
        }
        const std::optional<Count> number = support::readCount(value, row.unit, row.smallest, row.largest);
        if (!number) {
            return {fault(std::string(key) + "=" + std::string(value) + " is no value of it",
                          "it is a whole number between " + std::to_string(row.smallest) + " and "
                              + std::to_string(row.largest))};
        }
        row.value(settings) = *number;
        return {};
    }
    for (const ChoiceRow& row : choiceTable) {
        keys.push_back(row.key);
        if (row.key != key) {
            continue;
        }
        for (std::size_t i = 0; i < row.names.size(); ++i) {
            if (row.names[i] == value) {
                row.set(settings, static_cast<int>(i));
                return {};
            }
        }
        return {fault(std::string(key) + "=" + std::string(value) + " is unknown", support::suggestName(value, row.names))};
    }
    return {fault("there is no setting '" + std::string(key) + "'", support::suggestName(key, keys))};
}

} // namespace tilescape::training::adaptflow
