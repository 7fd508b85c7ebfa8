#pragma once

#include "core/search/bounds/layer_bound.h"
#include "core/search/bounds/segment_bound.h"
#include "core/pipeline/segment.h"

#include <map>
#include <utility>
#include <vector>

namespace tilescape::search {

/// Proven lower bounds of segments, whichever tiles their regions have. The regions' tiles are limited together, and all
/// wait for the slowest region or for DRAM: both limits are priced, so that each layer is bounded by itself
/// (Lagrangian relaxation; solvers.md, Lower bound).
class SegmentBounds {
public:
    /// `task` must outlive this.
    explicit SegmentBounds(const SearchTask& task);

    /// Of energy, static energy included, with `cyclePj` charged for each cycle in addition to static energy.
    SegmentEnergyBound energyOf(const pipeline::Segment& segment, double cyclePj);
    /// Of the cycles of the segment.
    double cyclesOf(const pipeline::Segment& segment);

private:
    struct Member {
        LayerBound* bound = nullptr;
        std::size_t region = 0;
    };
    std::vector<Member> membersOf(const pipeline::Segment& segment);
    [[nodiscard]] bool waitsForDram(const pipeline::Segment& segment) const;
    static SegmentEnergyBound priced(const std::vector<Member>& members, const std::vector<BoundPrices>& prices);
    [[nodiscard]] std::vector<BoundPrices> regionPrices(const std::vector<Member>& members, double cyclePj) const;

    const SearchTask& m_task;
    MemoryDistances m_distances;
    double m_tiles;
    std::vector<std::size_t> m_alike; ///< by layer: the first layer that is equal to it, names aside
    std::map<std::size_t, LayerFloors> m_floors; ///< by the first layer of those that are equal
    std::map<std::pair<std::size_t, LayerSetting>, LayerBound> m_layers;
};

} // namespace tilescape::search
