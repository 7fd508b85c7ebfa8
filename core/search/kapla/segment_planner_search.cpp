#include "core/search/kapla/segment_planner.h"

#include "core/search/kapla/group_plans.h"
#include "core/search/kapla/segment_choices.h"
#include "core/support/parallel.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace tilescape::search {

// What the planner searches for a segment: candidates of its layers, its groups, and what these leave to choose from.

namespace {

/// Of a search for groups, where the layers of its segments are new.
constexpr double candidatesPart = 0.5;

} // namespace

/// Candidates are ranked by the way in which they share out a region, which takes a while: all that are new at once.
bool SegmentPlanner::preparePlaced(const std::vector<SegmentPlan*>& segments)
{
    std::map<std::unique_ptr<LayerCandidates>*, const LayerTask*> missing;
    for (const SegmentPlan* plan : segments) {
        for (const PlannedLayer& layer : plan->layers) {
            std::unique_ptr<LayerCandidates>& candidates = m_cache.candidatesAt(layer.candidatesKey);
            if (!candidates) {
                missing.emplace(&candidates, layer.task);
            } else if (m_candidateSets.try_emplace(candidates.get(), candidates->counts()).second) {
                ++m_counts.asked;
                ++m_counts.remembered;
            }
        }
    }
    const std::vector<std::pair<std::unique_ptr<LayerCandidates>*, const LayerTask*>> tasks(missing.begin(),
                                                                                            missing.end());
    std::vector<const dataflow::Region*> grids;
    for (const auto& [candidates, task] : tasks) {
        grids.push_back(&m_cache.regionOf(m_cache.numberOf(dataflow::wholeChip(task->region.extent))));
    }
    forAll(tasks.size(), 0, candidatesPart, [&](std::size_t i) {
        *tasks[i].first = std::make_unique<LayerCandidates>(*tasks[i].second, *grids[i], m_cache.registerTilings());
    });
    if (m_stop.stop_requested()) {
        return false;
    }
    for (const auto& [candidates, task] : tasks) {
        m_candidateSets.try_emplace(candidates->get());
        ++m_counts.asked;
    }
    for (SegmentPlan* plan : segments) {
        for (PlannedLayer& layer : plan->layers) {
            std::unique_ptr<PlacedCandidates>& placed = m_cache.placedAt(layer.key);
            if (!placed) {
                placed = std::make_unique<PlacedCandidates>(*layer.task, *m_cache.candidatesAt(layer.candidatesKey),
                                                            m_cache.hopsOf(*layer.task), m_effort);
            }
            layer.placed = placed.get();
        }
    }
    return true;
}

/// One thread for the candidates of one extent: two would compute the same.
void SegmentPlanner::rankLikelyCandidates(const std::vector<PlansToMake>& segments)
{
    std::map<const LayerCandidates*, std::size_t> numbers;
    std::vector<std::vector<LikelyCandidates>> byCandidates;
    for (const auto& [plan, plans] : segments) {
        for (const LikelyCandidates& ranked : likelyCandidates(*plan)) {
            const auto [known, isNew] = numbers.try_emplace(&ranked.placed->candidates(), byCandidates.size());
            byCandidates.resize(numbers.size());
            byCandidates[known->second].push_back(ranked);
        }
    }
    support::parallelFor(byCandidates.size(), m_threads, [&](std::size_t i) {
        for (const LikelyCandidates& ranked : byCandidates[i]) {
            if (!m_stop.stop_requested()) {
                ranked.find();
            }
        }
    });
}

void SegmentPlanner::search(const std::vector<SegmentPlan*>& segments)
{
    std::vector<PlansToMake> missing;
    if (!preparePlaced(segments)) {
        return;
    }
    for (SegmentPlan* plan : segments) {
        const auto [plans, isNew] = m_cache.plansAt(plan->key);
        plan->plans = plans;
        if (isNew) {
            missing.emplace_back(plan, plans);
        }
        if (m_planned.insert(plans).second) {
            ++m_counts.asked;
            m_counts.remembered += isNew ? 0 : 1;
        }
    }
    rankLikelyCandidates(missing);
    forAll(missing.size(), candidatesPart, 1,
           [&](std::size_t i) { *missing[i].second = planGroups(m_task, m_objective, *missing[i].first); });
    if (m_stop.stop_requested()) {
        for (const auto& [first, plans] : missing) {
            for (SegmentPlan* plan : segments) {
                plan->plans = plan->plans == plans ? nullptr : plan->plans;
            }
            m_cache.forgetPlans(plans);
        }
    }
}

/// In parallel.
void SegmentPlanner::findAll(const std::vector<OpenGroups>& open)
{
    support::parallelFor(open.size(), m_threads, [&](std::size_t i) {
        if (!m_stop.stop_requested()) {
            findChoices(*open[i].plan, *open[i].groups);
        }
    });
    for (const OpenGroups& found : open) {
        m_counts += found.groups->counts;
    }
}

/// Segments of equal keys share their plans: each is added once.
void SegmentPlanner::addNextSpare(const SegmentPlan& plan, std::vector<OpenGroups>& open)
{
    std::vector<GroupPlan>& plans = *m_cache.plansAt(plan.key).first;
    GroupPlan& next = plans[static_cast<std::size_t>(plan.nextSpare() - plans.data())];
    if (std::none_of(open.begin(), open.end(), [&next](const OpenGroups& other) { return other.groups == &next; })) {
        open.push_back({&plan, &next});
    }
}

void SegmentPlanner::choose(const std::vector<SegmentPlan*>& segments)
{
    std::vector<const SegmentPlan*> asked;
    std::set<const std::vector<GroupPlan>*> seen;
    for (SegmentPlan* plan : segments) {
        plan->hasChoices = true;
        if (plan->plans && seen.insert(plan->plans).second) {
            asked.push_back(plan);
        }
    }
    std::vector<OpenGroups> open;
    for (const SegmentPlan* plan : asked) {
        for (GroupPlan& groups : *m_cache.plansAt(plan->key).first) {
            if (!groups.hasChoices && !groups.isSpare) {
                open.push_back({plan, &groups});
            }
        }
    }
    do {
        findAll(open);
        open.clear();
        for (const SegmentPlan* plan : asked) {
            if (const GroupPlan* const next = plan->nextSpare(); next && next->cost < plan->cost()) {
                addNextSpare(*plan, open);
            }
        }
    } while (!open.empty() && !m_stop.stop_requested());
}

void SegmentPlanner::chooseSpares(const std::vector<SegmentPlan*>& segments)
{
    std::vector<OpenGroups> open;
    for (const SegmentPlan* plan : segments) {
        addNextSpare(*plan, open);
    }
    findAll(open);
}

} // namespace tilescape::search
