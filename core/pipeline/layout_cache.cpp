#include "core/pipeline/layout_cache.h"

namespace tilescape::pipeline {

using dataflow::Layout;
using dataflow::Partition;

RegionNumber LayoutCache::numberOf(const dataflow::Region& region)
{
    const std::lock_guard lock(m_mutex);
    const auto [known, isNew] = m_regionNumbers.try_emplace(region, static_cast<RegionNumber>(m_regions.size()));
    if (isNew) {
        m_regions.push_back(&known->first);
    }
    return known->second;
}

const dataflow::Region& LayoutCache::regionOf(RegionNumber number) const
{
    const std::lock_guard lock(m_mutex);
    return *m_regions[number];
}

const LayoutCache::Stored& LayoutCache::at(LayoutNumber number) const
{
    const std::lock_guard lock(m_mutex);
    return m_layouts[number];
}

const Partition& LayoutCache::partitionOf(LayoutNumber number) const { return at(number).partition; }

LayoutNumber LayoutCache::numberOf(const MapShape& shape, const Partition& partition, RegionNumber region)
{
    const dataflow::Region& where = regionOf(region);
    const Partition projected = dataflow::project(partition, where.extent);
    const std::tuple key{shape, region, projected};
    {
        const std::lock_guard lock(m_mutex);
        if (const auto known = m_numbers.find(key); known != m_numbers.end()) {
            return known->second;
        }
    }
    Layout layout = dataflow::layOut(projected, where, shape.batch, shape.channels, shape.size, shape.groups);
    const std::lock_guard lock(m_mutex);
    const auto [known, isNew] = m_numbers.try_emplace(key, static_cast<LayoutNumber>(m_layouts.size()));
    if (isNew) {
        m_layouts.push_back({std::move(layout), projected, shape.channels});
    }
    return known->second;
}

std::size_t LayoutCache::Hash::operator()(const HopsKey& key) const
{
    std::size_t hash = std::hash<const void*>{}(key.first);
    for (const LayoutNumber number : key.second) {
        hash = (hash ^ number) * 0x9E3779B97F4A7C15U;
    }
    return hash ^ (hash >> 32U);
}

HopsIn LayoutCache::hopsIn(const Groups& groups, const std::vector<LayoutNumber>& layouts, bool forwarding)
{
    const HopsKey key{&groups.inputs, layouts};
    {
        const std::lock_guard lock(m_mutex);
        if (const auto known = m_hops.find(key); known != m_hops.end()) {
            return known->second;
        }
    }
    const std::vector<LayoutNumber> ofInput(layouts.begin(), layouts.end() - (groups.operands ? 1 : 0));
    HopsIn hops;
    hops.input = cost::hopsToAll(groups.inputs, joined(ofInput), forwarding);
    if (groups.operands) {
        hops.operand = cost::hopsToAll(*groups.operands, at(layouts.back()).layout, forwarding);
    }
    const std::lock_guard lock(m_mutex);
    return m_hops.try_emplace(key, hops).first->second;
}

std::size_t LayoutCache::size() const
{
    const std::lock_guard lock(m_mutex);
    return m_hops.size();
}

const cost::LayoutIndex& LayoutCache::joined(const std::vector<LayoutNumber>& inputs)
{
    {
        const std::lock_guard lock(m_mutex);
        if (const auto known = m_joined.find(inputs); known != m_joined.end()) {
            return known->second;
        }
    }
    std::vector<const Layout*> layouts;
    std::vector<Count> channels;
    for (const LayoutNumber input : inputs) {
        layouts.push_back(&at(input).layout);
        channels.push_back(at(input).channels);
    }
    cost::LayoutIndex index = dataflow::concatenate(layouts, channels);
    const std::lock_guard lock(m_mutex);
    return m_joined.try_emplace(inputs, std::move(index)).first->second;
}

} // namespace tilescape::pipeline
