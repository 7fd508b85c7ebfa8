#pragma once

#include "core/search/bounds/segment_bounds.h"
#include "core/search/proof/region_bounds.h"
#include "core/search/space/chain_answer.h"
#include "core/search/space/working_tiles.h"

#include <functional>
#include <map>
#include <stop_token>
#include <vector>

namespace tilescape::search {

/// How far a proof has come.
struct ProofStep {
    double bound = 0;         ///< of what `RegionProof` was asked for
    std::size_t open = 0;     ///< segments of the best chain that are not settled
    std::size_t settled = 0;  ///< segments whose bounds are as high as they get
    std::size_t segments = 0; ///< all legal segments
    std::size_t raises = 0;   ///< of the bounds of regions so far, by a stage each
};

/// Raises the bound of `chainBound` by where layers lie: a segment works in one of the regions that solvers choose from
/// (`WorkingTiles::allChoicesFor`), so that its words have at least the hops that its partitions cost there. Only
/// segments that are on the best chain are looked at in detail, as long as there are any (best first).
class RegionProof {
public:
    /// `task` and `bounds` must outlive this. Regions are looked at on so many threads; 0: on as many as there are
    /// cores. Their number changes nothing. Once `stop` is requested, a step under way ends early.
    RegionProof(const SearchTask& task, SegmentBounds& bounds, int threads = 1, std::stop_token stop = {});

    /// No segment is looked at more closely than this, a stage after `None`: the proof ends sooner, with a lower bound. At first `Groups`.
    void setLastStage(ProofStage last) { m_lastStage = last; }

    /// Called after every step; the proof goes on while it returns true.
    using OnStep = std::function<bool(const ProofStep&)>;

    /// A lower bound of energy with `cyclePj` charged for each cycle, in pJ. Infinite: no chain of segments has
    /// regions.
    double energyAt(double cyclePj, const OnStep& onStep);
    /// A lower bound of cycles.
    double cycles(const OnStep& onStep);

    /// Segments in regions that the schedules with the lowest bounds may have, by the bound that was asked for last,
    /// the lowest first: at most `most`, and `mostOfSegment` of a segment. Empty before.
    [[nodiscard]] std::vector<SegmentOnTiles> likely(std::size_t most, std::size_t mostOfSegment) const;

    /// The bounds of one segment in these regions: of energy with `cyclePj` charged for each cycle, in pJ, and of
    /// cycles.
    double energyIn(const pipeline::Segment& segment, const std::vector<dataflow::Region>& regions, double cyclePj);
    double cyclesIn(const pipeline::Segment& segment, const std::vector<dataflow::Region>& regions);

private:
    /// What is known of a segment, and of all that are like it.
    struct State {
        double bound = 0;
        ProofStage settled = ProofStage::None; ///< how closely its regions are looked at
        std::vector<RegionBound> choices;      ///< a heap, the least bound first; empty before they are asked for
    };
    /// Chains of segments, by the sums of their bounds.
    struct Chains {
        std::vector<double> upTo;      ///< by number of layers that are done: the least of all chains up to there
        std::vector<double> from;      ///< the same of all chains from there to the end
        std::vector<std::size_t> best; ///< the segments of the best one, from the end
        std::vector<double> others; ///< by place of the first layer of one of these: the least of all chains without it
        [[nodiscard]] double least() const { return upTo.back(); }
        [[nodiscard]] double without(const pipeline::Segment& ofBest) const { return others[ofBest.first]; }
    };
    [[nodiscard]] std::vector<std::size_t> findAlike();
    [[nodiscard]] Chains chains() const;
    double run(const ProofCharge& charge, const std::function<double(const pipeline::Segment&)>& boundOf,
               const OnStep& onStep);
    [[nodiscard]] ProofCharge energyCharge(double cyclePj) const;
    void settle(std::size_t number, State& state, const ProofCharge& charge, ProofStage stage, double limit);
    double wholeBound(const pipeline::Segment& segment, const std::vector<dataflow::Region>& regions,
                      const ProofCharge& charge);
    const std::vector<std::vector<dataflow::Region>>& regionsOf(std::size_t number);

    const SearchTask& m_task;
    SegmentBounds& m_bounds;
    RegionBounds m_regionBounds;
    int m_threads;
    std::stop_token m_stop;
    ProofStage m_lastStage = ProofStage::Groups;
    std::size_t m_raises = 0; ///< `ProofStep::raises`
    Objective m_objective;
    WorkingTiles m_tiles;
    std::vector<pipeline::Segment> m_segments; ///< by the place of their first layer
    std::vector<State> m_states; ///< of the bound asked for last, by number of the segment; of `m_alike` only
    std::vector<std::size_t> m_alike; ///< by number of the segment: the first one that costs the same in equal regions
    std::map<std::size_t, std::vector<std::vector<dataflow::Region>>> m_regions; ///< by number of the segment
};

} // namespace tilescape::search
