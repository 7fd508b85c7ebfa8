#pragma once

#include "core/search/bounds/segment_bounds.h"
#include "core/search/proof/fill_and_drain.h"
#include "core/search/proof/placed_layer_bound.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <tuple>
#include <vector>

namespace tilescape::search {

/// What a proof minimizes: energy, with each cycle charged, or cycles alone.
struct ProofCharge {
    double energyWeight = 1;
    double cyclePj = 0; ///< static energy included
};

/// What a bound takes into account: nothing of the regions; how many tiles they have; how far these are from what they
/// fetch; which partitions they have; which groups and layouts the layers share.
enum class ProofStage { None, Tiles, Distances, Places, Groups };
/// The one after a stage that is not the last.
inline ProofStage next(ProofStage stage) { return static_cast<ProofStage>(static_cast<int>(stage) + 1); }

/// How the cycles of a segment are divided among what it waits for; the sum is at most 1.
struct Waits {
    std::vector<double> regions;
    double dram = 0;
    bool either = false; ///< a layer takes as long as its own DRAM words, where these take longer than it computes
};

/// The bound of a segment in some regions, and how closely these are looked at.
struct RegionBound {
    const std::vector<dataflow::Region>* regions = nullptr;
    double bound = 0;
    Waits waits;
    ProofStage stage = ProofStage::None;
    bool fromEnd = false; ///< whether its layers are asked from the last one on
};

/// A segment with its layers.
struct BoundedSegment {
    const pipeline::Segment* segment = nullptr;
    std::vector<SegmentBounds::Member> members;
};

/// Lower bounds of segments in their regions, raised stage by stage. Several threads may ask at once.
class RegionBounds {
public:
    /// Both must outlive this.
    RegionBounds(const SearchTask& task, SegmentBounds& bounds) : m_task(task), m_bounds(bounds) {}

    /// To the next stage; that of groups may end before, if the bound is no longer below `limit`. Infinite: a map that
    /// must be buffered whole has no room.
    void raise(RegionBound& own, const BoundedSegment& of, const ProofCharge& charge, double limit);

private:
    template <typename LeastOf>
    void raiseBy(RegionBound& own, const BoundedSegment& of, const ProofCharge& charge, const LeastOf& leastOf) const;
    [[nodiscard]] std::vector<Waits> waysToWait(const std::vector<dataflow::Region>& regions,
                                                const BoundedSegment& of) const;
    [[nodiscard]] std::optional<FillAndDrain> waitingIn(const std::vector<pipeline::Placement>& placements) const;
    double groupsBound(const RegionBound& own, const BoundedSegment& of, const ProofCharge& charge, double limit);
    PlacedLayerBound& placed(const SegmentBounds::Member& member, const std::vector<dataflow::Region>& regions);

    const SearchTask& m_task;
    SegmentBounds& m_bounds;
    /// A layer, its setting, whether its input is forwarded and its weights are reloaded, its region, and those that
    /// the input comes from.
    using PlacedKey =
        std::tuple<std::size_t, LayerSetting, bool, bool, dataflow::Region, std::vector<dataflow::Region>>;
    std::map<PlacedKey, std::unique_ptr<PlacedLayerBound>> m_placed; ///< not null
    std::mutex m_mutex;                                              ///< of `m_placed`
};

} // namespace tilescape::search
