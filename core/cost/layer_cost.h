#pragma once

#include "core/support/dimensions.h"

namespace tilescape::cost {

/// Energy in pJ by its cause; the parts add up to `total()` (cost-model.md 6).
struct Energy {
    double mac = 0;           ///< multiply-accumulate operations
    double dram = 0;          ///< accesses to DRAM
    double noc = 0;           ///< word-hops over the network on chip
    double buffer = 0;        ///< accesses to tiles' buffers, those of other regions included
    double bus = 0;           ///< words over the buses of the PE arrays
    double registers = 0;     ///< register accesses of the PEs
    double staticPower = 0;   ///< static energy of the cycles (cost-model.md 6)
    double sharedBuffers = 0; ///< accesses to buffers between the tiles and DRAM

    /// Energy of all accesses to memories and buses: everything but operations, hops and static energy.
    [[nodiscard]] double accesses() const { return dram + sharedBuffers + buffer + bus + registers; }
    /// The sum of all parts.
    [[nodiscard]] double total() const { return mac + accesses() + noc + staticPower; }
    Energy& operator+=(const Energy& other);
};

/// The part of the machine whose cycles determine the layer's.
enum class BoundBy { Compute, Bus, Dram, SharedBuffer };

/// What the cost model counts of one layer, summed over all tiles of its region unless a member says otherwise.
struct LayerCost {
    Energy energy;

    double cycles = 0;        ///< of the layer by itself: the largest of the four that follow
    double computeCycles = 0; ///< of the PE arrays
    double busCycles = 0;     ///< of the busiest tensor's bus (cost-model.md 2, Time)
    double dramCycles = 0;    ///< all DRAM accesses of the layer at the chip's DRAM rate
    double sharedCycles = 0;  ///< of the busiest shared buffer; 0 without any

    double operations = 0;                ///< multiply-accumulates, or read operands in layers without weights
    double redundantOperations = 0;       ///< of these, those of passes beyond the layer's iterations (rounded factors)
    PerLoop<Count> iterations{{1, 1, 1}}; ///< of the layer's loops on one tile; the factors may multiply up to more
    PerLevel<PerTensor<double>> accesses; ///< words
    PerTensor<double> remoteBufferAccesses;  ///< words from or to the buffers of another region
    PerTensor<double> sharedAccesses;        ///< words between a shared buffer and the tiles
    PerTensor<double> sharedWords;           ///< words of the tensor that a shared buffer holds
    PerTensor<Count> sharedLevel{{0, 0, 0}}; ///< number of that buffer, 1 the nearest to the tiles; 0: none holds it
    PerTensor<double> nocHops;               ///< all word-hops
    PerTensor<double> nocHopsBetweenTiles;   ///< word-hops of rotation and wide fetch, part of `nocHops`
    PerStorage<PerTensor<double>> fetches;   ///< times that each datum is brought into the level; outputs count 2f - 1
    PerStorage<PerTensor<double>> wordsHeld; ///< in one tile's buffer, and in one PE's registers

    /// Times that a shared piece goes around its subgroup (cost-model.md 4); 0: it does not rotate.
    PerTensor<Count> rotationRounds{{0, 0, 0}};
    PerTensor<Count> rotationUnits{{1, 1, 1}}; ///< `units` of cost-model.md 4; 1 without sharing

    /// The part of the machine whose cycles are the largest.
    [[nodiscard]] BoundBy boundBy() const;
};

} // namespace tilescape::cost
