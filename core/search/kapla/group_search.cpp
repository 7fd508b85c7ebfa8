#include "core/search/kapla/group_search.h"

#include "core/search/space/infinite.h"
#include "core/search/space/working_tiles.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace tilescape::search {

namespace {

constexpr int mostSweeps = 3;
/// Of groups that are looked at in search of some that fit.
constexpr int mostStarts = 256;
/// Regions wait for memory where it takes this part of the segment's cycles.
constexpr double leastMemoryBound = 0.95;
constexpr int frugalSteps = 4;

} // namespace

GroupSearch::GroupSearch(const SearchTask& task, const Objective& objective, const SegmentPlan& plan)
    : m_task(task),
      m_objective(objective),
      m_plan(plan),
      m_domains(plan.rules->domains()),
      m_plansKept(plan.layers.front().placed->effort().plans),
      m_blockings(plan)
{}

void GroupSearch::add(std::size_t place, const RankedCandidates& ranked)
{
    if (m_blockings.add(place, ranked)) {
        m_costs.clear();
        m_leads.clear();
    }
}

std::vector<std::vector<Count>> GroupSearch::run()
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

bool GroupSearch::fitsFinestBatch() { return std::isfinite(leastWith(m_domains.front().back())); }

double GroupSearch::costOf(const std::vector<Count>& values, double limit)
{
    return costBelow(limit, values).value;
}

bool GroupSearch::waits(const std::vector<Count>& values) { return costBelow(infinite, values).waits; }

/// Of all layers of each region, each with its best blocking. What may be taken in pieces may also be taken in one.
bool GroupSearch::haveRoom(const std::vector<Count>& values)
{
    std::vector<std::vector<pipeline::RegionShare>> choices;
    const std::vector<pipeline::TopGroups> tops = topsFor(values);
    for (std::size_t place = 0; place < tops.size(); ++place) {
        std::vector<pipeline::TopGroups> asked{tops[place]};
        if (m_plan.rules->mayTakePieces(place)) {
            asked.push_back(inOnePiece(tops[place]));
        }
        std::vector<pipeline::RegionShare>& own = choices.emplace_back();
        for (const pipeline::TopGroups& top : asked) {
            const BestBlocking& best = m_blockings.bestAt(place, {top});
            if (std::isfinite(best.cost)) {
                own.push_back(best.share);
                own.back().blocking = &best.blocking;
            }
        }
    }
    for (std::size_t place = 0; place < choices.size(); ++place) {
        std::vector<pipeline::RegionShare> shares;
        if (m_plan.room->firstAt(place) == place && m_plan.room->hasNext(place)
            && !haveRoomFrom(place, choices, shares)) {
            return false;
        }
    }
    return true;
}

/// Whether the layer at `place` and those after it on its tiles have room with one of the choices of each, beside `shares` of those before.
bool GroupSearch::haveRoomFrom(std::size_t place, const std::vector<std::vector<pipeline::RegionShare>>& choices,
                               std::vector<pipeline::RegionShare>& shares) const
{
    for (const pipeline::RegionShare& own : choices[place]) {
        shares.push_back(own);
        const bool fits = m_plan.room->fits(m_plan.room->firstAt(place), shares)
                          && (!m_plan.room->hasNext(place) || haveRoomFrom(place + 1, choices, shares));
        shares.pop_back();
        if (fits) {
            return true;
        }
    }
    return false;
}

std::vector<pipeline::TopGroups> GroupSearch::topsFor(const std::vector<Count>& values)
{
    std::vector<pipeline::TopGroups> tops;
    std::vector<Count> outputGroups;
    for (std::size_t place = 0; place < m_plan.placements.size(); ++place) {
        tops.push_back(topAt(place, values, outputGroups));
        outputGroups.push_back(m_blockings.bestAt(place, {tops.back()}).blocking.factors[Loop::OutputChannel][0]);
    }
    return tops;
}

SegmentCost GroupSearch::costBelow(double limit, const std::vector<Count>& values)
{
    if (const auto known = m_costs.find(values); known != m_costs.end()) {
        return known->second;
    }
    std::vector<const BestBlocking*> layers;
    std::vector<pipeline::TopGroups> tops;
    std::vector<Count> outputGroups;
    for (std::size_t place = 0; place < m_plan.placements.size(); ++place) {
        tops.push_back(topAt(place, values, outputGroups));
        layers.push_back(&m_blockings.bestAt(place, {tops.back()}));
        if (!std::isfinite(layers.back()->cost)) {
            return {layers.back()->cost, false};
        }
        outputGroups.push_back(layers.back()->blocking.factors[Loop::OutputChannel][0]);
        tops.back().output = outputGroups.back();
    }
    SegmentCost cost = segmentCost(m_task, m_objective, m_plan, layers, limit);
    if (cost.waits) {
        const auto lowerWith = [&](const auto& limitsAt) {
            std::vector<const BestBlocking*> others = layers;
            for (std::size_t place = 0; place < layers.size(); ++place) {
                if (const std::optional<BlockingLimits> limits = limitsAt(place)) {
                    const BestBlocking& roomy = m_blockings.bestAt(place, *limits);
                    others[place] = std::isfinite(roomy.cost) ? &roomy : layers[place];
                }
            }
            if (others != layers) {
                cost.value = std::min(
                    cost.value, segmentCost(m_task, m_objective, m_plan, others, std::min(limit, cost.value)).value);
            }
        };
        lowerWith([&](std::size_t place) {
            return m_plan.room->handsOver(place) ? std::optional(withSecondPiece(tops[place])) : std::nullopt;
        });
        if (m_task.space.bufferBypass[Tensor::Input]) { // else it is held in any case
            for (const InputRoom room : {InputRoom::InBuffer, InputRoom::AtOnce}) {
                lowerWith([&](std::size_t place) {
                    return m_plan.room->takesOver(place) ? std::optional(withInputRoom(tops[place], room))
                                                         : std::nullopt;
                });
            }
        }
    }
    if (cost.value < limit) {
        m_costs.emplace(values, cost);
    }
    return cost;
}

/// Not on large chips, where nothing was seen to be gained by it.
bool GroupSearch::mayWaitForMemory() const
{
    return m_objective.delayFirst && m_plan.regions.size() > 1 && WorkingTiles::isSmall(m_task);
}

/// Each layer by itself takes the blocking that is fastest, whatever it asks of memory as long as that is no slower. Where together they
/// wait for memory, others that ask for less are faster, though each takes longer: as long as the slowest region, up to as long as the
/// segment.
double GroupSearch::frugalCostOf(const std::vector<Count>& values)
{
    const double cost = costOf(values);
    if (!mayWaitForMemory() || !std::isfinite(cost)) {
        return cost;
    }
    const std::vector<pipeline::TopGroups> tops = topsFor(values);
    std::vector<const BestBlocking*> fastest;
    double dramCycles = 0;
    std::vector<double> ofRegions(m_plan.regions.size());
    const auto regionAt = [this](std::size_t place) {
        return static_cast<std::size_t>(m_plan.placements[place].slot.region);
    };
    for (std::size_t place = 0; place < tops.size(); ++place) {
        fastest.push_back(&m_blockings.bestAt(place, {tops[place]}));
        dramCycles += fastest.back()->dramCycles;
        ofRegions[regionAt(place)] += fastest.back()->cycles;
    }
    const double slowest = *std::max_element(ofRegions.begin(), ofRegions.end());
    if (dramCycles < leastMemoryBound * cost || !(slowest < cost)) {
        return cost;
    }
    double least = cost;
    for (int step = 0; step < frugalSteps; ++step) {
        const double time = slowest + (cost - slowest) * step / frugalSteps;
        std::vector<const BestBlocking*> layers;
        for (std::size_t place = 0; place < tops.size(); ++place) {
            pipeline::TopGroups top = tops[place];
            top.output = fastest[place]->blocking.factors[Loop::OutputChannel][0]; // those that others take over
            const double most = fastest[place]->cycles * time / ofRegions[regionAt(place)];
            const BestBlocking* const frugal = m_blockings.frugalAt(place, {top}, most);
            layers.push_back(frugal ? frugal : fastest[place]);
        }
        least = std::min(least, segmentCost(m_task, m_objective, m_plan, layers, least).value);
    }
    return least;
}

/// The groups asked of a layer: those of the constraints, and of a layer whose free choice those that take it over cannot follow,
/// the output groups that suit all of them best.
pipeline::TopGroups GroupSearch::topAt(std::size_t place, const std::vector<Count>& values, const std::vector<Count>& outputGroups)
{
    pipeline::TopGroups top = m_plan.rules->groupsAt(place, values, outputGroups);
    if (top.output == 0) {
        top.output = leadAt(place, values, top);
    }
    return top;
}

/// Layers one by one, each with the groups of channels that it likes best.
double GroupSearch::leastWith(Count batch)
{
    double least = 0;
    for (std::size_t place = 0; place < m_plan.placements.size() && std::isfinite(least); ++place) {
        const pipeline::TopGroups bound = m_plan.rules->groupsAt(place, anyValues(), std::vector<Count>(place, 0));
        least += m_blockings.bestAt(place, {{bound.batch == 0 ? 0 : batch, 0, 0}}).cost;
    }
    return least;
}

/// Any values: what they are does not matter.
std::vector<Count> GroupSearch::anyValues() const
{
    std::vector<Count> values;
    for (const std::vector<Count>& domain : m_domains) {
        values.push_back(domain.front());
    }
    return values;
}

/// From the middle, the finest, the coarsest groups, or from those between: whichever fit first. Of a small problem from any that fit.
void GroupSearch::descend(Count batch)
{
    std::vector<Count> values;
    double cost = infinite;
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
    if (!std::isfinite(cost) && m_plan.looksForRoom) {
        values = firstThatFit(batch);
        cost = values.empty() ? infinite : sumOf(values);
    }
    if (!std::isfinite(cost)) {
        return;
    }
    // The sum leads to the neighbourhood, the segment's own time decides which of its regions are worth more.
    improve(values, [this](const std::vector<Count>& other, double /*limit*/) { return sumOf(other); });
    improve(values, [this](const std::vector<Count>& other, double limit) { return costOf(other, limit); });
    if (mayWaitForMemory()) {
        improve(values, [this](const std::vector<Count>& other, double /*limit*/) { return frugalCostOf(other); });
    }
    offer(values);
}

/// The first values with which every layer by itself has a blocking, of so many in their order; empty if there are none.
std::vector<Count> GroupSearch::firstThatFit(Count batch)
{
    std::vector<std::size_t> places(m_domains.size(), 0);
    std::vector<Count> values = anyValues();
    values.front() = batch;
    for (int tried = 0; tried < mostStarts; ++tried) {
        if (std::isfinite(sumOf(values))) {
            return values;
        }
        std::size_t variable = m_domains.size() - 1;
        while (variable > 0 && places[variable] + 1 == m_domains[variable].size()) {
            places[variable] = 0;
            values[variable] = m_domains[variable].front();
            --variable;
        }
        if (variable == 0) {
            break;
        }
        values[variable] = m_domains[variable][++places[variable]];
    }
    return {};
}

/// One variable after the other takes the value that costs least, until none does better. `costOfValues(values, limit)` need not be
/// exact where it is not below the limit.
template <typename Cost>
void GroupSearch::improve(std::vector<Count>& values, const Cost& costOfValues)
{
    double cost = costOfValues(values, infinite);
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
        if (m_objective.delayFirst) {
            improveTogether(values, cost, costOfValues);
        }
        if (!(cost < before)) {
            break;
        }
    }
}

/// All variables take the same value, where they can: branches side by side wait for the slowest, so that what pays in all of them may
/// pay in none alone.
template <typename Cost>
void GroupSearch::improveTogether(std::vector<Count>& values, double& cost, const Cost& costOfValues)
{
    for (const Count value : values.size() > 2 ? m_domains[1] : std::vector<Count>{}) {
        std::vector<Count> other = values;
        for (std::size_t variable = 1; variable < values.size(); ++variable) {
            const std::vector<Count>& domain = m_domains[variable];
            const bool mayTake = std::find(domain.begin(), domain.end(), value) != domain.end();
            other[variable] = mayTake ? value : other[variable];
        }
        const double own = costOfValues(other, cost);
        if (own < cost) {
            cost = own;
            values = other;
        }
    }
}

/// Of the layers one by one.
double GroupSearch::sumOf(const std::vector<Count>& values)
{
    double sum = 0;
    std::vector<Count> outputGroups;
    for (std::size_t place = 0; place < m_plan.placements.size() && std::isfinite(sum); ++place) {
        const BestBlocking& best = m_blockings.bestAt(place, {topAt(place, values, outputGroups)});
        sum += best.cost;
        outputGroups.push_back(best.blocking.factors[Loop::OutputChannel][0]);
    }
    return sum;
}

void GroupSearch::offer(const std::vector<Count>& values)
{
    const double cost = frugalCostOf(values);
    if (!std::isfinite(cost)) {
        return;
    }
    const auto place = std::upper_bound(m_best.begin(), m_best.end(), cost,
                                        [](double own, const auto& best) { return own < best.first; });
    m_best.insert(place, {cost, values});
    m_best.resize(std::min(m_best.size(), m_plansKept));
}

} // namespace tilescape::search
