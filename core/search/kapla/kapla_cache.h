#pragma once

#include "core/search/kapla/segment_plan.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

namespace tilescape::search {

/// A cache of what searches found out about layers and segments, by all that it depends on. It is bounded: when a
/// search begins, what was not used for the longest time goes first; word-hops, which most entries refer to, go with all
/// else once they alone take too much room. Only one search may use it at a time, and must
/// hold its lock.
class KaplaCache {
public:
    /// The lock of the cache; it owns nothing if another search is using the cache.
    [[nodiscard]] std::unique_lock<std::mutex> tryLock() { return std::unique_lock(m_mutex, std::try_to_lock); }

    /// Drops old entries if there are too many. References from earlier searches may be invalid afterwards.
    void tidy();
    /// Begins a search. It tidies.
    void begin();
    /// Begins a search of few segments after another, which counts as part of that one: nothing is dropped for it unless the cache is far
    /// above its limits, as dropping may take longer than the search.
    void goOn();

    /// The number of a region; equal regions have equal numbers.
    pipeline::RegionNumber numberOf(const dataflow::Region& region) { return m_counted->layouts().numberOf(region); }
    /// The region of this number, whose tiles all copies share.
    [[nodiscard]] const dataflow::Region& regionOf(pipeline::RegionNumber number) const
    {
        return m_counted->layouts().regionOf(number);
    }
    /// The layouts, and the hops from them.
    [[nodiscard]] pipeline::LayoutCache& layouts() { return m_counted->layouts(); }
    /// The register tilings of nests; threads may ask at once.
    [[nodiscard]] RegisterTilingCache& registerTilings() { return m_registerTilings; }
    /// The word-hops of the task's layer in its region.
    PlacedHops hopsOf(const LayerTask& task);
    /// The candidates of this key; null if the key is new, and then to be filled in by the caller.
    std::unique_ptr<LayerCandidates>& candidatesAt(const std::string& key);
    /// The same for candidates in one region of the chip.
    std::unique_ptr<PlacedCandidates>& placedAt(const std::string& key);
    /// The plans of a segment, and whether the key is new, so that the caller must fill them in.
    std::pair<std::vector<GroupPlan>*, bool> plansAt(const std::string& key);
    /// The smaller grids to try for the layer of a one-layer segment, and whether the key is new, so that the caller must
    /// fill them in.
    std::pair<std::vector<Extent>*, bool> smallerGridsAt(const std::string& key);
    /// Removes the grids of this key, which a stopped search did not find.
    void forgetSmallerGrids(const std::string& key);
    /// Removes these plans, which a stopped search did not complete.
    void forgetPlans(const std::vector<GroupPlan>* plans);

private:
    /// An entry, and the number of the last search that used it.
    template <typename T>
    struct Kept {
        T what;
        std::uint64_t used = 0;
    };
    template <typename T>
    using Entries = std::map<std::string, Kept<T>>;
    /// Of all word-hops.
    [[nodiscard]] std::size_t hopBytes() const;
    /// Drops what none of the last `searches` searches used.
    void keepOfLast(std::uint64_t searches);

    std::mutex m_mutex;
    std::uint64_t m_search = 0;
    std::unique_ptr<CountedPartitions> m_counted = std::make_unique<CountedPartitions>(); ///< not null
    /// By the layer's number, where its input lies, and whether hops cost anything.
    std::map<std::tuple<CountedPartitions::LayerNumber, bool, bool, bool>, HopEstimate> m_estimates;
    RegisterTilingCache m_registerTilings;
    Entries<std::unique_ptr<LayerCandidates>> m_candidateSets;
    Entries<std::unique_ptr<PlacedCandidates>> m_placed;
    Entries<std::vector<GroupPlan>> m_plans;
    Entries<std::vector<Extent>> m_smallerGrids;
};

} // namespace tilescape::search
