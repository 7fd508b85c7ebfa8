#pragma once

#include "core/cost/hops.h"
#include "core/pipeline/chain_cost.h"

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace tilescape::pipeline {

using RegionNumber = std::uint32_t;
using LayoutNumber = std::uint32_t;

/// Word-hops to bring what depends on where it lies, once.
struct HopsIn {
    Count input = 0;
    Count operand = 0;
};

/// Layouts of feature maps by number, as a search meets them, and the hops from them; each is counted once. Maps of equal
/// shape share their layouts: a network that repeats a block repeats no work. Threads may ask at once: which number stands
/// for which layout then depends on who asked first, and nothing else may.
class LayoutRegistry {
public:
    explicit LayoutRegistry(const NetworkTask& task);

    RegionNumber numberOf(const dataflow::Region& region);
    [[nodiscard]] const dataflow::Region& regionOf(RegionNumber number) const;
    LayoutNumber numberOf(MapNumber map, const dataflow::Partition& partition, RegionNumber region);
    [[nodiscard]] const dataflow::Partition& partitionOf(LayoutNumber number) const;

    /// Hops to tiles of `layer` that read these pieces, which stay where they are as long as the registry does; `layouts` are
    /// those of its sources, in their order.
    HopsIn hopsIn(std::size_t layer, const std::vector<cost::MapGroup>& inputs,
                  const std::vector<cost::MapGroup>& operands, const std::vector<LayoutNumber>& layouts);

private:
    using HopsKey = std::pair<const void*, std::vector<LayoutNumber>>;
    struct Hash {
        std::size_t operator()(const HopsKey& key) const;
    };
    const dataflow::Layout& layoutOf(LayoutNumber number) const;
    const cost::LayoutIndex& joined(std::size_t layer, const std::vector<LayoutNumber>& inputs);

    const NetworkTask& m_task;
    std::vector<std::size_t> m_shapes; ///< number of each map's shape
    mutable std::mutex m_mutex;        ///< of all that follows, whose elements stay where they are and as they are
    std::map<dataflow::Region, RegionNumber> m_regionNumbers;
    std::vector<const dataflow::Region*> m_regions;
    std::map<std::tuple<std::size_t, RegionNumber, dataflow::Partition>, LayoutNumber> m_numbers; ///< by shape
    std::deque<dataflow::Layout> m_layouts;
    std::deque<dataflow::Partition> m_partitions;
    std::map<std::vector<LayoutNumber>, cost::LayoutIndex> m_joined;
    std::unordered_map<HopsKey, HopsIn, Hash> m_hops;
};

} // namespace tilescape::pipeline
