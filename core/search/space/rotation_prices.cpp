#include "core/search/space/rotation_prices.h"

#include "core/cost/rotation.h"
#include "core/support/factors.h"

#include <algorithm>
#include <cmath>

namespace tilescape::search {

using dataflow::LoopNest;

RotationPriceList rotationPrices(const LoopNest& nest, const cost::TileContext& context,
                                 const hardware::Machine& machine,
                                 const std::optional<PerTensor<dataflow::SharingGroup>>& sharing)
{
    RotationPriceList prices;
    for (std::size_t number = 0; sharing && number < 3; ++number) {
        const Tensor tensor = allTensors[number];
        const dataflow::SharingGroup& group = (*sharing)[tensor];
        const Count size = group.extent.size();
        if (size == 1) {
            continue;
        }
        auto times = static_cast<double>(nest.repetitions * (context.tiles / size));
        for (const Loop loop : allLoops) {
            times *= static_cast<double>(nest.variesWith(tensor, loop) ? nest.iterations[loop] : 1);
        }
        const Level handedOn = context.counts == Counts::Executed ? Level::Dram : Level::Buffer;
        const double hopPj = machine.prices.hopPj * times;
        for (const Count tiles : support::divisors(size)) {
            if (tiles > 1) {
                const double stepHops = cost::rotationHops(group, tiles, tiles) / static_cast<double>(tiles - 1);
                prices[number].subgroups.push_back({tiles, hopPj * nest.accesses[handedOn][tensor] * stepHops,
                                                    hopPj * nest.accesses[Level::Buffer][tensor] * stepHops});
            }
        }
    }
    return prices;
}

double wideSteps(double width)
{
    const double buffers = std::ceil(width - 1e-6);
    return (buffers - 1) * buffers / 2 - (buffers - 1) * (buffers - width);
}

double rotationPj(const RotationPrices::Subgroup& subgroup, const Rotation& rotation)
{
    const auto tiles = static_cast<double>(subgroup.tiles);
    const double width = tiles / static_cast<double>(rotation.units);
    double pj = subgroup.stepPj * (tiles - std::max(1.0, width)) * static_cast<double>(rotation.rounds);
    if (width > 1) {
        pj += subgroup.wideStepPj * wideSteps(width) / width
              * std::max(0.0, rotation.fetches - static_cast<double>(rotation.rounds));
    }
    return pj;
}

} // namespace tilescape::search
