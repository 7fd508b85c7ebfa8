#include "core/pipeline/layout_cache.h"

#include "core/support/hash_mixer.h"

#include <oneapi/tbb/concurrent_unordered_map.h>
#include <oneapi/tbb/concurrent_vector.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <utility>

namespace tilescape::pipeline {

using dataflow::Partition;
using dataflow::Region;

namespace {

/// About: an entry of a map by cuts or layouts, the hops from one layout.
constexpr std::size_t entryBytes = 384;
constexpr std::size_t hopsBytes = 128;

} // namespace

/// Whatever is in here stays where it is and as it is.
struct LayoutCache::Known {
    /// A map of this shape, cut by the partition over the region.
    struct Cut {
        MapShape shape;
        RegionNumber region = 0;
        Partition partition;
        friend bool operator==(const Cut&, const Cut&) = default;
    };
    /// From these layouts to the groups at this address.
    struct Way {
        const cost::MapGroups* to = nullptr;
        std::vector<LayoutNumber> from;
        friend bool operator==(const Way&, const Way&) = default;
    };
    struct Stored {
        cost::LayoutIndex layout;
        Partition partition;
        Count channels = 0;
    };

    struct Hash {
        std::size_t operator()(const Region& region) const
        {
            support::HashMixer mixer;
            mixer.add(region.extent.height);
            mixer.add(region.tiles.hash());
            return mixer.hash();
        }
        std::size_t operator()(const Cut& cut) const
        {
            support::HashMixer mixer;
            mixer.add(cut.region);
            for (const Count number :
                 {cut.shape.batch, cut.shape.channels, cut.shape.size.height, cut.shape.size.width, cut.shape.groups}) {
                mixer.add(number);
            }
            for (const dataflow::Split split : cut.partition.order) {
                mixer.add(static_cast<int>(split));
                mixer.add(cut.partition.shares[split].height);
                mixer.add(cut.partition.shares[split].width);
            }
            return mixer.hash();
        }
        std::size_t operator()(const std::vector<LayoutNumber>& numbers) const
        {
            support::HashMixer mixer;
            for (const LayoutNumber number : numbers) {
                mixer.add(number);
            }
            return mixer.hash();
        }
        std::size_t operator()(const Way& way) const
        {
            support::HashMixer mixer;
            mixer.add(std::hash<const void*>{}(way.to));
            mixer.add((*this)(way.from));
            return mixer.hash();
        }
    };
    template <typename Key, typename Value>
    using ConcurrentMap = tbb::concurrent_unordered_map<Key, Value, Hash>;

    std::mutex numbering; ///< held while a number is given, which others learn when all that it stands for is there
    ConcurrentMap<Region, RegionNumber> regionNumbers;
    tbb::concurrent_vector<Region> regions;
    ConcurrentMap<Cut, LayoutNumber> layoutNumbers;
    tbb::concurrent_vector<Stored> layouts;
    ConcurrentMap<std::vector<LayoutNumber>, cost::LayoutIndex> joined;
    ConcurrentMap<Way, HopsIn> hops;
    std::atomic<std::size_t> layoutBytes = 0; ///< of all layouts, also joined ones

    /// Of maps one after the other, along the channels.
    const cost::LayoutIndex& join(const std::vector<LayoutNumber>& inputs)
    {
        if (inputs.size() == 1) {
            return layouts[inputs.front()].layout;
        }
        if (const auto found = joined.find(inputs); found != joined.end()) {
            return found->second;
        }
        std::vector<const cost::LayoutIndex*> parts;
        std::vector<Count> channels;
        for (const LayoutNumber input : inputs) {
            parts.push_back(&layouts[input].layout);
            channels.push_back(layouts[input].channels);
        }
        const auto [made, isNew] = joined.emplace(inputs, cost::LayoutIndex(parts, channels));
        layoutBytes += isNew ? entryBytes + made->second.bytes() : 0;
        return made->second;
    }
};

LayoutCache::LayoutCache() : m_known(std::make_unique<Known>()) {}

LayoutCache::~LayoutCache() = default;

RegionNumber LayoutCache::numberOf(const Region& region)
{
    if (const auto found = m_known->regionNumbers.find(region); found != m_known->regionNumbers.end()) {
        return found->second;
    }
    const std::lock_guard lock(m_known->numbering);
    if (const auto found = m_known->regionNumbers.find(region); found != m_known->regionNumbers.end()) {
        return found->second;
    }
    const auto number = static_cast<RegionNumber>(m_known->regions.size());
    m_known->regions.push_back(region);
    return m_known->regionNumbers.emplace(region, number).first->second;
}

const Region& LayoutCache::regionOf(RegionNumber number) const { return m_known->regions[number]; }

const Partition& LayoutCache::partitionOf(LayoutNumber number) const { return m_known->layouts[number].partition; }

LayoutNumber LayoutCache::numberOf(const MapShape& shape, const Partition& partition, RegionNumber region)
{
    const Region& where = regionOf(region);
    const Known::Cut cut{shape, region, dataflow::project(partition, where.extent)};
    if (const auto found = m_known->layoutNumbers.find(cut); found != m_known->layoutNumbers.end()) {
        return found->second;
    }
    Known::Stored stored{dataflow::layOut(cut.partition, where, shape.batch, shape.channels, shape.size, shape.groups), cut.partition,
                         shape.channels};
    const std::lock_guard lock(m_known->numbering);
    if (const auto found = m_known->layoutNumbers.find(cut); found != m_known->layoutNumbers.end()) {
        return found->second;
    }
    const auto number = static_cast<LayoutNumber>(m_known->layouts.size());
    m_known->layoutBytes += entryBytes + stored.layout.bytes();
    m_known->layouts.push_back(std::move(stored));
    return m_known->layoutNumbers.emplace(cut, number).first->second;
}

HopsIn LayoutCache::hopsIn(const Groups& groups, const std::vector<LayoutNumber>& layouts, bool forwarding)
{
    Known::Way way{&groups.inputs, layouts};
    if (const auto found = m_known->hops.find(way); found != m_known->hops.end()) {
        return found->second;
    }
    const std::vector<LayoutNumber> ofInput(layouts.begin(), layouts.end() - (groups.operands ? 1 : 0));
    HopsIn hops;
    hops.input = cost::hopsToAll(groups.inputs, m_known->join(ofInput), forwarding);
    if (groups.operands) {
        hops.operand = cost::hopsToAll(*groups.operands, m_known->layouts[layouts.back()].layout, forwarding);
    }
    return m_known->hops.emplace(std::move(way), hops).first->second;
}

std::size_t LayoutCache::bytes() const { return m_known->layoutBytes + hopsBytes * m_known->hops.size(); }

} // namespace tilescape::pipeline
