#include "core/search/kapla/class_nests.h"

#include "core/search/space/partition_space.h"

#include <algorithm>

namespace tilescape::search {

ClassNests::ClassNests(const LayerTask& task, const std::vector<ShareClass>& ranking, RegisterTilingCache& tilings)
    : m_task(task), m_ranking(ranking), m_tilings(tilings), m_nests(ranking.size()), m_settings(ranking.size()), m_iterations(ranking.size())
{}

std::unique_ptr<const PreparedNest> ClassNests::prepared(const Made& made, std::size_t index) const
{
    const auto& [nest, covered] = made.nests[index];
    return std::make_unique<const PreparedNest>(prepareNest({nest, made.setting, {}, covered}, m_tilings));
}

/// The partitions of a class cut each loop alike.
BlockingKind ClassNests::kindOf(std::size_t number) const
{
    return search::kindOf(m_task, ordersOf(m_ranking[number].shares.front()).front());
}

std::vector<PaddedNest> ClassNests::nestsOn(const dataflow::TileLayer& tile) const
{
    return paddedNests(tile, m_task.machine.shape.peArray, m_task.space.roundedFactors);
}

ClassNests::Made ClassNests::of(std::size_t number)
{
    const BlockingKind kind = kindOf(number);
    std::vector<PaddedNest> nests = nestsOn(kind.tile);
    const std::lock_guard lock(m_mutex);
    std::shared_ptr<const BlockingSetting>& setting = m_settings[number]; // one, however often nests are made
    if (!setting) {
        setting = settingOf(m_task, kind);
    }
    return {setting, kind.tile, std::move(nests)};
}

const PreparedNest& ClassNests::at(std::size_t number, std::size_t place, Lazy& nests)
{
    {
        const std::lock_guard lock(m_mutex);
        if (const auto known = m_nests[number].find(place); known != m_nests[number].end()) {
            return *known->second;
        }
    }
    if (!nests) {
        nests = of(number);
    }
    auto made = prepared(*nests, m_ranking[number].nests[place].second);
    const std::lock_guard lock(m_mutex);
    return *m_nests[number].emplace(place, std::move(made)).first->second;
}

bool ClassNests::canBeCut(std::size_t number, const pipeline::TopGroups& top)
{
    const Factors asked = factorsOf(top);
    if (std::all_of(asked.begin(), asked.end(), [](Count groups) { return groups <= 1; })) {
        return true;
    }
    const auto isCut = [&](const Iterations& iterations) {
        bool divides = true;
        for (std::size_t loop = 0; loop < asked.size(); ++loop) {
            divides &= asked[loop] <= 1 || iterations[loop] % static_cast<std::uint32_t>(asked[loop]) == 0;
        }
        return divides;
    };
    {
        const std::lock_guard lock(m_mutex);
        if (const auto& known = m_iterations[number]; !known.empty()) {
            return std::any_of(known.begin(), known.end(), isCut);
        }
    }
    std::vector<Iterations> made;
    for (const PaddedNest& nest : nestsOn(kindOf(number).tile)) {
        const Factors& covered = nest.covered.values;
        made.push_back({static_cast<std::uint32_t>(covered[0]), static_cast<std::uint32_t>(covered[1]), static_cast<std::uint32_t>(covered[2])});
    }
    std::sort(made.begin(), made.end());
    made.erase(std::unique(made.begin(), made.end()), made.end());
    made.shrink_to_fit();
    const std::lock_guard lock(m_mutex);
    std::vector<Iterations>& own = m_iterations[number];
    if (own.empty()) {
        own = std::move(made);
    }
    return std::any_of(own.begin(), own.end(), isCut);
}

std::vector<NestRoom> ClassNests::roomsOf(std::size_t number)
{
    const Made own = of(number);
    std::vector<NestRoom> rooms;
    for (const auto& [least, nest] : m_ranking[number].nests) {
        const PaddedNest& padded = own.nests[nest];
        rooms.emplace_back(trafficOf(padded.nest, padded.covered, own.setting->context, m_task.machine, own.setting->sharing),
                           padded.covered.values);
    }
    return rooms;
}

} // namespace tilescape::search
