#pragma once

#include "core/pipeline/region_room.h"
#include "core/search/kapla/blocking_limits.h"
#include "core/search/kapla/hop_estimate.h"
#include "core/search/kapla/layer_candidates.h"
#include "core/search/space/counted_partitions.h"

#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace tilescape::search {

/// Limits of the search of one layer.
struct SearchEffort {
    std::size_t shares = 96;     ///< classes of shares that are looked at, in the order of their ranking
    std::size_t partitions = 12; ///< partitions that are ranked for an input at the mean distance, to choose from
    std::size_t partitionsForGroups = 8; ///< of these, partitions that are looked at while groups are searched
    std::size_t blockings = 2;   ///< blockings kept of each partition
    std::size_t makers = 6; ///< partitions of the layer that makes the input, for each of which some that suit it are kept
    std::size_t plans = 2;       ///< groups that a segment's layers are answered for
    double chainMargin = 0.005; ///< chains of segments this much worse than the best may still win once layouts are known
    /// In all ways that are known, where layers have little of it on the same tiles: of a small problem, that soon ends.
    bool looksForRoom = false;
};

/// All limits times `effort`.
inline SearchEffort operator*(SearchEffort limits, std::size_t effort)
{
    for (std::size_t SearchEffort::*limit :
         {&SearchEffort::shares, &SearchEffort::partitions, &SearchEffort::partitionsForGroups, &SearchEffort::blockings,
          &SearchEffort::makers, &SearchEffort::plans}) {
        limits.*limit *= effort;
    }
    limits.chainMargin *= static_cast<double>(effort);
    return limits;
}

/// Estimated word-hops of one fetch of each tensor.
struct EstimatedHops {
    PerTensor<double> all;
    double inputTree = 0; ///< part of the input's that spreads it from one tile of a group to the others
    double once = 0;      ///< word-hops of gathered partial sums, paid once in addition to those of every fetch
};

/// The cheapest blocking found for a layer under some groups, as far as a search over groups needs it.
struct BestBlocking {
    double cost = std::numeric_limits<double>::infinity(); ///< infinite: no blocking has these groups
    double energyPj = 0;                                   ///< with static energy of the layer's own cycles
    double cycles = 0;
    double dramCycles = 0;
    dataflow::Blocking blocking;
    pipeline::RegionShare share; ///< what it keeps in the buffers; its pointer to the blocking is not set
};

/// The word-hops of a layer in one region, counted and estimated: no capacity, rate or price is part of them.
struct PlacedHops {
    CountedPartitions& counted;
    CountedPartitions::LayerNumber number = 0; ///< of the layer
    const HopEstimate& estimate;
};

/// A partition of a layer in one region of the chip, with all about it that does not depend on groups.
class PlacedCandidate {
public:
    /// `shareClass` is the partition's class in the ranking of `candidates`. `task`, `candidates` and `placed` must
    /// outlive this.
    PlacedCandidate(const LayerTask& task, const dataflow::Partition& partition, LayerCandidates& candidates,
                    std::size_t shareClass, const EstimatedHops& hops, const PlacedHops& placed);

    /// The partition.
    [[nodiscard]] const dataflow::Partition& partition() const { return m_partition; }
    /// A nest of its class (`LayerCandidates::nestOf`), with the sharing groups as they lie in the region; null if there
    /// are fewer. Computed once, when it is first asked for; the register tilings are those of the class.
    [[nodiscard]] const PreparedNest* nest(std::size_t rank) const { return placed(m_candidates.nestOf(m_shareClass, rank)); }
    /// The same of `LayerCandidates::otherNestOf`.
    [[nodiscard]] const PreparedNest* otherNest(const BlockingLimits& limits) const
    {
        return placed(m_candidates.otherNestOf(m_shareClass, limits));
    }
    /// The cheapest blocking of one of these nests within the limits; null if none costs less than `cost`. Cached: searches over the
    /// groups of many segments ask for the same ones.
    const BestBlocking* cheapestBelow(double cost, const PreparedNest& nest, const BlockingLimits& limits) const;
    /// Estimated energy, in pJ, of the hops of one fetch of each tensor.
    [[nodiscard]] const std::array<double, 3>& fetchPj() const { return m_fetchPj; }
    /// The energy of the hops that are paid once, whatever the blocking.
    [[nodiscard]] double oncePj() const { return m_oncePj; }
    /// The part of the input's energy that spreads it from one tile of a group to the others, wherever it comes from.
    [[nodiscard]] double inputTreePj() const { return m_inputTreePj; }
    /// Its hops as the cost model counts them: counted now if none has asked for them before.
    const CountedPartition& counted() const;

private:
    [[nodiscard]] const PreparedNest* placed(const PreparedNest* ofClass) const;

    const LayerTask& m_task;
    dataflow::Partition m_partition;
    LayerCandidates& m_candidates;
    std::size_t m_shareClass = 0;
    double m_oncePj = 0;
    /// What is known of the blockings of a nest under some groups.
    struct Known {
        double searchedBelow = 0;           ///< no blocking costs less, unless `best` is there
        std::unique_ptr<BestBlocking> best; ///< null if none was found
    };
    mutable std::mutex m_mutex; ///< of what follows
    mutable std::shared_ptr<const BlockingSetting> m_setting; ///< that of the class if it is the same; null until a nest is asked for
    /// By that of the class, if their settings differ.
    mutable std::map<const PreparedNest*, std::unique_ptr<const PreparedNest>> m_nests;
    mutable std::map<std::pair<const PreparedNest*, BlockingLimits>, Known> m_known;
    std::array<double, 3> m_fetchPj{};
    double m_inputTreePj = 0;
    const PlacedHops& m_placed;
    mutable std::once_flag m_once;
    mutable const CountedPartition* m_counted = nullptr; ///< null until asked for
};

/// The partitions with the lowest estimated costs, best first.
struct RankedCandidates {
    std::vector<const PlacedCandidate*> partitions;
    /// Estimated cost of the first, its input at the mean distance, in the units of `scalarOf`; infinite if there is
    /// none.
    double cost = 0;
};

/// A layer in one region of the chip: its candidates, with the hops that follow from where the region lies. Threads may
/// ask at once.
class PlacedCandidates {
public:
    /// `candidates` and `hops` must outlive this.
    PlacedCandidates(LayerTask task, LayerCandidates& candidates, const PlacedHops& hops, const SearchEffort& effort)
        : m_task(std::move(task)), m_candidates(candidates), m_hops(hops), m_effort(effort)
    {}

    /// What was asked of the layer.
    [[nodiscard]] const LayerTask& task() const { return m_task; }
    /// The candidates that do not depend on where the region lies.
    [[nodiscard]] LayerCandidates& candidates() const { return m_candidates; }
    /// The limits of the search.
    [[nodiscard]] const SearchEffort& effort() const { return m_effort; }
    /// The estimates of hops in this region.
    [[nodiscard]] const HopEstimate& estimate() const { return m_hops.estimate; }

    /// Partitions ranked within these limits with the input at the mean distance, for a search over groups. Cached.
    const RankedCandidates& ranked(const BlockingLimits& limits);
    /// The same for these groups, with some that are good for usual layouts of an input over the memory channels, for the
    /// final choice. Cached.
    const RankedCandidates& choices(const pipeline::TopGroups& top);
    /// The same for other layouts of the input. Not cached.
    [[nodiscard]] RankedCandidates choices(const pipeline::TopGroups& top, const std::vector<LikelyInput>& inputs);
    /// `ranked({}).cost`: that of the best candidate, found without the others. Cached.
    double least();
    /// The candidate of a partition in the class `shareClass` of the ranking, created with these hops when first asked
    /// for.
    const PlacedCandidate& at(const dataflow::Partition& partition, std::size_t shareClass, const EstimatedHops& hops);

private:
    const RankedCandidates& remembered(const BlockingLimits& limits, bool forUsualInputs);

    LayerTask m_task;
    LayerCandidates& m_candidates;
    PlacedHops m_hops;
    SearchEffort m_effort;
    std::mutex m_mutex; ///< of what follows
    std::optional<double> m_least;
    std::map<dataflow::Partition, std::unique_ptr<PlacedCandidate>> m_partitions;
    /// With the usual layouts of the input or without.
    std::map<std::pair<bool, BlockingLimits>, RankedCandidates> m_ranked;
};

} // namespace tilescape::search
