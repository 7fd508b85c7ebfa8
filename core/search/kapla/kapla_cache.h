#pragma once

#include "core/search/kapla/segment_plan.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace tilescape::search {

/// What searches found out about layers and segments, kept from one to the next under all that it depends on. Bounded: what
/// was of no use for the longest time goes first, between searches. One search at a time: it holds `lock`.
class KaplaCache {
public:
    /// Not held where another search is at work.
    [[nodiscard]] std::unique_lock<std::mutex> tryLock() { return std::unique_lock(m_mutex, std::try_to_lock); }

    /// Begins a search: makes room, if need be.
    void begin();

    /// Equal regions, equal numbers.
    std::size_t numberOf(const dataflow::Region& region);
    /// The candidates of this key; null if it is new, and then to be filled in.
    std::unique_ptr<LayerCandidates>& candidatesAt(const std::string& key);
    /// The same for candidates in one region of the chip, whose task the cache keeps.
    std::unique_ptr<PlacedCandidates>& placedAt(const std::string& key);
    /// The plans of a segment; whether they are new, and to be filled in.
    std::pair<std::vector<GroupPlan>*, bool> plansAt(const std::string& key);
    /// The grid on which the layer of this segment does best; whether it is new, and to be filled in.
    std::pair<Extent*, bool> smallerGridAt(const std::string& key);
    void forgetSmallerGrid(const std::string& key);
    /// A search that was stopped leaves no half-made plans.
    void forgetPlans(const std::vector<GroupPlan>* plans);

private:
    template <typename T>
    struct Kept {
        T what;
        std::uint64_t used = 0; ///< by which search last
    };
    template <typename T>
    using Shelf = std::map<std::string, Kept<T>>;
    void keepSince(std::uint64_t search);

    std::mutex m_mutex;
    std::uint64_t m_search = 0;
    std::map<dataflow::Region, std::size_t> m_regionNumbers;
    Shelf<std::unique_ptr<LayerCandidates>> m_candidateSets;
    Shelf<std::unique_ptr<PlacedCandidates>> m_placed;
    Shelf<std::vector<GroupPlan>> m_plans;
    Shelf<Extent> m_smallerGrids;
};

} // namespace tilescape::search
