#pragma once

#include "core/cost/hops.h"
#include "core/interlayer/pricing.h"
#include "core/intralayer/layer_search.h"

#include <cstdint>
#include <deque>
#include <map>
#include <tuple>
#include <vector>

namespace tilescape::interlayer {

using LayoutNumber = std::uint32_t;

/// Word-hops to bring what depends on where it lies, once.
struct HopsIn {
    Count input = 0;
    Count operand = 0;
};

/// Layouts of feature maps by number, as a search meets them, and the hops from them; each is counted once.
class LayoutBook {
public:
    explicit LayoutBook(const PricingTask& task) : m_task(task) {}

    LayoutNumber numberOf(MapNumber map, const dataflow::Partition& partition, const dataflow::Region& region);
    [[nodiscard]] const dataflow::Partition& partitionOf(LayoutNumber number) const { return m_partitions[number]; }

    /// Hops to a partition of `layer`; `layouts` are those of its sources, in their order.
    HopsIn hopsIn(std::size_t layer, const intralayer::FramePartition& partition, const std::vector<LayoutNumber>& layouts);

private:
    const dataflow::Layout& joined(std::size_t layer, const std::vector<LayoutNumber>& inputs);

    const PricingTask& m_task;
    std::map<std::tuple<MapNumber, dataflow::Partition, std::vector<Tile>>, LayoutNumber> m_numbers;
    std::deque<dataflow::Layout> m_layouts;
    std::deque<dataflow::Partition> m_partitions;
    std::map<std::vector<LayoutNumber>, dataflow::Layout> m_joined;
    std::map<std::pair<const intralayer::FramePartition*, std::vector<LayoutNumber>>, HopsIn> m_hops;
};

} // namespace tilescape::interlayer
