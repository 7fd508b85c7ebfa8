#pragma once

#include "core/search/bounds/layer_bound.h"
#include "core/search/bounds/segment_bound.h"
#include "core/pipeline/segment.h"

#include <map>
#include <optional>
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

    /// A layer of a segment with its bound, which layers that are alike share. The pointers are valid as long as this.
    struct Member {
        std::size_t layer = 0; ///< index in the network of the first layer that is alike
        LayerSetting setting;
        const LayerFloors* floors = nullptr; ///< not null
        LayerBound* bound = nullptr;         ///< not null
        std::size_t region = 0;
        /// The region that the input is forwarded from as it lay over the memory channels, if it is.
        std::optional<std::size_t> forwarder;
    };
    /// The layers of a segment, in its order.
    std::vector<Member> membersOf(const pipeline::Segment& segment);
    /// Whether the segment lasts as long as its layers' words pass DRAM.
    [[nodiscard]] bool waitsForDram(const pipeline::Segment& segment) const;

private:
    static SegmentEnergyBound priced(const std::vector<Member>& members, const std::vector<BoundPrices>& prices);
    [[nodiscard]] std::vector<BoundPrices> regionPrices(const std::vector<Member>& members, double cyclePj,
                                                        bool dram) const;

    const SearchTask& m_task;
    MemoryDistances m_distances;
    double m_tiles;
    std::vector<std::size_t> m_alike; ///< by layer: the first layer that is equal to it, names aside
    std::map<std::size_t, LayerFloors> m_floors; ///< by the first layer of those that are equal
    std::map<std::pair<std::size_t, LayerSetting>, LayerBound> m_layers;
};

} // namespace tilescape::search
