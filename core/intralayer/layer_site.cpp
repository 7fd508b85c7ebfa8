#include "core/intralayer/layer_site.h"

#include "core/intralayer/quick_frame.h"

namespace tilescape::intralayer {

SitePartition::SitePartition(const LayerTask& task, const dataflow::Partition& partition,
                             const std::vector<QuickNest>& nests, const EstimatedHops& hops)
    : m_task(task), m_partition(partition)
{
    const BlockingKind kind = kindOf(task, partition);
    for (const QuickNest& ofClass : nests) {
        QuickNest own = ofClass;
        own.task.context = kind.context;
        own.task.sharing = kind.sharing;
        own.traffic = trafficOf(own.task.nest, coveredBy(own.task), kind.context, task.machine, kind.sharing);
        own.traffic.fixedPj += task.machine.hopPj * hops.once;
        own.rotation = rotationPrices(own.task.nest, kind.context, task.machine, kind.sharing);
        m_nests.push_back(std::move(own));
    }
    for (const Tensor tensor : allTensors) {
        m_fetchPj[static_cast<std::size_t>(tensor)] = task.machine.hopPj * hops.all[tensor];
    }
    m_inputTreePj = task.machine.hopPj * hops.inputTree;
}

const FramePartition& SitePartition::counted() const
{
    std::call_once(m_once, [this] {
        m_counted.partition = m_partition;
        countHops(m_task, m_counted);
    });
    return m_counted;
}

const QuickFrame& LayerSite::frame(const pipeline::TopGroups& top) { return remembered(top, false); }

const QuickFrame& LayerSite::choices(const pipeline::TopGroups& top) { return remembered(top, true); }

QuickFrame LayerSite::choices(const pipeline::TopGroups& top, const std::vector<LikelyInput>& inputs)
{
    return quickFrameOf(*this, top, inputs);
}

const QuickFrame& LayerSite::remembered(const pipeline::TopGroups& top, bool heedInputs)
{
    {
        const std::lock_guard lock(m_mutex);
        const auto known = m_frames.find({heedInputs, top});
        if (known != m_frames.end()) {
            return known->second;
        }
    }
    QuickFrame made = choices(top, heedInputs ? m_estimate.usualInputs() : std::vector<LikelyInput>{});
    const std::lock_guard lock(m_mutex);
    return m_frames.emplace(std::pair{heedInputs, top}, std::move(made)).first->second;
}

const SitePartition& LayerSite::at(const dataflow::Partition& partition, std::size_t shareClass,
                                   const EstimatedHops& hops)
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
