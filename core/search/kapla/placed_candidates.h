#pragma once

#include "core/search/kapla/hop_estimate.h"
#include "core/search/kapla/layer_candidates.h"
#include "core/search/space/layer_partitions.h"

#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace tilescape::search {

/// How hard the search of one layer looks.
struct SearchEffort {
    std::size_t shares = 48;     ///< classes of shares that are blocked, of those with the lowest bounds
    std::size_t partitions = 12; ///< that answers may choose from
    std::size_t blockings = 2;   ///< of each partition
};

/// Word-hops of one fetch.
struct EstimatedHops {
    PerTensor<double> all;
    double inputTree = 0; ///< of the input's, those from one tile to the others
    double once = 0;      ///< of sums that are gathered, beside those of each fetch
};

/// A partition with everything about it that does not depend on groups.
class PlacedCandidate {
public:
    /// `nests`: those of its class, whose choices inside the registers are its own.
    PlacedCandidate(const LayerTask& task, const dataflow::Partition& partition, const std::vector<PreparedNest>& nests,
                    const EstimatedHops& hops);

    [[nodiscard]] const dataflow::Partition& partition() const { return m_partition; }
    [[nodiscard]] const std::vector<PreparedNest>& nests() const { return m_nests; } ///< the lowest bound first
    /// Energy of the hops of one fetch of each tensor, as estimated.
    [[nodiscard]] const std::array<double, 3>& fetchPj() const { return m_fetchPj; }
    /// Of the input's those from one tile to the others, wherever it comes from.
    [[nodiscard]] double inputTreePj() const { return m_inputTreePj; }
    /// Its hops as the model counts them: counted once, when they are asked for.
    const CountedPartition& counted() const;

private:
    const LayerTask& m_task;
    dataflow::Partition m_partition;
    std::vector<PreparedNest> m_nests;
    std::array<double, 3> m_fetchPj{};
    double m_inputTreePj = 0;
    mutable std::once_flag m_once;
    mutable CountedPartition m_counted;
};

/// The partitions with the lowest estimates, best first.
struct RankedCandidates {
    std::vector<const PlacedCandidate*> partitions;
    double cost = 0; ///< that the first is expected to have, its input as far away as usual; infinite if there is none
};

/// A layer in one region of the chip: its candidates, with the hops that follow from where the region lies.
class PlacedCandidates {
public:
    PlacedCandidates(LayerTask task, LayerCandidates& candidates, const SearchEffort& effort)
        : m_task(std::move(task)), m_candidates(candidates), m_effort(effort), m_estimate(m_task)
    {}

    [[nodiscard]] const LayerTask& task() const { return m_task; }
    [[nodiscard]] LayerCandidates& candidates() const { return m_candidates; }
    [[nodiscard]] const SearchEffort& effort() const { return m_effort; }
    [[nodiscard]] const HopEstimate& estimate() const { return m_estimate; }

    /// Partitions that are good for these groups, wherever the input lies: to search groups with.
    const RankedCandidates& ranked(const pipeline::TopGroups& top);
    /// The same, and some that are good for an input that lies in one of the usual ways over memory channels at the corners:
    /// to choose from.
    const RankedCandidates& choices(const pipeline::TopGroups& top);
    /// The same for other ways in which the input may lie.
    [[nodiscard]] RankedCandidates choices(const pipeline::TopGroups& top, const std::vector<LikelyInput>& inputs);
    /// Of the candidates' class `shareClass`.
    const PlacedCandidate& at(const dataflow::Partition& partition, std::size_t shareClass, const EstimatedHops& hops);

private:
    const RankedCandidates& remembered(const pipeline::TopGroups& top, bool heedInputs);

    LayerTask m_task;
    LayerCandidates& m_candidates;
    SearchEffort m_effort;
    HopEstimate m_estimate;
    std::mutex m_mutex; ///< of what follows
    std::map<dataflow::Partition, std::unique_ptr<PlacedCandidate>> m_partitions;
    std::map<std::pair<bool, pipeline::TopGroups>, RankedCandidates> m_ranked; ///< heeding usual inputs or not
};

} // namespace tilescape::search
