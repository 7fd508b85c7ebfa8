#include "core/search/kapla/group_search.h"

#include "core/search/kapla/segment_cost.h"
#include "core/support/factors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <tuple>

namespace tilescape::search {

namespace {

constexpr int mostSweeps = 3;

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

/// Searches the groups of one segment. A layer is bound to few of the variables: with the batch groups fixed, one variable
/// after the other finds its best, and groups of the batch are tried as long as layers free of all other groups leave
/// something.
class GroupSearch {
public:
    GroupSearch(const SearchTask& task, const Objective& objective, const SegmentPlan& plan)
        : m_task(task),
          m_objective(objective),
          m_plan(plan),
          m_domains(plan.rules->domains()),
          m_plansKept(plan.layers.front().placed->effort().plans),
          m_ranked(plan.placements.size())
    {
        for (std::size_t place = 0; place < m_ranked.size(); ++place) {
            for (const LikelyCandidates& likely : likelyCandidatesAt(plan, place)) {
                m_ranked[place].push_back(&likely.find());
            }
        }
    }

    /// Partitions of `ranked` may be chosen from now on, too.
    void add(std::size_t place, const RankedCandidates& ranked)
    {
        m_ranked[place].push_back(&ranked);
        m_costs.clear();
        std::erase_if(m_known, [place](const auto& entry) { return std::get<0>(entry.first) == place; });
        m_leads.clear();
    }

    /// The best values, best first.
    std::vector<std::vector<Count>> run()
    {
        m_best.clear();
        std::vector<std::pair<double, Count>> batches;
        for (const Count batch : m_domains.front()) {
            batches.emplace_back(leastWith(batch), batch);
        }
        std::stable_sort(batches.begin(), batches.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        for (const auto& [least, batch] : batches) {
            if (std::isfinite(least) && (m_best.size() < m_plansKept || least < m_best.back().first)) {
                descend(batch);
            }
        }
        std::vector<std::vector<Count>> found;
        for (const auto& [cost, best] : m_best) {
            found.push_back(best);
        }
        return found;
    }

    /// Whether each layer fits with one item of the batch at a time. Where none of the partitions so far has room for that, others
    /// may, and with them more groups than those that were found.
    bool fitsFinestBatch() { return std::isfinite(leastWith(m_domains.front().back())); }

    /// What the segment costs with these values, in the units of `scalarOf`. Where layers wait for room, also with blockings that leave
    /// room for two pieces of what is handed on: whichever costs less. What is not below `limit` without any wait is not looked at
    /// more closely.
    double costOf(const std::vector<Count>& values, double limit = std::numeric_limits<double>::infinity())
    {
        return costBelow(limit, values).value;
    }

    /// Whether layers wait for room with these values, unless they leave some.
    bool waits(const std::vector<Count>& values) { return costBelow(std::numeric_limits<double>::infinity(), values).waits; }

    /// The groups asked of a layer: those of the constraints, and of a layer whose free choice those that take it over cannot follow,
    /// the output groups that suit all of them best.
    pipeline::TopGroups topAt(std::size_t place, const std::vector<Count>& values, const std::vector<Count>& outputGroups)
    {
        pipeline::TopGroups top = m_plan.rules->groupsAt(place, values, outputGroups);
        if (top.output == 0) {
            top.output = leadAt(place, values, top);
        }
        return top;
    }

    /// Whether layers that may choose their output groups hand on whole maps where they can: with one group fewer loops have to be in step,
    /// so that layers on the same tiles have room more often (`pipeline::RegionRoom`).
    void makeLeadsWhole(bool areWhole)
    {
        m_leadsAreWhole = areWhole;
        m_costs.clear();
        m_leads.clear();
    }

    /// `GroupPlan::leads`.
    std::vector<Count> leadsFor(const std::vector<Count>& values)
    {
        std::vector<Count> leads;
        std::vector<Count> outputGroups;
        for (std::size_t place = 0; place < m_plan.placements.size(); ++place) {
            const pipeline::TopGroups top = topAt(place, values, outputGroups);
            leads.push_back(m_plan.rules->groupsAt(place, values, outputGroups).output == 0 ? top.output : 0);
            outputGroups.push_back(bestAt(place, top).blocking.factors[Loop::OutputChannel][0]);
        }
        return leads;
    }

    const BestBlocking& bestAt(std::size_t place, const pipeline::TopGroups& top)
    {
        return bestWithin(std::numeric_limits<Count>::max(), place, top);
    }

private:
    SegmentCost costBelow(double limit, const std::vector<Count>& values)
    {
        if (const auto known = m_costs.find(values); known != m_costs.end()) {
            return known->second;
        }
        std::vector<const BestBlocking*> layers;
        std::vector<pipeline::TopGroups> tops;
        std::vector<Count> outputGroups;
        for (std::size_t place = 0; place < m_plan.placements.size(); ++place) {
            tops.push_back(topAt(place, values, outputGroups));
            layers.push_back(&bestAt(place, tops.back()));
            if (!std::isfinite(layers.back()->cost)) {
                return {layers.back()->cost, false};
            }
            outputGroups.push_back(layers.back()->blocking.factors[Loop::OutputChannel][0]);
            tops.back().output = outputGroups.back();
        }
        SegmentCost cost = segmentCost(m_task, m_objective, m_plan, layers, limit);
        if (cost.waits) {
            for (std::size_t place = 0; place < layers.size(); ++place) {
                if (m_plan.room->handsOver(place)) {
                    const BestBlocking& roomy = roomyAt(place, tops[place], layers[place]->share.keptOutputWords);
                    layers[place] = std::isfinite(roomy.cost) ? &roomy : layers[place];
                }
            }
            cost.value = std::min(
                cost.value, segmentCost(m_task, m_objective, m_plan, layers, std::min(limit, cost.value)).value);
        }
        if (cost.value < limit) {
            m_costs.emplace(values, cost);
        }
        return cost;
    }

    /// With room for a second piece of its output, of which one takes `pieceWords`.
    const BestBlocking& roomyAt(std::size_t place, const pipeline::TopGroups& top, Count pieceWords)
    {
        return bestWithin(m_task.machine.capacities.bufferWordsPerTile - pieceWords, place, top);
    }

    const BestBlocking& bestWithin(Count roomWords, std::size_t place, const pipeline::TopGroups& top)
    {
        const auto [known, isNew] = m_known.try_emplace({place, top, roomWords});
        if (isNew) {
            const std::size_t partitions = m_plan.layers[place].placed->effort().partitionsForGroups;
            for (const RankedCandidates* ranked : m_ranked[place]) {
                const BestBlocking best = bestBlocking(*ranked, top, partitions, roomWords);
                if (best.cost < known->second.cost) {
                    known->second = best;
                }
            }
            // On groups of channels, its own or taken over, partitions that were ranked for others may founder.
            if (!std::isfinite(known->second.cost) && top.output > 0) {
                known->second = bestBlocking(m_plan.layers[place].placed->ranked(top), top, partitions, roomWords);
            }
        }
        return known->second;
    }

    /// 0 if the layer may choose by itself.
    Count leadAt(std::size_t place, const std::vector<Count>& values, const pipeline::TopGroups& top)
    {
        std::vector<std::size_t> followers;
        for (std::size_t other = place + 1; other < m_plan.placements.size(); ++other) {
            if (m_plan.rules->leaderOf(other) == place) {
                followers.push_back(other);
            }
        }
        if (followers.empty()) {
            return 0;
        }
        const auto [known, isNew] = m_leads.try_emplace({place, top}, 0);
        if (!isNew) {
            return known->second;
        }
        const auto costWith = [&](Count output) {
            const BestBlocking& own = bestAt(place, {top.batch, top.input, output});
            double cost = own.cost;
            std::vector<Count> outputGroups(m_plan.placements.size(), 0);
            outputGroups[place] = own.blocking.factors[Loop::OutputChannel][0];
            for (std::size_t i = 0; i < followers.size() && std::isfinite(cost); ++i) {
                cost += bestAt(followers[i], m_plan.rules->groupsAt(followers[i], values, outputGroups)).cost;
            }
            return cost;
        };
        const bool isWhole = bestAt(place, top).blocking.factors[Loop::OutputChannel][0] == 1;
        if (m_leadsAreWhole && !isWhole && std::isfinite(costWith(1))) {
            return m_leads[{place, top}] = 1;
        }
        double least = std::numeric_limits<double>::infinity();
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
            const BestBlocking& alone = bestAt(follower, m_plan.rules->groupsAt(follower, values, free));
            if (std::isfinite(alone.cost)) {
                tryGroups(alone.blocking.factors[Loop::OutputChannel][0]);
            }
        }
        if (!std::isfinite(least)) {
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

    /// Layers one by one, each with the groups of channels that it likes best.
    double leastWith(Count batch)
    {
        double least = 0;
        for (std::size_t place = 0; place < m_plan.placements.size() && std::isfinite(least); ++place) {
            const pipeline::TopGroups bound = m_plan.rules->groupsAt(place, anyValues(), std::vector<Count>(place, 0));
            least += bestAt(place, {bound.batch == 0 ? 0 : batch, 0, 0}).cost;
        }
        return least;
    }

    /// Any values: what they are does not matter.
    [[nodiscard]] std::vector<Count> anyValues() const
    {
        std::vector<Count> values;
        for (const std::vector<Count>& domain : m_domains) {
            values.push_back(domain.front());
        }
        return values;
    }

    /// From the middle, the finest, the coarsest groups, or from those between: whichever fit first.
    void descend(Count batch)
    {
        std::vector<Count> values;
        double cost = std::numeric_limits<double>::infinity();
        const auto startAt = [&](std::size_t step, std::size_t steps) {
            values.clear();
            for (const std::vector<Count>& domain : m_domains) {
                values.push_back(domain[(domain.size() - 1) * step / steps]);
            }
            values.front() = batch;
            cost = sumOf(values);
            return std::isfinite(cost);
        };
        std::size_t longest = 2;
        for (const std::vector<Count>& domain : m_domains) {
            longest = std::max(longest, domain.size());
        }
        if (!startAt(1, 2) && !startAt(1, 1) && !startAt(0, 1)) {
            for (std::size_t step = 1; step + 1 < longest && !startAt(step, longest - 1);) {
                ++step;
            }
        }
        if (!std::isfinite(cost)) {
            return;
        }
        // The sum leads to the neighbourhood, the segment's own time decides which of its regions are worth more.
        improve(values, [this](const std::vector<Count>& other, double /*limit*/) { return sumOf(other); });
        improve(values, [this](const std::vector<Count>& other, double limit) { return costOf(other, limit); });
        offer(values);
    }

    /// One variable after the other takes the value that costs least, until none does better. `costOfValues(values, limit)` need not be
    /// exact where it is not below the limit.
    template <typename Cost>
    void improve(std::vector<Count>& values, const Cost& costOfValues)
    {
        double cost = costOfValues(values, std::numeric_limits<double>::infinity());
        for (int sweep = 0; sweep < mostSweeps; ++sweep) {
            const double before = cost;
            for (std::size_t variable = 1; variable < values.size(); ++variable) {
                std::vector<Count> other = values;
                for (const Count value : m_domains[variable]) {
                    other[variable] = value;
                    const double own = costOfValues(other, cost);
                    if (own < cost) {
                        cost = own;
                        values = other;
                    }
                }
            }
            if (!(cost < before)) {
                break;
            }
        }
    }

    /// Of the layers one by one.
    double sumOf(const std::vector<Count>& values)
    {
        double sum = 0;
        std::vector<Count> outputGroups;
        for (std::size_t place = 0; place < m_plan.placements.size() && std::isfinite(sum); ++place) {
            const BestBlocking& best = bestAt(place, topAt(place, values, outputGroups));
            sum += best.cost;
            outputGroups.push_back(best.blocking.factors[Loop::OutputChannel][0]);
        }
        return sum;
    }

    void offer(const std::vector<Count>& values)
    {
        const double cost = costOf(values);
        if (!std::isfinite(cost)) {
            return;
        }
        const auto place = std::upper_bound(m_best.begin(), m_best.end(), cost,
                                            [](double own, const auto& best) { return own < best.first; });
        m_best.insert(place, {cost, values});
        m_best.resize(std::min(m_best.size(), m_plansKept));
    }

    const SearchTask& m_task;
    const Objective& m_objective;
    const SegmentPlan& m_plan;
    const std::vector<std::vector<Count>>& m_domains;
    std::size_t m_plansKept;
    std::vector<std::vector<const RankedCandidates*>> m_ranked; ///< by place
    std::map<std::tuple<std::size_t, pipeline::TopGroups, Count>, BestBlocking> m_known; ///< by place, groups and room
    std::map<std::vector<Count>, SegmentCost> m_costs; ///< by values; exact
    std::map<std::pair<std::size_t, pipeline::TopGroups>, Count> m_leads;
    bool m_leadsAreWhole = false;
    std::vector<std::pair<double, std::vector<Count>>> m_best;
};

class PlanMaker {
public:
    PlanMaker(const SearchTask& task, const Objective& objective, const SegmentPlan& plan)
        : m_plan(plan), m_search(task, objective, plan)
    {}

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
                for (const auto& [place, top] : groupsOf(values)) {
                    m_search.add(place, m_plan.layers[place].placed->ranked(top));
                }
            }
        }
        std::vector<GroupPlan> plans;
        for (const std::vector<Count>& values : m_search.run()) {
            plans.push_back(planWith(values));
        }
        addWithWholeLeads(plans);
        addSpares(plans);
        return plans;
    }

private:
    GroupPlan planWith(const std::vector<Count>& values)
    {
        GroupPlan plan;
        plan.values = values;
        plan.leads = m_search.leadsFor(values);
        plan.cost = m_search.costOf(values);
        plan.waitsForRoom = m_search.waits(values);
        return plan;
    }

    /// The best plan with the next number of batch groups that no plan has, and with the most. None is better than the others.
    void addSpares(std::vector<GroupPlan>& plans)
    {
        if (plans.empty() || m_plan.placements.size() == 1) {
            return;
        }
        Count most = 0;
        for (const GroupPlan& plan : plans) {
            most = std::max(most, plan.values.front());
        }
        const std::vector<Count>& batches = m_plan.rules->domains().front();
        const auto next = std::upper_bound(batches.begin(), batches.end(), most);
        if (next == batches.end()) {
            return;
        }
        const double worst = plans.back().cost;
        for (const Count batch : std::set{*next, batches.back()}) {
            std::vector<Count> values = plans.front().values;
            values.front() = batch;
            if (std::isfinite(m_search.costOf(values))) {
                GroupPlan& spare = plans.emplace_back(planWith(values));
                spare.cost = std::max(spare.cost, worst);
                spare.isSpare = true;
            }
        }
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
                m_search.add(place, m_plan.layers[place].placed->ranked(top));
            }
        }
    }

    std::vector<std::pair<std::size_t, pipeline::TopGroups>> groupsOf(const std::vector<Count>& values)
    {
        std::vector<std::pair<std::size_t, pipeline::TopGroups>> groups;
        std::vector<Count> outputGroups;
        for (std::size_t place = 0; place < m_plan.placements.size(); ++place) {
            groups.emplace_back(place, m_search.topAt(place, values, outputGroups));
            outputGroups.push_back(
                m_search.bestAt(place, groups.back().second).blocking.factors[Loop::OutputChannel][0]);
        }
        return groups;
    }

    const SegmentPlan& m_plan;
    GroupSearch m_search;
};

} // namespace

const RankedCandidates& LikelyCandidates::find() const { return toChoose ? placed->choices(top) : placed->ranked(top); }

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
