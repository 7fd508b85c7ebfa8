#include "core/search/kapla/group_plans.h"

#include "core/search/kapla/group_search.h"
#include "core/search/space/infinite.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <span>
#include <utility>

namespace tilescape::search {

namespace {

constexpr std::size_t mostSpares = 8;

/// None, and such as the rules may ask of a layer: many groups of the batch, with few and many of the channels. A layer by
/// itself is not asked for any, and chooses from the partitions that are looked at.
std::vector<LikelyCandidates> likelyCandidatesAt(const SegmentPlan& plan, std::size_t place)
{
    PlacedCandidates* const placed = plan.layers[place].placed;
    if (plan.placements.size() == 1) {
        return {{placed, {}, true}};
    }
    std::vector<LikelyCandidates> likely{{placed, {}, false}};
    const auto& domains = plan.rules->domains();
    for (const std::size_t channelThird : {0U, 1U}) {
        std::vector<Count> values;
        for (const std::vector<Count>& domain : domains) {
            values.push_back(domain[(domain.size() - 1) * (values.empty() ? 2 : channelThird) / 3]);
        }
        const LikelyCandidates ranked{placed, plan.rules->groupsAt(place, values, std::vector<Count>(place, 0)), false};
        if (std::find(likely.begin(), likely.end(), ranked) == likely.end()) {
            likely.push_back(ranked);
        }
    }
    return likely;
}

class PlanMaker {
public:
    PlanMaker(const SearchTask& task, const Objective& objective, const SegmentPlan& plan)
        : m_plan(plan), m_search(task, objective, plan)
    {
        for (std::size_t place = 0; place < plan.placements.size(); ++place) {
            for (const LikelyCandidates& likely : likelyCandidatesAt(plan, place)) {
                m_search.add(place, likely.find());
            }
        }
    }

    /// Groups, then partitions that suit them, and with these groups once more.
    std::vector<GroupPlan> run()
    {
        if (m_plan.placements.size() > 1) {
            std::vector<std::vector<Count>> found = m_search.run();
            if (found.empty() || !m_search.fitsFinestBatch()) {
                addFinestGroups();
                found = m_search.run();
            }
            for (const std::vector<Count>& values : found) {
                const std::vector<pipeline::TopGroups> tops = m_search.topsFor(values);
                for (std::size_t place = 0; place < tops.size(); ++place) {
                    m_search.add(place, m_plan.layers[place].placed->ranked({tops[place]}));
                }
            }
        }
        std::vector<GroupPlan> plans;
        for (const std::vector<Count>& values : m_search.run()) {
            plans.push_back(planWith(values));
        }
        std::vector<GroupPlan> spares = withOtherLeads(plans);
        addWithWholeLeads(plans);
        addOtherGroups(plans, spares);
        const auto isCheaper = [](const GroupPlan& a, const GroupPlan& b) { return a.cost < b.cost; };
        std::stable_sort(spares.begin(), spares.end(), isCheaper);
        plans.insert(plans.end(), std::make_move_iterator(spares.begin()), std::make_move_iterator(spares.end()));
        return plans;
    }

private:
    GroupPlan planWith(const std::vector<Count>& values)
    {
        GroupPlan plan;
        plan.values = values;
        plan.leads = m_search.leadsFor(values);
        plan.plannedLeads = m_search.plannedLeadsFor(values);
        plan.cost = m_search.frugalCostOf(values);
        plan.waitsForRoom = m_search.waits(values);
        return plan;
    }

    /// No cheaper than the best of the plans, which comes first.
    static void makeSpare(GroupPlan& spare, const std::vector<GroupPlan>& plans)
    {
        spare.cost = std::max(spare.cost, plans.front().cost);
        spare.isSpare = true;
    }

    /// To the spares, the best plan with more groups of the batch, or of channels, as what is kept of a group takes less room; and, of a small
    /// problem, with fewer, which other partitions suit.
    void addOtherGroups(const std::vector<GroupPlan>& plans, std::vector<GroupPlan>& spares)
    {
        if (plans.empty() || m_plan.placements.size() == 1) {
            return;
        }
        addOthers(plans, spares, [](Count value, Count best) { return value > best; });
        if (m_plan.looksForRoom) {
            addOthers(plans, spares, [](Count value, Count best) { return value < best; });
        }
    }

    /// The cheapest with one variable at a value for which `isAsked(value, that of the best plan)`.
    template <typename IsAsked>
    void addOthers(const std::vector<GroupPlan>& plans, std::vector<GroupPlan>& spares, const IsAsked& isAsked)
    {
        const std::vector<Count> best = plans.front().values;
        std::vector<std::pair<double, std::vector<Count>>> found;
        for (std::size_t variable = 0; variable < best.size(); ++variable) {
            for (const Count value : m_plan.rules->domains()[variable]) {
                std::vector<Count> values = best;
                values[variable] = value;
                const bool isPlanned = std::any_of(plans.begin(), plans.end(),
                                                   [&values](const GroupPlan& plan) { return plan.values == values; });
                const double cost = isPlanned || !isAsked(value, best[variable]) ? infinite : m_search.costOf(values);
                if (std::isfinite(cost)) {
                    found.emplace_back(cost, values);
                }
            }
        }
        std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        found.resize(std::min(found.size(), mostSpares));
        for (const auto& [cost, values] : found) {
            spares.push_back(planWith(values));
            makeSpare(spares.back(), plans);
        }
    }

    /// The best plan, and of a small problem all, with other output groups of one layer, where layers seem to have no room with those that they would
    /// choose: as spares.
    std::vector<GroupPlan> withOtherLeads(const std::vector<GroupPlan>& plans)
    {
        std::vector<GroupPlan> all;
        for (const GroupPlan& plan :
             std::span(plans).first(m_plan.looksForRoom ? plans.size() : std::min<std::size_t>(1, plans.size()))) {
            std::vector<GroupPlan> found;
            for (const auto& [place, counts] : m_search.otherLeads(plan.values)) {
                for (const Count groups : counts) {
                    m_search.askLead(place, groups);
                    GroupPlan spare = planWith(plan.values);
                    if (std::isfinite(spare.cost) && spare.leads != plan.leads) {
                        makeSpare(spare, plans);
                        found.push_back(std::move(spare));
                    }
                }
                m_search.askLead(place, 0);
            }
            std::stable_sort(found.begin(), found.end(),
                             [](const GroupPlan& a, const GroupPlan& b) { return a.cost < b.cost; });
            found.resize(std::min(found.size(), mostSpares));
            std::move(found.begin(), found.end(), std::back_inserter(all));
        }
        return all;
    }

    /// The same values once more where that makes a difference; best first again.
    void addWithWholeLeads(std::vector<GroupPlan>& plans)
    {
        m_search.makeLeadsWhole(true);
        const std::size_t count = plans.size();
        for (std::size_t i = 0; i < count; ++i) {
            const double cost = m_search.costOf(plans[i].values);
            if (std::isfinite(cost) && m_search.leadsFor(plans[i].values) != plans[i].leads) {
                plans.push_back(planWith(plans[i].values));
            }
        }
        m_search.makeLeadsWhole(false);
        std::stable_sort(plans.begin(), plans.end(), [](const GroupPlan& a, const GroupPlan& b) { return a.cost < b.cost; });
    }

    /// Partitions that fit whatever fits at all: one item of the batch at a time, few or many groups of channels.
    void addFinestGroups()
    {
        for (std::size_t place = 0; place < m_plan.placements.size(); ++place) {
            std::set<pipeline::TopGroups> tops;
            for (const std::size_t share : {0U, 1U, 2U}) {
                std::vector<Count> values;
                for (const std::vector<Count>& domain : m_plan.rules->domains()) {
                    values.push_back(values.empty() ? domain.back() : domain[(domain.size() - 1) * share / 2]);
                }
                tops.insert(m_plan.rules->groupsAt(place, values, std::vector<Count>(place, 0)));
            }
            for (const pipeline::TopGroups& top : tops) {
                m_search.add(place, m_plan.layers[place].placed->ranked({top}));
            }
        }
    }

    const SegmentPlan& m_plan;
    GroupSearch m_search;
};

} // namespace

const RankedCandidates& LikelyCandidates::find() const
{
    return toChoose ? placed->choices(top) : placed->ranked({top});
}

std::vector<LikelyCandidates> likelyCandidates(const SegmentPlan& plan)
{
    std::vector<LikelyCandidates> likely;
    for (std::size_t place = 0; place < plan.placements.size(); ++place) {
        const std::vector<LikelyCandidates> own = likelyCandidatesAt(plan, place);
        likely.insert(likely.end(), own.begin(), own.end());
    }
    return likely;
}

std::vector<GroupPlan> planGroups(const SearchTask& task, const Objective& objective, const SegmentPlan& plan)
{
    return PlanMaker(task, objective, plan).run();
}

} // namespace tilescape::search
