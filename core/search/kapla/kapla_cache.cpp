#include "core/search/kapla/kapla_cache.h"

#include <algorithm>

namespace tilescape::search {

namespace {

/// A third of a megabyte each, with their plans and their part of the candidates.
constexpr std::size_t placedKept = 1500;
/// What the last search used is kept up to so many: most edits of a layer or a switch leave the greater part of it valid.
constexpr std::size_t placedOfLastSearch = 4000;
/// Searches whose finds are kept where there is room.
constexpr std::uint64_t searchesKept = 64;
/// Of word-hops.
constexpr std::size_t mostHopBytes = std::size_t{1} << 28U;

} // namespace

void KaplaCache::tidy()
{
    for (std::uint64_t searches = searchesKept; searches > 0 && m_placed.size() > placedKept; searches /= 2) {
        keepOfLast(searches);
    }
    if (m_placed.size() > placedOfLastSearch) {
        keepOfLast(0);
    }
    if (hopBytes() > mostHopBytes) {
        keepOfLast(0);
        m_estimates.clear();
        m_counted = std::make_unique<CountedPartitions>();
    }
    m_registerTilings.dropUnused();
}

void KaplaCache::begin()
{
    tidy();
    ++m_search;
}

void KaplaCache::goOn()
{
    if (m_placed.size() > 2 * placedOfLastSearch || hopBytes() > 2 * mostHopBytes) {
        begin();
    }
}

std::size_t KaplaCache::hopBytes() const
{
    std::size_t bytes = m_counted->bytes();
    for (const auto& [key, estimate] : m_estimates) {
        bytes += estimate.bytes();
    }
    return bytes;
}

/// Plans go with the placed candidates that they refer to, and these with the candidates of their extent: whoever uses the one uses
/// the other.
void KaplaCache::keepOfLast(std::uint64_t searches)
{
    const auto old = [first = m_search + 1 - std::min(m_search + 1, searches)](const auto& entry) { return entry.second.used < first; };
    std::erase_if(m_plans, old);
    std::erase_if(m_smallerGrids, old);
    std::erase_if(m_placed, old);
    std::erase_if(m_candidateSets, old);
}

PlacedHops KaplaCache::hopsOf(const LayerTask& task)
{
    const CountedPartitions::LayerNumber number = m_counted->numberOf(task);
    const auto [estimate, isNew] =
        m_estimates.try_emplace({number, task.inputFromTiles, task.inputIsLocal, hopsMatter(task)}, task);
    return {*m_counted, number, estimate->second};
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

std::pair<std::vector<Extent>*, bool> KaplaCache::smallerGridsAt(const std::string& key)
{
    const auto [known, isNew] = m_smallerGrids.try_emplace(key);
    known->second.used = m_search;
    return {&known->second.what, isNew};
}

void KaplaCache::forgetSmallerGrids(const std::string& key) { m_smallerGrids.erase(key); }

void KaplaCache::forgetPlans(const std::vector<GroupPlan>* plans)
{
    std::erase_if(m_plans, [plans](const auto& entry) { return &entry.second.what == plans; });
}

} // namespace tilescape::search
