#pragma once

#include "core/search/proof/placed_layer_bound.h"
#include "core/search/bounds/segment_bounds.h"
#include "core/search/space/working_tiles.h"

#include <functional>
#include <map>
#include <tuple>
#include <vector>

namespace tilescape::search {

/// How far a proof has come.
struct ProofStep {
    double bound = 0;         ///< of what `RegionProof` was asked for
    std::size_t open = 0;     ///< segments of the best chain that are not settled
    std::size_t settled = 0;  ///< segments whose bounds are as high as they get
    std::size_t segments = 0; ///< all legal segments
};

/// Raises the bound of `chainBound` by where layers lie: a segment works in one of the regions that solvers choose from
/// (`WorkingTiles::allChoicesFor`), so that its words have at least the hops that its partitions cost there. Only segments
/// that are on the best chain are looked at in detail, as long as there are any (best first).
class RegionProof {
public:
    /// Both arguments must outlive this.
    RegionProof(const SearchTask& task, SegmentBounds& bounds);

    /// Called after every step; the proof goes on while it returns true.
    using OnStep = std::function<bool(const ProofStep&)>;

    /// A lower bound of energy with `cyclePj` charged for each cycle, in pJ. Infinite: no chain of segments has regions.
    double energyAt(double cyclePj, const OnStep& onStep);
    /// A lower bound of cycles.
    double cycles(const OnStep& onStep);

    /// The bounds of one segment in these regions: of energy with `cyclePj` charged for each cycle, in pJ, and of cycles.
    double energyIn(const pipeline::Segment& segment, const std::vector<dataflow::Region>& regions, double cyclePj);
    double cyclesIn(const pipeline::Segment& segment, const std::vector<dataflow::Region>& regions);

private:
    /// What is minimized: energy, with each cycle charged, or cycles alone.
    struct Charge {
        double energyWeight = 1;
        double cyclePj = 0; ///< static energy included
    };
    /// How the cycles of a segment are divided among what it waits for; the sum is at most 1.
    struct Waits {
        std::vector<double> regions;
        double dram = 0;
        bool either = false; ///< a layer takes as long as its own DRAM words, where these take longer than it computes
    };
    /// What a bound takes into account: how many tiles the regions have; where they lie; which groups and layouts the
    /// layers share.
    enum class Stage { Tiles, Places, Groups };
    struct RegionChoice {
        const std::vector<dataflow::Region>* regions = nullptr;
        double bound = 0;
        Waits waits;
        Stage stage = Stage::Tiles;
    };
    struct Segment {
        pipeline::Segment segment;
        double bound = 0;
        Stage settled = Stage::Tiles;      ///< how closely its regions are looked at
        std::vector<RegionChoice> choices; ///< a heap, the least bound first; empty before they are asked for
    };
    double run(const Charge& charge, const std::function<double(const pipeline::Segment&)>& boundOf, const OnStep& onStep);
    [[nodiscard]] Charge energyCharge(double cyclePj) const;
    void settle(std::size_t number, Segment& segment, const Charge& charge, Stage stage);
    double wholeBound(const pipeline::Segment& segment, const std::vector<dataflow::Region>& regions, const Charge& charge);
    RegionChoice boundIn(const std::vector<dataflow::Region>& regions,
                         const std::vector<SegmentBounds::Member>& members, bool dram, const Charge& charge);
    double placedBound(const RegionChoice& choice, const std::vector<SegmentBounds::Member>& members, const Charge& charge);
    double groupsBound(const pipeline::Segment& segment, const RegionChoice& choice,
                       const std::vector<SegmentBounds::Member>& members, const Charge& charge);
    static BoundPrices pricesFor(const RegionChoice& choice, const SegmentBounds::Member& member, const Charge& charge);
    PlacedLayerBound& placed(const SegmentBounds::Member& member, const std::vector<dataflow::Region>& regions);
    const std::vector<std::vector<dataflow::Region>>& regionsOf(std::size_t number);

    const SearchTask& m_task;
    SegmentBounds& m_bounds;
    Objective m_objective;
    WorkingTiles m_tiles;
    std::vector<pipeline::Segment> m_segments; ///< by the place of their first layer
    std::map<std::size_t, std::vector<std::vector<dataflow::Region>>> m_regions; ///< by number of the segment
    /// A layer, its setting, whether its input is forwarded, its region, and those that the input comes from.
    using PlacedKey = std::tuple<std::size_t, LayerSetting, bool, dataflow::Region, std::vector<dataflow::Region>>;
    std::map<PlacedKey, PlacedLayerBound> m_placed;
};

} // namespace tilescape::search
