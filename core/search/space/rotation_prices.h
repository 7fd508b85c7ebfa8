#pragma once

#include "core/cost/blocking_cost.h"
#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/sharing.h"
#include "core/hardware/hardware.h"

#include <array>
#include <optional>
#include <vector>

namespace tilescape::search {

/// What one step of rotation costs with each subgroup that the group of tiles can be cut into, ascending: in pJ, each tile
/// handing its part on.
struct RotationPrices {
    struct Subgroup {
        Count tiles = 1;
        double stepPj = 0;
    };
    std::vector<Subgroup> subgroups;
};
/// By tensor; empty where tiles share nothing.
using RotationPriceList = std::array<RotationPrices, 3>;
RotationPriceList rotationPrices(const dataflow::LoopNest& nest, const cost::TileContext& context,
                                 const hardware::Machine& machine,
                                 const std::optional<PerTensor<dataflow::SharingGroup>>& sharing);

/// How a shared piece would go around.
struct Rotation {
    Count rounds = 0;
    Count units = 1;
    double fetches = 1;
};

/// Steps that a unit takes to come together from as many buffers as it spans (cost::wideFetchHops).
double wideSteps(double width);

/// Energy of it, as cost::rotationTraffic has the hops, the last fetch of each round riding on its steps.
double rotationPj(const RotationPrices::Subgroup& subgroup, const Rotation& rotation);

} // namespace tilescape::search
