#pragma once

#include "core/support/dimensions.h"

namespace tilescape::cost {

/// Energy in pJ by where it goes; the parts add up to the total (cost-model.md 6).
struct Energy {
    double mac = 0;
    double dram = 0;
    double noc = 0;
    double buffer = 0; ///< neighbours' buffers included
    double bus = 0;
    double registers = 0;
    double staticPower = 0;
    double sharedBuffers = 0; ///< memories between the tiles' buffers and DRAM

    [[nodiscard]] double accesses() const { return dram + sharedBuffers + buffer + bus + registers; }
    [[nodiscard]] double total() const { return mac + accesses() + noc + staticPower; }
    Energy& operator+=(const Energy& other);
};

/// Which part of the machine the layer waits for.
enum class BoundBy { Compute, Bus, Dram, SharedBuffer };

/// Everything that the model counts of one layer, over all tiles of its region unless said otherwise.
struct LayerCost {
    Energy energy;

    double cycles = 0; ///< the largest of those that follow
    double computeCycles = 0;
    double busCycles = 0;
    double dramCycles = 0;
    double sharedCycles = 0; ///< of the busiest shared buffer

    double operations = 0;
    double operationsInVain = 0; ///< of these, in passes beyond the layer's iterations
    PerLoop<Count> iterations{{1, 1, 1}}; ///< of the layer's loops on one tile; factors may cover more
    PerLevel<PerTensor<double>> accesses;     ///< words
    PerTensor<double> remoteBufferAccesses;   ///< words from or to another region's buffers
    PerTensor<double> sharedAccesses;         ///< words between a shared buffer and the tiles
    PerTensor<double> sharedWords;            ///< words of the tensor that a shared buffer holds
    PerTensor<Count> sharedLevel{{0, 0, 0}};  ///< number of that buffer, 1 the nearest to the tiles; 0: none holds it
    PerTensor<double> nocHops;                ///< word-hops, all
    PerTensor<double> nocHopsBetweenTiles;    ///< word-hops of rotation and wide fetch, part of `nocHops`
    PerStorage<PerTensor<double>> fetches;    ///< times each datum is brought into the level
    PerStorage<PerTensor<double>> wordsHeld;  ///< in one tile's buffer, in one PE's registers

    PerTensor<Count> rotationRounds{{0, 0, 0}}; ///< times that a shared piece goes around its subgroup
    PerTensor<Count> rotationUnits{{1, 1, 1}};  ///< steps that a round is made of

    [[nodiscard]] BoundBy boundBy() const;
};

} // namespace tilescape::cost
