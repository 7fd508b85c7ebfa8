#include "core/search/proof/fill_and_drain.h"

#include <algorithm>
#include <functional>

namespace tilescape::search {

FillAndDrain::FillAndDrain(const network::Network& network, const network::Topology& topology,
                           const std::vector<pipeline::Placement>& placements)
{
    for (const pipeline::Placement& placed : placements) {
        m_regions.push_back(static_cast<std::size_t>(placed.slot.region));
        m_isWeighted.push_back(network::hasWeights(network.layers[placed.layer]));
    }
    m_before.resize(m_regions.back() + 1);
    m_after.resize(m_before.size());
    for (std::size_t taker = 0; taker < placements.size(); ++taker) {
        std::vector<bool>& needs = m_needs.emplace_back(placements.size(), false);
        needs[taker] = true;
        const bool isFirst = taker == 0 || regionOf(taker - 1) != regionOf(taker);
        const auto& sources = topology.sources[placements[taker].layer];
        for (std::size_t maker = 0; maker < taker; ++maker) {
            const network::Source made{network::Source::Kind::Layer, placements[maker].layer};
            if (std::find(sources.begin(), sources.end(), made) == sources.end()) {
                continue;
            }
            std::transform(needs.begin(), needs.end(), m_needs[maker].begin(), needs.begin(), std::logical_or<>{});
            if (regionOf(maker) == regionOf(taker)) {
                continue;
            }
            if (HandOver& before = m_before[regionOf(taker)]; isFirst) {
                before = {maker, taker}; // the last of these is the nearest
            }
            HandOver& after = m_after[regionOf(maker)];
            if (regionOf(maker + 1) != regionOf(maker) && after.maker == after.taker) {
                after = {maker, taker};
            }
        }
    }
}

/// Groups of a map, at most, that are handed over one by one within a batch group; 0: any number. Where the numbers
/// differ, the taker waits for the last one (`pipeline::takesGroups`).
Count FillAndDrain::groupsHandedOver(const HandOver& over, const std::vector<pipeline::TopGroups>& tops) const
{
    const Count made = tops[over.maker].output;
    const Count taken = m_isWeighted[over.taker] ? tops[over.taker].input : tops[over.taker].output;
    if (made == 0 || taken == 0) {
        return std::max(made, taken);
    }
    return made == taken ? made : 1;
}

std::vector<LastingParts> FillAndDrain::partsWith(const std::vector<pipeline::TopGroups>& tops) const
{
    std::vector<LastingParts> all;
    for (std::size_t region = 0; region < m_before.size(); ++region) {
        LastingParts parts{std::vector<double>(m_regions.size(), 0), 0};
        for (std::size_t place = 0; place < m_regions.size(); ++place) {
            parts.ofLayer[place] = regionOf(place) == region ? 1 : 0;
        }
        const auto add = [&](const HandOver& over, std::size_t waitedFor) {
            const Count groups = groupsHandedOver(over, tops) * tops[waitedFor].batch;
            if (groups > 0) {
                parts.ofLayer[waitedFor] += 1 / static_cast<double>(groups);
                parts.rounded += 1;
            }
        };
        HandOver before = m_before[region];
        while (before.maker != before.taker) {
            add(before, before.maker);
            const HandOver next = m_before[regionOf(before.maker)];
            before = m_needs[before.maker][next.taker] ? next : HandOver{};
        }
        HandOver after = m_after[region];
        while (after.maker != after.taker) {
            add(after, after.taker);
            const HandOver next = m_after[regionOf(after.taker)];
            after = m_needs[next.maker][after.taker] ? next : HandOver{};
        }
        if (parts.rounded > 0) {
            all.push_back(std::move(parts));
        }
    }
    return all;
}

} // namespace tilescape::search
