#pragma once

#include "core/support/diagnostic.h"
#include "core/support/dimensions.h"

#include <span>
#include <string>
#include <string_view>

/// The choice of a dataflow for each layer by its DRAM volume, and the flexible array that runs it (Adapt-Flow, GLSVLSI'22).
namespace tilescape::training::adaptflow {

/// Which operand stays in the buffer between two steps of the tile loops (section 2.2).
enum class Dataflow { WeightStationary, InputStationary, OutputStationary };
inline constexpr std::array<Dataflow, 3> allDataflows{Dataflow::WeightStationary, Dataflow::InputStationary,
                                                      Dataflow::OutputStationary};
template <typename T>
using PerDataflow = support::EnumArray<Dataflow, T, 3>;
std::string_view nameOf(Dataflow dataflow);  ///< "ws", "is", "os"
std::string_view labelOf(Dataflow dataflow); ///< "Weight stationary", ...

/// Sides of a tile of the loop nest. S and X run along the width, R and Y along the height.
struct LoopTile {
    Count k = 1, c = 1, s = 1, r = 1, x = 1, y = 1;
    friend bool operator==(const LoopTile&, const LoopTile&) = default;
};

/// Where tiles are given but none is named: whole filters, and no more of the rest than 64 channels and 16 x 16 outputs. The
/// paper prints no tile.
inline constexpr LoopTile usualTile{64, 64, 16, 16, 16, 16};

/// Partial sums: each one but the first of an output tile is read as well as written; or Eq. 3 and 4 as they stand, where each
/// position of a tiled filter begins anew.
enum class Equations { Corrected, Printed };
/// Rows of an input tile: those that its filters touch; from the first to the last of them; or Eq. 2, at stride 1.
enum class Halo { Touched, Bounding, Printed };
/// Tiles that do not divide a loop: counted as whole ones; as large as they are; or as the fraction that Eq. 3-5 divide out.
enum class Division { Ceiling, Exact, Real };
/// The best of all tiles, or those given (Fig. 3).
enum class Tiles { Search, Literal };

/// What is asked. A plain value; defaults are the machine of section 3.1. Precisions and bandwidths are not stated there.
struct Settings {
    Count bufferBytes = 20 << 20; ///< GLB
    Count weightBits = 8;
    Count inputBits = 8;
    Count sumBits = 32;
    bool doubleBuffered = false; ///< every tile takes twice its room
    Equations equations = Equations::Corrected;
    Halo halo = Halo::Touched;
    Division division = Division::Ceiling;
    Tiles tiles = Tiles::Search;
    PerDataflow<LoopTile> literal{{usualTile, usualTile, usualTile}}; ///< clipped to each layer
    Count peBytes = 5 << 10;   ///< SRAM of one of the 256 PEs
    Count nocWordsPerCycle = 0;  ///< 0: never in the way
    Count dramWordsPerCycle = 0; ///< the same
    Count macEnergy = 2;         ///< units; the next three too
    Count nocWordEnergy = 8;
    Count dramWordEnergy = 200;
    Count laneCycleEnergy = 2; ///< static, of each of the 4096 multipliers in each cycle
    friend bool operator==(const Settings&, const Settings&) = default;
};

/// One row a number, one a choice: they drive files, the command line and the window.
struct NumberRow {
    std::string_view key;
    std::string_view label;
    std::string_view unit;
    std::string_view help;
    Count smallest;
    Count largest;
    Count& (*value)(Settings&);
};
std::span<const NumberRow> numberRows();

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

/// Tiles as given and all equations as printed: for comparison with the paper.
void takeLiterally(Settings& settings);

/// Sets what `key=value` says. Faults: unknown keys and values, numbers out of their range.
support::Diagnostics setFromText(Settings& settings, std::string_view key, std::string_view value);

} // namespace tilescape::training::adaptflow
