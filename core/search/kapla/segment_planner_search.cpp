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

void SegmentPlanner::choose(const std::vector<SegmentPlan*>& segments)
{
    std::vector<std::pair<const SegmentPlan*, std::vector<GroupPlan>*>> asked;
    std::set<const std::vector<GroupPlan>*> seen;
    for (SegmentPlan* plan : segments) {
        plan->hasChoices = true;
        if (plan->plans && seen.insert(plan->plans).second) {
            asked.emplace_back(plan, m_cache.plansAt(plan->key).first);
        }
    }
    struct Missing {
        const SegmentPlan* plan = nullptr;
        GroupPlan* groups = nullptr;
    };
    std::vector<Missing> missing;
    const auto findMissing = [&] {
        support::parallelFor(missing.size(), m_threads, [&](std::size_t i) {
            if (!m_stop.stop_requested()) {
                findChoices(*missing[i].plan, *missing[i].groups);
            }
        });
        for (const Missing& found : missing) {
            m_counts += found.groups->counts;
        }
    };
    for (const auto& [plan, plans] : asked) {
        for (GroupPlan& groups : *plans) {
            if (!groups.hasChoices && !groups.isSpare) {
                missing.push_back({plan, &groups});
            }
        }
    }
    findMissing();
    do {
        missing.clear();
        for (const auto& [plan, plans] : asked) {
            const auto next =
                std::find_if(plans->begin(), plans->end(), [](const GroupPlan& groups) { return !groups.hasChoices; });
            if (next != plans->end() && next->cost < plan->cost()) {
                missing.push_back({plan, &*next});
            }
        }
        findMissing();
    } while (!missing.empty() && !m_stop.stop_requested());
}

} // namespace tilescape::search
