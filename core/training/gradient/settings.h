#pragma once

#include "core/support/dimensions.h"

#include <span>
#include <string>
#include <string_view>

/// The interleaved gradient order (Kim et al., MICRO 2023): a tile-level model of the backward pass on an NPU.
namespace tilescape::training::gradient {

/// In which order the tiles of dX and dW are computed (section 4, Fig. 8 and 10).
enum class Order { Sequential, Interleaved, DxMajor, DwMajor };
inline constexpr std::array<Order, 4> allOrders{Order::Sequential, Order::Interleaved, Order::DxMajor, Order::DwMajor};
template <typename T>
using PerOrder = support::EnumArray<Order, T, 4>;
std::string_view nameOf(Order order);  ///< "sequential", "interleaved", "dx_major", "dw_major"
std::string_view labelOf(Order order); ///< "Sequential", "Interleaved", "+ dX-major", "+ dW-major"

/// Which index range is cut, named as in section 5 and Fig. 11 of the paper: M (all parts share W), N (they share X, and each has columns of
/// dY) or K (they share dY).
enum class Partition { None, WeightSharing, DySharing, IfmapSharing };
inline constexpr std::array<Partition, 3> allPartitions{Partition::WeightSharing, Partition::DySharing,
                                                        Partition::IfmapSharing};
std::string_view nameOf(Partition partition);  ///< "none", "weight_sharing", "dy_sharing", "ifmap_sharing"
std::string_view labelOf(Partition partition);

/// How Algorithm 1 picks an order: as printed; by the text's "size of dX larger than dW"; by its "column dimension of dW".
enum class OrderRule { Printed, Size, Column };
/// What the innermost loop of the major orders keeps: the sum that grows, or the tile of dY.
enum class MajorLoops { SumStationary, DyStationary };
/// Cycles of a fold of the array: its reduction only, folds following back to back; or filling and draining as well.
enum class ComputeModel { BackToBack, FillAndDrain };
/// How far the DMA runs ahead of the array: up to half of the scratchpad, or one tile.
enum class TimeModel { RunAhead, OneTileAhead };
/// Which tile: the fastest for each order, the fastest for the sequential order, or a cube of the array's side.
enum class TileChoice { PerOrder, BestOfSequential, ArrayCube };
/// What of X a convolution fetches: the feature map, or its im2col matrix.
enum class FeatureMap { Raw, Expanded };
/// How the X and dX of a convolution count where a step's three tiles must fit: unrolled, as the array is fed with them, or
/// by their share of the feature map.
enum class StepRoom { Unrolled, Raw };
/// How tiles count at the edge of a matrix: rounded up to the array's side, or as they are.
enum class EdgeTiles { Padded, Exact };
/// A depthwise layer: one product over all its channels, as in SCALE-Sim's lists, or one for each channel.
enum class Depthwise { OneProduct, EachChannel };
/// Which layers have no dX: the first, or all whose inputs come from outside.
enum class InputGradients { AllButFirst, WhereNeeded };

/// One NPU core (Table 3). Capacity and bandwidth are those of one core.
struct Npu {
    std::string name = "small";
    Count arraySide = 45;               ///< PEs
    Count frequencyMhz = 1000;
    Count dramMegabytesPerSecond = 22000;
    Count scratchpadBytes = 1 << 20;    ///< half of it holds tiles, half is filled ahead
    friend bool operator==(const Npu&, const Npu&) = default;
};

/// What is simulated and how. A plain value; each option's default is the reading that fits the paper best
/// (the other readings are there to see what depends on it).
struct Settings {
    Npu npu;
    Count cores = 1;
    Count sequenceLength = 0; ///< tokens of a network of tokens; 0: as its file says
    Count elementBytes = 4;
    Count tileSharePercent = 25; ///< of half the scratchpad, that a step's three tiles may take
    OrderRule rule = OrderRule::Printed;
    MajorLoops majorLoops = MajorLoops::SumStationary;
    ComputeModel compute = ComputeModel::BackToBack;
    TimeModel time = TimeModel::RunAhead;
    TileChoice tile = TileChoice::PerOrder;
    FeatureMap featureMap = FeatureMap::Raw;
    StepRoom room = StepRoom::Unrolled;
    EdgeTiles edges = EdgeTiles::Padded;
    Depthwise depthwise = Depthwise::OneProduct;
    InputGradients inputGradients = InputGradients::AllButFirst;
    friend bool operator==(const Settings&, const Settings&) = default;
};

/// A machine of Table 3, with the batch that it trains with.
struct NpuPreset {
    std::string_view name;
    std::string_view label;
    std::string_view source;
    Npu npu;
    Count batch = 1; ///< for one core
};
std::span<const NpuPreset> npuPresets();
/// Null if there is no machine of this name.
const NpuPreset* findNpuPreset(std::string_view name);
/// Name of a machine whose numbers are those of no preset.
inline constexpr std::string_view ownNpu = "own";

/// One row a number: it drives files, the command line and the window.
struct NumberRow {
    std::string_view key;
    std::string_view label;
    std::string_view unit;
    std::string_view help;
    Count smallest = 1;
    Count largest = 1;
    Count& (*value)(Settings&);
};
std::span<const NumberRow> numberRows();

/// One row a choice between readings, in the same way.
struct ChoiceRow {
    std::string_view key;
    std::string_view label;
    std::string_view help;
    std::span<const std::string_view> names;  ///< as in files
    std::span<const std::string_view> labels; ///< as in the window
    int (*get)(const Settings&);
    void (*set)(Settings&, int);
};
std::span<const ChoiceRow> choiceRows();

} // namespace tilescape::training::gradient
