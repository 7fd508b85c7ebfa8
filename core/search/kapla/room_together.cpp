#include "core/search/kapla/room_together.h"

#include "core/search/space/infinite.h"
#include "core/search/space/objective.h"
#include "core/search/space/region_shares.h"

#include <algorithm>

namespace tilescape::search {

namespace {

/// Choices of a layer that are looked at beside others.
constexpr int mostSteps = 2000;
constexpr int mostStepsOfSmall = 20000; // `SearchEffort::looksForRoom`

/// Of a blocking.
double choiceCost(const SegmentPlan& plan, std::size_t place, const CandidateChoice& choice,
                  const BlockingChoice& blocking)
{
    double energyPj = blocking.energyPj;
    for (const Tensor tensor : allTensors) {
        energyPj += choice.partition->fetchPj()[static_cast<std::size_t>(tensor)]
                    * static_cast<double>(blocking.fetches[tensor]);
    }
    return scalarOf(plan.layers[place].task->objective, energyPj, blocking.cycles);
}

/// Of a layer's best choice.
double leastCost(const SegmentPlan& plan, std::size_t place, const std::vector<CandidateChoice>& choices)
{
    double least = infinite;
    for (const CandidateChoice& choice : choices) {
        for (const BlockingChoice& blocking : choice.blockings) {
            least = std::min(least, choiceCost(plan, place, choice, blocking));
        }
    }
    return least;
}

} // namespace

double sumOfBest(const SegmentPlan& plan, const std::vector<std::vector<CandidateChoice>>& choices)
{
    double sum = 0;
    for (std::size_t place = 0; place < choices.size(); ++place) {
        sum += leastCost(plan, place, choices[place]);
    }
    return sum;
}

RoomTogether::RoomTogether(const SegmentPlan& plan, const std::vector<std::vector<CandidateChoice>>& choices)
    : m_plan(plan), m_mostSteps(plan.looksForRoom ? mostStepsOfSmall : mostSteps)
{
    for (std::size_t place = 0; place < choices.size(); ++place) {
        const double least = leastCost(plan, place, choices[place]);
        std::vector<Own> own;
        for (const CandidateChoice& choice : choices[place]) {
            for (const BlockingChoice& blocking : choice.blockings) {
                own.push_back({choiceCost(plan, place, choice, blocking) - least,
                               shareOf(choice.partition->partition(), blocking)});
            }
        }
        std::stable_sort(own.begin(), own.end(), [](const Own& a, const Own& b) { return a.over < b.over; });
        m_choices.push_back(std::move(own));
        m_least.push_back(least);
    }
}

bool RoomTogether::isThere(double mostOver)
{
    return allRegions(
               [&](std::size_t first, double least) { return leastOver(first, least * mostOver, least * mostOver); })
           < infinite;
}

double RoomTogether::leastOver()
{
    return allRegions([this](std::size_t first, double /*least*/) { return leastOver(first, infinite, 0); });
}

/// The sum of `overOf(first place, sum of what the best choice of each layer costs)` of the regions.
template <typename OverOf>
double RoomTogether::allRegions(const OverOf& overOf)
{
    double sum = 0;
    for (std::size_t first = 0; first < m_choices.size() && sum < infinite; ++first) {
        if (m_plan.room->firstAt(first) == first && m_plan.room->hasNext(first)) {
            double least = 0;
            for (std::size_t place = first; place < m_choices.size(); ++place) {
                least += m_plan.room->firstAt(place) == first ? m_least[place] : 0;
            }
            sum += overOf(first, least);
        }
    }
    return sum;
}

/// Of the region whose first layer is at `first`.
double RoomTogether::leastOver(std::size_t first, double most, double enough)
{
    m_steps = 0;
    m_shares.clear();
    m_best = infinite;
    m_most = most;
    m_enough = enough;
    extend(first, 0);
    return m_steps > m_mostSteps ? 0 : m_best;
}

/// With the layer at `place` and those after it, beside `m_shares`, which cost so much above their best.
void RoomTogether::extend(std::size_t place, double over)
{
    const std::size_t first = m_plan.room->firstAt(place);
    for (const Own& own : m_choices[place]) {
        const double all = over + own.over;
        if (all > m_most || !(all < m_best) || m_best <= m_enough || ++m_steps > m_mostSteps) {
            return;
        }
        m_shares.push_back(own.share);
        if (m_plan.room->fits(first, m_shares)) {
            if (m_plan.room->hasNext(place)) {
                extend(place + 1, all);
            } else {
                m_best = all;
            }
        }
        m_shares.pop_back();
    }
}

} // namespace tilescape::search
