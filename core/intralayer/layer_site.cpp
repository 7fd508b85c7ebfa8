#include "core/intralayer/layer_site.h"

#include "core/intralayer/quick_frame.h"

namespace tilescape::intralayer {

SitePartition::SitePartition(const LayerTask& task, const dataflow::Partition& partition,
                             const std::vector<QuickNest>& nests, const PerTensor<double>& hops)
    : m_task(task), m_partition(partition)
{
    const BlockingKind kind = kindOf(task, partition);
    for (const QuickNest& ofClass : nests) {
        QuickNest own = ofClass;
        own.task.context = kind.context;
        own.task.sharing = kind.sharing;
        own.traffic = trafficOf(own.task.nest, kind.context, task.machine, kind.sharing);
        own.rotation = rotationPrices(own.task.nest, kind.context, task.machine, kind.sharing);
        m_nests.push_back(std::move(own));
    }
    for (const Tensor tensor : allTensors) {
        m_fetchPj[static_cast<std::size_t>(tensor)] = task.machine.hopPj * hops[tensor];
    }
}

const FramePartition& SitePartition::counted() const
{
    std::call_once(m_once, [this] {
        m_counted.partition = m_partition;
        countHops(m_task, m_counted);
    });
    return m_counted;
}

std::shared_ptr<const QuickFrame> LayerSite::frame(const std::vector<TopGroups>& tops)
{
    {
        const std::lock_guard lock(m_mutex);
        const auto known = m_frames.find(tops);
        if (known != m_frames.end()) {
            return known->second;
        }
    }
    auto made = frame(tops, m_estimate.usualInputs());
    const std::lock_guard lock(m_mutex);
    return m_frames.emplace(tops, std::move(made)).first->second;
}

std::shared_ptr<const QuickFrame> LayerSite::frame(const std::vector<TopGroups>& tops,
                                                   const std::vector<LikelyInput>& inputs)
{
    return std::make_shared<const QuickFrame>(quickFrameOf(*this, tops, inputs));
}

const SitePartition& LayerSite::at(const dataflow::Partition& partition, std::size_t shareClass,
                                   const PerTensor<double>& hops)
{
    {
        const std::lock_guard lock(m_mutex);
        const auto known = m_partitions.find(partition);
        if (known != m_partitions.end()) {
            return *known->second;
        }
    }
    auto made = std::make_unique<SitePartition>(m_task, partition, m_scout.nestsOf(shareClass), hops);
    const std::lock_guard lock(m_mutex);
    return *m_partitions.emplace(partition, std::move(made)).first->second;
}

} // namespace tilescape::intralayer
