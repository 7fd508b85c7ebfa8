#include "core/search/space/counted_partitions.h"

namespace tilescape::search {

namespace {

/// About: a sharing group and a tile of it, an entry of a map.
constexpr std::size_t groupBytes = 32;
constexpr std::size_t entryBytes = 512;

} // namespace

CountedPartitions::LayerNumber CountedPartitions::numberOf(const LayerTask& task)
{
    std::tuple key{hopsKeyOf(task), m_layouts.numberOf(task.region), m_layouts.numberOf(task.memory)};
    const std::lock_guard lock(m_mutex);
    return m_numbers.try_emplace(std::move(key), m_numbers.size()).first->second;
}

const CountedPartition& CountedPartitions::at(LayerNumber number, const LayerTask& task,
                                              const dataflow::Partition& partition)
{
    const std::pair key{number, partition};
    {
        const std::lock_guard lock(m_mutex);
        if (const auto known = m_partitions.find(key); known != m_partitions.end()) {
            return known->second;
        }
    }
    CountedPartition counted;
    counted.partition = partition;
    countHops(task, counted);
    const std::lock_guard lock(m_mutex);
    const auto [known, isNew] = m_partitions.try_emplace(key, std::move(counted));
    if (isNew) {
        m_bytes += entryBytes + groupBytes * (known->second.inputs.size() + known->second.operands.size());
    }
    return known->second;
}

std::size_t CountedPartitions::bytes() const
{
    const std::lock_guard lock(m_mutex);
    return m_bytes + m_layouts.bytes();
}

} // namespace tilescape::search
