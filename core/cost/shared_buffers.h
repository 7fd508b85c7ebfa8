#pragma once

#include "core/hardware/hardware.h"
#include "core/support/dimensions.h"

namespace tilescape::cost {

/// What holding one tensor in a shared buffer takes and saves, in words over all tiles of the region (cost-model.md 2,
/// Shared buffers; KAPLA III-C). The loops run as without it: the buffer holds what they bring in between two fetches
/// of the same word, so that DRAM delivers each word once and the shared buffer serves the tiles' requests.
struct SharedOffer {
    bool useful = false;  ///< the tensor comes from DRAM, and the tiles request more words than there are
    Count words = 0;      ///< room that the tensor takes in the shared buffer
    double onceWords = 0; ///< DRAM words if the tensor is held
    double tileWords = 0; ///< words that the tiles request: from the shared buffer if held, else from DRAM
};

/// Which shared buffer holds each tensor, and what the accesses to the shared buffers cost.
struct SharedUse {
    /// Number of the buffer, 1 the nearest to the tiles; 0: no buffer holds the tensor.
    PerTensor<Count> level{{0, 0, 0}};
    double energyPj = 0; ///< of all accesses to shared buffers; those to DRAM are not in it
    double cycles = 0;   ///< of the busiest shared buffer
};

/// The assignment of tensors to shared buffers, or to none, with the least energy of shared buffers and DRAM together,
/// found by trying all that fit into `part` of each buffer. Among equals it takes the fewest DRAM words, then the
/// first. Regions that run side by side get parts in proportion to their tiles.
SharedUse chooseShared(const PerTensor<SharedOffer>& offers, const hardware::Machine& machine, double part);

} // namespace tilescape::cost
