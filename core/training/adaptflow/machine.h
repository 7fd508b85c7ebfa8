#pragma once

#include "core/training/adaptflow/selection.h"

namespace tilescape::training::adaptflow {

inline constexpr Count peCount = 256;
inline constexpr Count lanesPerPe = 16;
inline constexpr Count laneCount = peCount * lanesPerPe; ///< section 3.1: the same for all machines
inline constexpr Count reconfigurationCycles = 96;       ///< of the Clos network, once a layer (section 3.2; not derived there)

/// The four machines of section 3. The baselines' mappings are not printed; these are named, fixed, and of the usual shape.
enum class Machine { AdaptFlow, Nvdla, ShiDianNao, Eyeriss };
inline constexpr std::array<Machine, 4> allMachines{Machine::AdaptFlow, Machine::Nvdla, Machine::ShiDianNao, Machine::Eyeriss};
template <typename T>
using PerMachine = support::EnumArray<Machine, T, 4>;
std::string_view nameOf(Machine machine);    ///< "adapt_flow", "nvdla", ...
std::string_view labelOf(Machine machine);   ///< "Adapt-Flow", "NVDLA", ...
std::string_view mappingOf(Machine machine); ///< what of the loops runs side by side, in words

/// How many iterations of each loop run side by side; their product is at most 4096.
struct Spatial {
    Count k = 1, c = 1, s = 1, r = 1, x = 1, y = 1;
    [[nodiscard]] Count lanes() const { return k * c * s * r * x * y; }
    friend bool operator==(const Spatial&, const Spatial&) = default;
};

/// Cycles of the multipliers: iterations left in each loop, rounded up.
Count computeCycles(const Nest& nest, const Spatial& spatial);

/// The mapping of a layer on a machine. NVDLA: K 32 x C 128. ShiDianNao: X' 32 x Y' 32 x K 4. Eyeriss: 16 x 16 PEs, filter
/// rows down, Y' across, both replicated over K and C as there is room, C 16 in a PE. Adapt-Flow: the fastest split of
/// 4096 into powers of two over K, C, X' and Y'; ties go to more of K, then C, then X'.
Spatial mappingOf(Machine machine, const Nest& nest);

/// One layer on one machine. Words and cycles are infinite where nothing fits the buffer or the PEs.
struct LayerRun {
    std::optional<Dataflow> dataflow; ///< the fastest that the machine offers; ties go to the least DRAM volume
    Spatial spatial;
    double computeCycles = 0;
    double nocWords = 0; ///< the same equations for the PEs' memories as one buffer; a multicast is one word
    double nocCycles = 0;
    double dramWords = 0;
    double dramCycles = 0;
    double cycles = 0; ///< the longest of the three, and the reconfiguration
    double energy = 0; ///< units
};

/// A network on all machines: one run a layer of the selection.
struct Comparison {
    PerMachine<std::vector<LayerRun>> runs;
    PerMachine<double> cycles;
    PerMachine<double> energy;
    double reconfigurationShare = 0; ///< of Adapt-Flow's cycles
};
Comparison compareMachines(const Selection& selection, const Settings& settings, int threads = 0);

/// A layer that a machine has no tile for, and the memory that is too small.
struct Unfit {
    std::size_t layer = 0; ///< by place in the selection
    Machine machine = Machine::AdaptFlow;
    bool inBuffer = false; ///< otherwise in the memories of the PEs
    Count bytes = 0;       ///< of that memory
};
/// The first; nothing where all machines have tiles for all layers.
std::optional<Unfit> firstUnfit(const Selection& selection, const Comparison& comparison, const Settings& settings);

/// One less our time over the baseline's: 0.46 is a time 46 % lower.
double timeReduction(const Comparison& comparison, Machine baseline);
double energyReduction(const Comparison& comparison, Machine baseline);

} // namespace tilescape::training::adaptflow
