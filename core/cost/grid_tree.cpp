#include "core/cost/grid_tree.h"

#include <algorithm>

namespace tilescape::cost {

// By Kruskal over the gaps between rows and between columns, each gap there once for every group that the other side has left.
Count gridTreeHops(std::span<GridGaps> gaps, Extent extent)
{
    std::sort(gaps.begin(), gaps.end(), [](const GridGaps& a, const GridGaps& b) { return a.distance < b.distance; });
    Extent left = extent;
    Count hops = 0;
    for (const GridGaps& gap : gaps) {
        Count Extent::*other = gap.side == &Extent::height ? &Extent::width : &Extent::height;
        hops += gap.distance * gap.count * (left.*other);
        left.*gap.side -= gap.count;
    }
    return hops;
}

} // namespace tilescape::cost
