#include "core/search/kapla/kapla_cache.h"

#include <algorithm>

namespace tilescape::search {

namespace {

/// A quarter of a megabyte each, with their plans and their part of the candidates.
constexpr std::size_t placedKept = 1500;
/// Searches whose finds are kept where there is room.
constexpr std::uint64_t searchesKept = 64;

} // namespace

void KaplaCache::begin()
{
    for (std::uint64_t back = searchesKept; m_placed.size() > placedKept; back /= 2) {
        keepSince(back == 0 ? m_search + 1 : m_search - std::min(m_search, back - 1));
    }
    ++m_search;
}

/// Plans go with the placed candidates that they refer to, and these with the candidates of their extent: whoever uses the one uses
/// the other.
void KaplaCache::keepSince(std::uint64_t search)
{
    const auto old = [search](const auto& entry) { return entry.second.used < search; };
    std::erase_if(m_plans, old);
    std::erase_if(m_smallerGrids, old);
    std::erase_if(m_placed, old);
    std::erase_if(m_candidateSets, old);
}

std::size_t KaplaCache::numberOf(const dataflow::Region& region)
{
    const auto [known, isNew] = m_regionNumbers.try_emplace(region, m_regionNumbers.size());
    if (isNew) {
        m_regions.push_back(&known->first);
    }
    return known->second;
}

std::unique_ptr<LayerCandidates>& KaplaCache::candidatesAt(const std::string& key)
{
    auto& entry = m_candidateSets[key];
    entry.used = m_search;
    return entry.what;
}

std::unique_ptr<PlacedCandidates>& KaplaCache::placedAt(const std::string& key)
{
    auto& entry = m_placed[key];
    entry.used = m_search;
    return entry.what;
}

std::pair<std::vector<GroupPlan>*, bool> KaplaCache::plansAt(const std::string& key)
{
    const auto [known, isNew] = m_plans.try_emplace(key);
    known->second.used = m_search;
    return {&known->second.what, isNew};
}

std::pair<Extent*, bool> KaplaCache::smallerGridAt(const std::string& key)
{
    const auto [known, isNew] = m_smallerGrids.try_emplace(key);
    known->second.used = m_search;
    return {&known->second.what, isNew};
}

void KaplaCache::forgetSmallerGrid(const std::string& key) { m_smallerGrids.erase(key); }

void KaplaCache::forgetPlans(const std::vector<GroupPlan>* plans)
{
    std::erase_if(m_plans, [plans](const auto& entry) { return &entry.second.what == plans; });
}

} // namespace tilescape::search
