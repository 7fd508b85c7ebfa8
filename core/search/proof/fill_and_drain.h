#pragma once

#include "core/network/network.h"
#include "core/pipeline/segment.h"
#include "core/pipeline/top_groups.h"

#include <cstddef>
#include <vector>

namespace tilescape::search {

/// Parts of its layers' cycles that a segment lasts at least, less the cycles by which groups are rounded down: those
/// of one region, and of the regions before and after it on a way through the segment the first, or the last, group.
struct LastingParts {
    std::vector<double> ofLayer; ///< by place
    double rounded = 0;          ///< cycles
};

/// Which regions of a segment have to wait for which (Counts::Executed; cost-model.md 5, Time of a segment).
class FillAndDrain {
public:
    FillAndDrain(const network::Network& network, const network::Topology& topology,
                 const std::vector<pipeline::Placement>& placements);

    /// One for each region that others wait for, or that waits for others, with the groups that are asked of the
    /// layers, by place; 0: any.
    [[nodiscard]] std::vector<LastingParts> partsWith(const std::vector<pipeline::TopGroups>& tops) const;

private:
    struct HandOver {
        std::size_t maker = 0; ///< place
        std::size_t taker = 0; ///< place in a later region
    };
    [[nodiscard]] std::size_t regionOf(std::size_t place) const { return m_regions[place]; }

    [[nodiscard]] Count groupsHandedOver(const HandOver& over, const std::vector<pipeline::TopGroups>& tops) const;

    std::vector<std::size_t> m_regions; ///< by place
    std::vector<bool> m_isWeighted;     ///< by place: layers without weights take as many groups as they make
    std::vector<std::vector<bool>> m_needs; ///< by place: the earlier layers that it needs, directly or not, and itself
    /// By region: to its first layer, for which the others wait, from the nearest of the earlier regions; and from its
    /// last layer, which waits for the others, to the nearest of the later ones. Without any: from a place to itself.
    std::vector<HandOver> m_before;
    std::vector<HandOver> m_after;
};

} // namespace tilescape::search
