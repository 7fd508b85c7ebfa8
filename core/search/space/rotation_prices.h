#pragma once

#include "core/cost/blocking_cost.h"
#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/sharing.h"
#include "core/hardware/hardware.h"

#include <array>
#include <optional>
#include <vector>

namespace tilescape::search {

/// The energy of one rotation step for each size of subgroup into which a sharing group can be cut, ascending
/// (cost-model.md 4).
struct RotationPrices {
    /// A subgroup of `tiles` tiles, and the energy in pJ with which every tile of all subgroups passes its part on once: in a
    /// step of rotation, and in one of a wide fetch, which comes again with every fold of the array.
    struct Subgroup {
        Count tiles = 1;
        double stepPj = 0;
        double wideStepPj = 0;
    };
    std::vector<Subgroup> subgroups;
};
/// By tensor; empty where tiles share nothing.
using RotationPriceList = std::array<RotationPrices, 3>;
/// The prices for a nest; `sharing` are its sharing groups, empty if tiles do not share buffers.
RotationPriceList rotationPrices(const dataflow::LoopNest& nest, const cost::TileContext& context,
                                 const hardware::Machine& machine,
                                 const std::optional<PerTensor<dataflow::SharingGroup>>& sharing);

/// How a shared piece goes around its subgroup (cost-model.md 4).
struct Rotation {
    Count rounds = 0;   ///< times that it goes around; 0: it streams past
    Count units = 1;    ///< of cost-model.md 4: a round has at most so many steps
    double fetches = 1; ///< into the registers
};

/// Steps in which a unit that spans `width` buffers comes together (see cost::wideFetchHops).
double wideSteps(double width);

/// Energy in pJ of rotation and wide fetches, with the hops of cost::rotationTraffic. Of the wide fetches one a round
/// is left out, which makes it slightly lower than the model where the model leaves out less.
double rotationPj(const RotationPrices::Subgroup& subgroup, const Rotation& rotation);

} // namespace tilescape::search
