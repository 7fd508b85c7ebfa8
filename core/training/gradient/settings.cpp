#include "core/training/gradient/settings.h"

#include <algorithm>
#include <array>
#include <vector>

namespace tilescape::training::gradient {
namespace {

template <auto Member>
ChoiceRow choice(std::string_view key, std::string_view label, std::string_view help,
                 std::span<const std::string_view> names, std::span<const std::string_view> labels)
{
    using Value = std::remove_cvref_t<decltype(std::declval<Settings&>().*Member)>;
    return {key, label, help, names, labels, [](const Settings& settings) { return static_cast<int>(settings.*Member); },
            [](Settings& settings, int index) { settings.*Member = static_cast<Value>(index); }};
}

using Words2 = std::array<std::string_view, 2>;
using Words3 = std::array<std::string_view, 3>;

constexpr Words3 ruleNames{"printed", "size", "column"};
constexpr Words3 ruleLabels{"As printed", "Size of dX and dW", "Columns of dW"};
constexpr Words2 loopNames{"sum_stationary", "dy_stationary"};
constexpr Words2 loopLabels{"Sum stays", "Tile of dY stays"};
constexpr Words2 computeNames{"back_to_back", "fill_and_drain"};
constexpr Words2 computeLabels{"Folds back to back", "Fill and drain each fold"};
constexpr Words2 timeNames{"run_ahead", "one_tile_ahead"};
constexpr Words2 timeLabels{"Half the scratchpad ahead", "One tile ahead"};
constexpr Words3 tileNames{"per_order", "best_of_sequential", "array_cube"};
constexpr Words3 tileLabels{"Fastest for each order", "Fastest for the sequential", "Cube of the array's side"};
constexpr Words2 mapNames{"raw", "expanded"};
constexpr Words2 mapLabels{"Feature map", "im2col matrix"};
constexpr Words2 roomNames{"unrolled", "raw"};
constexpr Words2 roomLabels{"Unrolled", "Feature map"};
constexpr Words2 edgeNames{"padded", "exact"};
constexpr Words2 edgeLabels{"Padded to the array", "As they are"};
constexpr Words2 depthwiseNames{"one_product", "each_channel"};
constexpr Words2 depthwiseLabels{"One product", "One for each channel"};
constexpr Words2 inputNames{"all_but_first", "where_needed"};
constexpr Words2 inputLabels{"In all layers but the first", "Where a layer feeds it"};

constexpr std::array<std::string_view, 4> orderNames{"sequential", "interleaved", "dx_major", "dw_major"};
constexpr std::array<std::string_view, 4> orderLabels{"Sequential", "Interleaved", "+ dX-major", "+ dW-major"};
constexpr std::array<std::string_view, 4> partitionNames{"none", "weight_sharing", "dy_sharing", "ifmap_sharing"};
constexpr std::array<std::string_view, 4> partitionLabels{"None", "Weight sharing (M)", "dY sharing (N)",
                                                          "Ifmap sharing (K)"};

} // namespace

std::string_view nameOf(Order order) { return orderNames[static_cast<std::size_t>(order)]; }
std::string_view labelOf(Order order) { return orderLabels[static_cast<std::size_t>(order)]; }
std::string_view nameOf(Partition partition) { return partitionNames[static_cast<std::size_t>(partition)]; }
std::string_view labelOf(Partition partition) { return partitionLabels[static_cast<std::size_t>(partition)]; }

std::span<const NpuPreset> npuPresets()
{
    static const std::array<NpuPreset, 2> presets{{
        {"small", "Small NPU (edge)", "Kim et al., MICRO 2023, Table 3: after Arm Ethos-N77; batch of section 6.1",
         {"small", 45, 1000, 22000, 1 << 20}, 4},
        {"large", "Large NPU (server)", "Kim et al., MICRO 2023, Table 3: after one array of a TPU; batch of section 6.1",
         {"large", 128, 1050, 150000, 8 << 20}, 8},
    }};
    return presets;
}

const NpuPreset* findNpuPreset(std::string_view name)
{
    const auto presets = npuPresets();
    const auto found =
        std::find_if(presets.begin(), presets.end(), [name](const NpuPreset& preset) { return preset.name == name; });
    return found == presets.end() ? nullptr : &*found;
}

std::span<const NumberRow> numberRows()
{
    static const std::array<NumberRow, 8> rows{{
        {"array_side", "Array", "PEs a side", "Rows and columns of the systolic array of one core.", 1, 4096,
         [](Settings& s) -> Count& { return s.npu.arraySide; }},
        {"frequency_mhz", "Clock", "MHz", "Clock of the array.", 1, 100000,
         [](Settings& s) -> Count& { return s.npu.frequencyMhz; }},
        {"dram_megabytes_per_second", "DRAM bandwidth", "MB/s", "Of one core; several cores have as many times more.", 1,
         100000000, [](Settings& s) -> Count& { return s.npu.dramMegabytesPerSecond; }},
        {"scratchpad_bytes", "Scratchpad", "B",
         "Of one core; several cores share as many times more. Half of it holds tiles, half is filled ahead.", 1,
         Count{1} << 40, [](Settings& s) -> Count& { return s.npu.scratchpadBytes; }},
        {"cores", "Cores", "", "Cores work in lock step on parts of one layer, and share scratchpad and bandwidth.", 1, 8,
         [](Settings& s) -> Count& { return s.cores; }},
        {"sequence_length", "Sequence", "tokens",
         "Rows of a network of tokens (layers of 1x1 filters over maps of width 1); 0 leaves it as in its file.", 0, 65536,
         [](Settings& s) -> Count& { return s.sequenceLength; }},
        {"element_bytes", "Element", "B", "Bytes of one number.", 1, 8,
         [](Settings& s) -> Count& { return s.elementBytes; }},
        {"tile_share_percent", "Share of a step", "%",
         "What the three tiles of a step may take of half the scratchpad, in the search for tiles.", 1, 100,
         [](Settings& s) -> Count& { return s.tileSharePercent; }},
    }};
    return rows;
}

std::span<const ChoiceRow> choiceRows()
{
    static const std::array<ChoiceRow, 10> rows{
        choice<&Settings::rule>("order_rule", "Rule for the order",
                                "Algorithm 1 as printed, or by either sentence of the text that says it differently.",
                                ruleNames, ruleLabels),
        choice<&Settings::majorLoops>("major_loops", "Innermost loop",
                                      "What the innermost loop of the dX- and dW-major orders keeps.", loopNames,
                                      loopLabels),
        choice<&Settings::compute>("compute_model", "Compute", "Whether folds of the array overlap filling and draining.",
                                   computeNames, computeLabels),
        choice<&Settings::time>("time_model", "DMA", "How far fetching runs ahead of computing.", timeNames, timeLabels),
        choice<&Settings::tile>("tile_choice", "Tiles", "Which of the tile shapes that fit is taken.", tileNames,
                                tileLabels),
        choice<&Settings::featureMap>("feature_map", "Feature maps",
                                      "Whether DRAM holds a convolution's input once, or copied out by im2col.", mapNames,
                                      mapLabels),
        choice<&Settings::room>("step_room", "Room of a step",
                                "How tiles of a convolution's X and dX count where the tiles of a step must fit.",
                                roomNames, roomLabels),
        choice<&Settings::edges>("edge_tiles", "Edge tiles", "Bytes of tiles that stick out of the matrix.", edgeNames,
                                 edgeLabels),
        choice<&Settings::depthwise>("depthwise", "Depthwise layers", "How a depthwise convolution becomes a product.",
                                     depthwiseNames, depthwiseLabels),
        choice<&Settings::inputGradients>("input_gradients", "Input gradients", "Which layers compute dX at all.",
                                          inputNames, inputLabels),
    };
    return rows;
}

} // namespace tilescape::training::gradient
