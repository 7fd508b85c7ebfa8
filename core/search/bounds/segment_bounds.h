#pragma once

#include "core/search/bounds/layer_bound.h"
#include "core/search/bounds/segment_bound.h"
#include "core/pipeline/segment.h"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace tilescape::search {

/// Proven lower bounds of segments, whichever tiles their regions have. The regions' tiles are limited together, and all
/// wait for the slowest region or for DRAM: both limits are priced, so that each layer is bounded by itself
/// (Lagrangian relaxation; solvers.md, Lower bound).
class SegmentBounds {
public:
    /// `task` must outlive this. Layers are bounded on so many threads; 0: on as many as there are cores.
    explicit SegmentBounds(const SearchTask& task, int threads = 1);

    /// Of energy, static energy included, with `cyclePj` charged for each cycle in addition to static energy; one for each
    /// segment. A bound may lie below another by `LayerBound::slack` where segments were asked for in another order; the
    /// number of threads changes nothing.
    std::vector<SegmentEnergyBound> energiesOf(std::span<const pipeline::Segment> segments, double cyclePj);
    SegmentEnergyBound energyOf(const pipeline::Segment& segment, double cyclePj)
    {
        return energiesOf({&segment, 1}, cyclePj).front();
    }
    /// Of the cycles of each segment.
    std::vector<double> cyclesOf(std::span<const pipeline::Segment> segments);
    double cyclesOf(const pipeline::Segment& segment) { return cyclesOf({&segment, 1}).front(); }

    /// A layer of a segment with its bound, which layers that are alike share. The pointers are valid as long as this.
    struct Member {
        std::size_t layer = 0; ///< index in the network of the first layer that is alike
        LayerSetting setting;
        const LayerFloors* floors = nullptr; ///< not null
        LayerBound* bound = nullptr;         ///< not null
        std::size_t region = 0;
        /// The region that the input is forwarded from as it lay over the memory channels, if it is.
        std::optional<std::size_t> forwarder;
        bool reloadsWeights = false; ///< for every batch group (`LayerTask`)
    };
    /// The layers of a segment, in its order.
    std::vector<Member> membersOf(const pipeline::Segment& segment) { return membersOf({&segment, 1}).front(); }
    /// Whether the segment lasts as long as its layers' words pass DRAM.
    [[nodiscard]] bool waitsForDram(const pipeline::Segment& segment) const;

private:
    /// The prices of its layers under one of the two limits of a segment, and their bounds once these are known.
    struct Priced {
        std::vector<BoundPrices> prices; ///< by place; empty if the limit is left out
        std::vector<double> boundsPj;    ///< by place
    };
    /// What is asked of the layers of a segment: at prices of the regions' cycles and tiles, and of DRAM cycles.
    struct Asked {
        Priced regions;
        Priced dram;
    };

    std::vector<std::vector<Member>> membersOf(std::span<const pipeline::Segment> segments);
    [[nodiscard]] Asked askedOf(const std::vector<Member>& members, bool dram, double cyclePj) const;
    [[nodiscard]] SegmentEnergyBound boundOf(const std::vector<Member>& members, const Asked& asked, double cyclePj) const;
    [[nodiscard]] std::vector<BoundPrices> regionPrices(const std::vector<Member>& members, double cyclePj,
                                                        bool dram) const;

    const SearchTask& m_task;
    MemoryDistances m_distances;
    double m_tiles;
    int m_threads;
    std::vector<std::size_t> m_alike; ///< by layer: the first layer that is equal to it, names aside
    /// By the first layer of those that are equal; not null.
    std::map<std::size_t, std::unique_ptr<const LayerFloors>> m_floors;
    std::map<std::pair<std::size_t, LayerSetting>, std::unique_ptr<LayerBound>> m_layers; ///< not null
};

} // namespace tilescape::search
