#pragma once

#include "core/hardware/hardware.h"
#include "core/support/dimensions.h"

namespace tilescape::cost {

/// What holding a tensor in a shared buffer would take and save (KAPLA III-C, any number of levels). The loops at memory
/// level run as they do without: a shared buffer holds what they bring in between two fetches of the same word, so that this
/// comes from DRAM once, and from the shared buffer as often as the tiles ask. All words over all tiles of the region.
struct SharedOffer {
    bool useful = false;  ///< it comes from memory, and the tiles ask for more words than there are
    Count words = 0;      ///< room that it takes
    double onceWords = 0; ///< from DRAM if it is held
    double tileWords = 0; ///< to and from the tiles; from DRAM if it is not held
};

struct SharedUse {
    PerTensor<Count> level{{0, 0, 0}}; ///< the buffer that holds it, 1 the nearest to the tiles; 0: it goes past them all
    double energyPj = 0;               ///< of the shared buffers' accesses
    double cycles = 0;                 ///< of the busiest of them
};

/// The cheapest in energy of every way to hold each tensor in one of the machine's shared buffers or in none, as far as there
/// is room in `part` of each (regions that run side by side divide them in proportion to their tiles); of equal ones that with
/// fewest words from DRAM, then the first.
SharedUse chooseShared(const PerTensor<SharedOffer>& offers, const hardware::Machine& machine, double part);

} // namespace tilescape::cost
