#pragma once

#include "core/intralayer/hop_estimate.h"
#include "core/intralayer/layer_scout.h"

#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace tilescape::intralayer {

/// How hard a quick layer search looks.
struct QuickEffort {
    std::size_t shares = 48;    ///< classes of shares that are blocked, of those that promise most
    std::size_t partitions = 12; ///< that answers may choose from
    std::size_t blockings = 2;  ///< of each partition
};

/// Word-hops of one fetch.
struct EstimatedHops {
    PerTensor<double> all;
    double inputTree = 0; ///< of the input's, those from one tile to the others
    double once = 0;      ///< of sums that are gathered, beside those of each fetch
};

/// A partition with everything about it that does not depend on groups.
class SitePartition {
public:
    /// `nests`: those of its class, whose choices inside the registers are its own.
    SitePartition(const LayerTask& task, const dataflow::Partition& partition, const std::vector<QuickNest>& nests,
                  const EstimatedHops& hops);

    [[nodiscard]] const dataflow::Partition& partition() const { return m_partition; }
    [[nodiscard]] const std::vector<QuickNest>& nests() const { return m_nests; } ///< the most promising first
    /// Energy of the hops of one fetch of each tensor, as estimated.
    [[nodiscard]] const std::array<double, 3>& fetchPj() const { return m_fetchPj; }
    /// Of the input's those from one tile to the others, wherever it comes from.
    [[nodiscard]] double inputTreePj() const { return m_inputTreePj; }
    /// Its hops as the model counts them: counted once, when they are asked for.
    const FramePartition& counted() const;

private:
    const LayerTask& m_task;
    dataflow::Partition m_partition;
    std::vector<QuickNest> m_nests;
    std::array<double, 3> m_fetchPj{};
    double m_inputTreePj = 0;
    mutable std::once_flag m_once;
    mutable FramePartition m_counted;
};

/// Partitions that promise most, best first.
struct QuickFrame {
    std::vector<const SitePartition*> partitions;
    double cost = 0; ///< that the first is expected to have, its input as far away as usual; infinite if there is none
};

/// A layer in one region of the chip: what its scout found, heeding where the region lies.
class LayerSite {
public:
    LayerSite(LayerTask task, LayerScout& scout, const QuickEffort& effort)
        : m_task(std::move(task)), m_scout(scout), m_effort(effort), m_estimate(m_task)
    {
    }

    [[nodiscard]] const LayerTask& task() const { return m_task; }
    [[nodiscard]] LayerScout& scout() const { return m_scout; }
    [[nodiscard]] const QuickEffort& effort() const { return m_effort; }
    [[nodiscard]] const HopEstimate& estimate() const { return m_estimate; }

    /// Partitions that are good for these groups, wherever the input lies: to search groups with.
    const QuickFrame& frame(const pipeline::TopGroups& top);
    /// The same, and some that are good for an input that lies in one of the usual ways over memory channels at the corners:
    /// to choose from.
    const QuickFrame& choices(const pipeline::TopGroups& top);
    /// The same for other ways in which the input may lie.
    [[nodiscard]] QuickFrame choices(const pipeline::TopGroups& top, const std::vector<LikelyInput>& inputs);
    /// Of the scout's class `shareClass`.
    const SitePartition& at(const dataflow::Partition& partition, std::size_t shareClass, const EstimatedHops& hops);

private:
    const QuickFrame& remembered(const pipeline::TopGroups& top, bool heedInputs);

    LayerTask m_task;
    LayerScout& m_scout;
    QuickEffort m_effort;
    HopEstimate m_estimate;
    std::mutex m_mutex; ///< of what follows
    std::map<dataflow::Partition, std::unique_ptr<SitePartition>> m_partitions;
    std::map<std::pair<bool, pipeline::TopGroups>, QuickFrame> m_frames; ///< heeding usual inputs or not
};

} // namespace tilescape::intralayer
