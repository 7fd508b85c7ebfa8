#include "core/interlayer/kapla_memory.h"

#include <algorithm>

namespace tilescape::interlayer {

namespace {

/// A quarter of a megabyte each, with their plans and the share of a scout.
constexpr std::size_t sitesKept = 1500;
/// Searches whose finds are kept where there is room.
constexpr std::uint64_t searchesKept = 64;

} // namespace

void KaplaMemory::begin()
{
    for (std::uint64_t back = searchesKept; m_sites.size() > sitesKept; back /= 2) {
        keepSince(back == 0 ? m_search + 1 : m_search - std::min(m_search, back - 1));
    }
    ++m_search;
}

/// Plans go with the sites that they speak of, sites with their scouts: whoever uses the one uses the other.
void KaplaMemory::keepSince(std::uint64_t search)
{
    const auto old = [search](const auto& entry) { return entry.second.used < search; };
    std::erase_if(m_plans, old);
    std::erase_if(m_smallerGrids, old);
    std::erase_if(m_sites, old);
    std::erase_if(m_scouts, old);
}

std::size_t KaplaMemory::numberOf(const dataflow::Region& region)
{
    return m_regionNumbers.try_emplace(region, m_regionNumbers.size()).first->second;
}

std::unique_ptr<intralayer::LayerScout>& KaplaMemory::scoutAt(const std::string& key)
{
    auto& entry = m_scouts[key];
    entry.used = m_search;
    return entry.what;
}

std::unique_ptr<intralayer::LayerSite>& KaplaMemory::siteAt(const std::string& key)
{
    auto& entry = m_sites[key];
    entry.used = m_search;
    return entry.what;
}

std::pair<std::vector<GroupPlan>*, bool> KaplaMemory::plansAt(const std::string& key)
{
    const auto [known, isNew] = m_plans.try_emplace(key);
    known->second.used = m_search;
    return {&known->second.what, isNew};
}

std::pair<Extent*, bool> KaplaMemory::smallerGridAt(const std::string& key)
{
    const auto [known, isNew] = m_smallerGrids.try_emplace(key);
    known->second.used = m_search;
    return {&known->second.what, isNew};
}

void KaplaMemory::forgetSmallerGrid(const std::string& key) { m_smallerGrids.erase(key); }

void KaplaMemory::forgetPlans(const std::vector<GroupPlan>* plans)
{
    std::erase_if(m_plans, [plans](const auto& entry) { return &entry.second.what == plans; });
}

} // namespace tilescape::interlayer
