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

/// The number of a region in the order in which a search first asks for it.
using RegionNumber = std::uint32_t;
/// The same of a layout.
using LayoutNumber = std::uint32_t;

/// Word-hops that bring the input and the second operand of a layer from where they lie to its tiles, once.
struct HopsIn {
    Count input = 0;
    Count operand = 0;
};

/// A cache of layouts, by number, and of the hops from them, each counted once. Maps of equal shape share their
/// layouts, so that a network that repeats a block repeats no work. It is safe to use from several threads; the numbers
/// depend on which thread asked first, so that no answer may depend on more than whether two numbers are equal.
class LayoutRegistry {
public:
    /// `task` must outlive this.
    explicit LayoutRegistry(const NetworkTask& task);

    /// The number of the region; equal regions have equal numbers.
    RegionNumber numberOf(const dataflow::Region& region);
    /// The region of a number that `numberOf` returned.
    [[nodiscard]] const dataflow::Region& regionOf(RegionNumber number) const;
    /// The number of the layout of `map`, cut by `partition` over the region; equal layouts of maps of equal shape have
    /// equal numbers.
    LayoutNumber numberOf(MapNumber map, const dataflow::Partition& partition, RegionNumber region);
    /// The partition by which the layout of this number is cut.
    [[nodiscard]] const dataflow::Partition& partitionOf(LayoutNumber number) const;

    /// Word-hops from the layouts of the layer's sources, in their order, to its sharing groups. `inputs` and
    /// `operands` are recognized by their addresses: they must stay where they are, unchanged, as long as the registry
    /// is used.
    HopsIn hopsIn(std::size_t layer, const cost::MapGroups& inputs,
                  const cost::MapGroups& operands, const std::vector<LayoutNumber>& layouts);

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
