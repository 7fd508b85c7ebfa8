#pragma once

#include "core/hardware/hardware.h"
#include "core/search/bounds/part_choices.h"
#include "core/search/space/search_task.h"

#include <array>
#include <cstdint>
#include <vector>

namespace tilescape::search {

/// A lower bound of what a layer costs between the tiles' buffers and their PEs, over all tiles.
struct TileFloor {
    double energyPj = 0; ///< of buses and of buffers that may not be bypassed
    double cycles = 0;   ///< of the PEs
    double inputWords = 0;         ///< that one tile takes from memory, each once
};

/// Computes `TileFloor` for partitions of one layer that cut the map into the same numbers of rows and columns. How often
/// a tensor is brought into the registers depends on the factors inside them alone, but for one tensor that the innermost
/// loop outside them reuses, and for those that the registers hold as a whole (cost-model.md 2). The words moved in all
/// passes are no fewer however channels and batch are cut.
class TileFloors {
public:
    /// `layer` needs no name. The references are not kept.
    TileFloors(const SearchTask& task, const network::Layer& layer, Extent mapParts);

    /// The bound for a partition with these parts.
    [[nodiscard]] TileFloor floorOf(const Parts& parts) const;

private:
    /// One mapping on the PE array of a tile that has all channels and the whole batch.
    struct Mapping {
        PerLoop<Count> copies;      ///< of channels that one pass works on
        PerTensor<double> passesPj; ///< of a tensor, brought in anew for every pass
        double tileCycles = 0;
        Count folds = 1; ///< iterations of the batch loop for each item
        /// Factors inside the registers, or larger ones, of which one at least is as large in every loop as any that fit.
        std::vector<PerLoop<double>> factors;
    };
    [[nodiscard]] std::vector<PerLoop<double>> largestFactors(const PerLoop<Count>& iterations) const;
    /// Channels of a tile with these parts, and iterations of its batch loop.
    [[nodiscard]] PerLoop<Count> lengthsOf(const Mapping& mapping, const Parts& parts) const;
    [[nodiscard]] double leastPj(const Mapping& mapping, const PerLoop<Count>& lengths) const;

    PerTensor<std::uint8_t> m_varies; ///< bit by loop, as in dataflow::LoopNest
    PerTensor<Count> m_registerWords;
    Count m_registerRoom = 0;
    double m_inputWords = 0;   ///< of a tile that has all channels and the whole batch
    Count m_inputChannels = 1; ///< of one group, or 1 if they are no loop
    Count m_outputChannels = 1;
    Count m_batch = 1;
    std::vector<Mapping> m_mappings;
};

} // namespace tilescape::search
