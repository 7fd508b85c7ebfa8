#include "core/search/kapla/group_search.h"

#include "core/search/space/infinite.h"
#include "core/search/space/working_tiles.h"
#include "core/support/factors.h"

#include <algorithm>
#include <cmath>

namespace tilescape::search {

// Layers that may choose their output groups, which others of the segment take over.

void GroupSearch::makeLeadsWhole(bool areWhole)
{
    m_leadsAreWhole = areWhole;
    m_costs.clear();
    m_leads.clear();
}

void GroupSearch::askLead(std::size_t place, Count groups)
{
    m_askedLeads[place] = groups;
    m_costs.clear();
}

std::vector<std::pair<std::size_t, std::vector<Count>>> GroupSearch::otherLeads(const std::vector<Count>& values)
{
    std::vector<std::pair<std::size_t, std::vector<Count>>> leads;
    if (!m_plan.room || haveRoom(values)) {
        return leads;
    }
    const std::vector<pipeline::TopGroups> tops = topsFor(values);
    for (std::size_t place = 0; place < tops.size(); ++place) {
        if (!isLead(place, values)) {
            continue;
        }
        const BestBlocking& best = m_blockings.bestAt(place, {tops[place]});
        const Count channels = m_task.network.layers[m_plan.placements[place].layer].outputChannels;
        std::vector<Count> counts = support::divisors(channels);
        for (const Count ofTile : support::divisors(
                 ceilDivide(channels, best.share.partition->shares[dataflow::Split::OutputChannel].size()))) {
            counts.push_back(ofTile);
        }
        std::sort(counts.begin(), counts.end());
        counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
        std::erase(counts, best.blocking.factors[Loop::OutputChannel][0]);
        leads.emplace_back(place, std::move(counts));
    }
    return leads;
}

std::vector<std::size_t> GroupSearch::followersOf(std::size_t place) const
{
    std::vector<std::size_t> followers;
    for (std::size_t other = place + 1; other < m_plan.placements.size(); ++other) {
        if (m_plan.rules->leaderOf(other) == place) {
            followers.push_back(other);
        }
    }
    return followers;
}

bool GroupSearch::isLead(std::size_t place, const std::vector<Count>& values) const
{
    return m_plan.rules->groupsAt(place, values, std::vector<Count>(place, 0)).output == 0
           && !followersOf(place).empty();
}

std::vector<Count> GroupSearch::leadsFor(const std::vector<Count>& values)
{
    std::vector<Count> leads;
    std::vector<Count> outputGroups;
    for (std::size_t place = 0; place < m_plan.placements.size(); ++place) {
        const pipeline::TopGroups top = topAt(place, values, outputGroups);
        leads.push_back(m_plan.rules->groupsAt(place, values, outputGroups).output == 0 ? top.output : 0);
        outputGroups.push_back(m_blockings.bestAt(place, {top}).blocking.factors[Loop::OutputChannel][0]);
    }
    return leads;
}

std::vector<Count> GroupSearch::plannedLeadsFor(const std::vector<Count>& values)
{
    const std::vector<pipeline::TopGroups> tops = topsFor(values);
    std::vector<Count> leads(tops.size(), 0);
    for (std::size_t place = 0; place < tops.size(); ++place) {
        if (isLead(place, values)) {
            leads[place] = m_blockings.bestAt(place, {tops[place]}).blocking.factors[Loop::OutputChannel][0];
        }
    }
    return leads;
}

/// 0 if the layer may choose by itself.
Count GroupSearch::leadAt(std::size_t place, const std::vector<Count>& values, const pipeline::TopGroups& top)
{
    const std::vector<std::size_t> followers = followersOf(place);
    if (followers.empty()) {
        return 0;
    }
    const auto costWith = [&](Count output) {
        const BestBlocking& own = m_blockings.bestAt(place, {{top.batch, top.input, output}});
        double cost = own.cost;
        std::vector<Count> outputGroups(m_plan.placements.size(), 0);
        outputGroups[place] = own.blocking.factors[Loop::OutputChannel][0];
        for (std::size_t i = 0; i < followers.size() && std::isfinite(cost); ++i) {
            cost += m_blockings.bestAt(followers[i], {m_plan.rules->groupsAt(followers[i], values, outputGroups)}).cost;
        }
        return cost;
    };
    if (const auto asked = m_askedLeads.find(place);
        asked != m_askedLeads.end() && asked->second != 0 && std::isfinite(costWith(asked->second))) {
        return asked->second;
    }
    const auto [known, isNew] = m_leads.try_emplace({place, top}, 0);
    if (!isNew) {
        return known->second;
    }
    const bool isWhole = m_blockings.bestAt(place, {top}).blocking.factors[Loop::OutputChannel][0] == 1;
    if (m_leadsAreWhole && !isWhole && std::isfinite(costWith(1))) {
        return m_leads[{place, top}] = 1;
    }
    double least = infinite;
    Count lead = 0;
    const auto tryGroups = [&](Count output) {
        const double cost = costWith(output);
        if (cost < least) {
            least = cost;
            lead = output;
        }
    };
    tryGroups(0);
    const std::vector<Count> free(m_plan.placements.size(), 0);
    for (const std::size_t follower : followers) {
        const BestBlocking& alone = m_blockings.bestAt(follower, {m_plan.rules->groupsAt(follower, values, free)});
        if (std::isfinite(alone.cost)) {
            tryGroups(alone.blocking.factors[Loop::OutputChannel][0]);
        }
    }
    if (!std::isfinite(least) || WorkingTiles::isSmall(m_task)) { // few segments: all are soon tried
        // What a layer makes at a time may be more than a divisor of its channels.
        const Count channels = m_task.network.layers[m_plan.placements[place].layer].outputChannels;
        for (const Count output : support::divisors(channels)) {
            tryGroups(output);
        }
        for (Count power = 1; power <= channels; power *= 2) {
            tryGroups(power);
        }
    }
    return m_leads[{place, top}] = lead;
}

} // namespace tilescape::search
