#pragma once

#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/scheme.h"
#include "core/dataflow/sharing.h"

#include <vector>

namespace tilescape::dataflow {

/// The rotation of one shared tensor, step by step (Tangram 3.1, Eq. 2): the tiles of a subgroup begin with different
/// subsets of the shared data, and at each step every one of them hands its subset on to the tile before it in the ring.
struct RotationSteps {
    std::vector<std::vector<Tile>> rings; ///< one a subgroup, all of one size; neighbours of a ring are those of the group's grid
    std::vector<std::size_t> groups;      ///< of each ring: the sharing group that it is a part of
    Count rounds = 0;  ///< times that each datum goes all around; 0: nothing rotates
    Count chunks = 1;  ///< parts of the shared data that are on chip one after another

    [[nodiscard]] Count subsets() const { return rings.empty() ? 1 : static_cast<Count>(rings.front().size()); }
    [[nodiscard]] Count steps() const { return chunks * rounds * subsets(); }
    /// Subset of all the shared data that the tile at `position` of a ring holds at `step`: chunk x subsets + its part.
    [[nodiscard]] Count subsetAt(Count position, Count step) const;
};

/// `sharingGroups` with the hops of their rings as they lie, in regions that are folded and where splits that share do not nest
/// directly. The reference takes mean distances everywhere.
PerTensor<SharingGroup> sharingRings(const network::Layer& layer, const Partition& partition, const Region& region,
                                     Counts counts);

/// The rings of each tensor under `scheme`. `rounds`: as in LayerCost. Tensors that are not shared have rings of one tile.
PerTensor<RotationSteps> rotationSteps(const network::Layer& layer, const LoopNest& nest, const LayerScheme& scheme,
                                       const PerTensor<Count>& rounds);

} // namespace tilescape::dataflow
