#pragma once

#include "core/pipeline/layout_cache.h"
#include "core/search/space/layer_partitions.h"

#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <tuple>

namespace tilescape::search {

/// The word-hops of partitions and of layouts, each counted once and kept. No capacity, rate or price is part of them, so
/// that searches in which only these differ count nothing again. It is safe to use from several threads.
class CountedPartitions {
public:
    /// Layers whose partitions have the same hops: equal numbers for equal layers in equal regions.
    using LayerNumber = std::size_t;
    /// The number of the task's layer.
    LayerNumber numberOf(const LayerTask& task);
    /// A partition of the layer of this number, with its hops; it stays where it is as long as this lives.
    const CountedPartition& at(LayerNumber number, const LayerTask& task, const dataflow::Partition& partition);
    /// The layouts, and the hops from them to the sharing groups of these partitions.
    [[nodiscard]] pipeline::LayoutCache& layouts() { return m_layouts; }

    /// About how many bytes all of this takes.
    [[nodiscard]] std::size_t bytes() const;

private:
    pipeline::LayoutCache m_layouts;
    mutable std::mutex m_mutex; ///< of what follows
    std::map<std::tuple<std::string, pipeline::RegionNumber, pipeline::RegionNumber>, LayerNumber> m_numbers;
    std::map<std::pair<LayerNumber, dataflow::Partition>, CountedPartition> m_partitions;
    std::size_t m_bytes = 0;
};

} // namespace tilescape::search
