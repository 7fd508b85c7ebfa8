#include "core/training/parallelism/array.h"

#include <algorithm>
#include <cmath>

namespace tilescape::training::parallelism {

Extent gridOf(Count levels) { return {Count{1} << (levels / 2), Count{1} << (levels - levels / 2)}; }

Extent groupAt(Count levels, Count level)
{
    Extent group = gridOf(levels);
    for (Count above = 1; above < level; ++above) {
        (group.width >= group.height ? group.width : group.height) /= 2;
    }
    return group;
}

double levelBandwidth(const Settings& settings, Count level)
{
    constexpr double accelerators = 16; // that the settings' bandwidth is of
    const double count = std::exp2(static_cast<double>(settings.levels));
    const double bits = settings.networkGigabitsPerSecond * 1e9;
    const double all = settings.bandwidth == Bandwidth::Fixed ? bits : bits * count / accelerators;
    if (settings.topology == Topology::HTree) {
        return all;
    }
    const Extent grid = gridOf(settings.levels);
    const Extent group = groupAt(settings.levels, level);
    const bool alongRow = group.width >= group.height;
    const Count side = alongRow ? group.width : group.height;
    const Count ring = alongRow ? grid.width : grid.height;
    const bool twice = side == ring && ring > 2; // of two neighbours the way round is the link itself
    const double crossing = count / static_cast<double>(side) * (twice ? 2 : 1);
    return crossing * all / count;
}

} // namespace tilescape::training::parallelism
