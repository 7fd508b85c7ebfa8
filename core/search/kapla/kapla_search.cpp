#include "core/search/kapla/kapla_search.h"

#include "core/search/kapla/chain_planner.h"
#include "core/search/kapla/layout_chain.h"
#include "core/search/space/infinite.h"
#include "core/search/space/layer_obstacles.h"
#include "core/search/space/run_order.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>

namespace tilescape::search {

namespace {

/// Of chains that are looked for once layouts are known: what turns out to have no room comes back on one grid after another.
constexpr int mostRounds = 16;
/// Another round is worth its time where the last two, or the first, made the best schedule better by this fraction.
constexpr double leastGainOfTwo = 0.0025;
/// So many rounds at most where only that gain speaks for them: those after them gain less.
constexpr int mostRoundsForGain = 6;

/// Of the energy.
double partOfHops(const ChainAnswer& answer)
{
    cost::Energy energy;
    for (const pipeline::PlacedLayer& placed : answer.layers) {
        energy += placed.cost.energy;
    }
    return energy.noc / energy.total();
}

/// Plans chains of segments and lays them out, in turn.
class KaplaSearch {
public:
    KaplaSearch(const SearchTask& task, const Objective& objective, KaplaCache& cache, const ChainControl& control)
        : m_task(task),
          m_control(control),
          m_order(runOrder(task.network)),
          m_planner(task, objective, cache, control),
          m_chainMaker(task, objective, m_order, cache.layouts(), control)
    {
        if (!control.given) {
            m_planner.setOnPlanned([this] { layOutPlanned(); });
        }
    }

    ChainAnswer run()
    {
        SegmentChoices choices(m_order.size());
        bool reachesTheEnd = false;
        for (const ChainPlanner::Kind kind : kindsToPlan()) {
            m_planner.setKind(kind);
            const bool isOpen = kind == ChainPlanner::Kind::Any && !m_control.given;
            if (isOpen) {
                layOutBestChain();
            }
            while (m_planner.findSegments() || (isOpen && m_planner.findSmallerGrids())) {
            }
            if (!m_control.stop.stop_requested() && m_planner.reachesTheEnd()) {
                reachesTheEnd = true;
                m_planner.addChoicesOfBest(choices);
            }
        }
        std::optional<LeastCosts> known;
        if (reachesTheEnd) {
            known = layOut(choices);
        }
        // Again where that paid, or where a segment of the chain that was expected to be best turned out to have no room in any schedule:
        // then that is known, and the next is due. Of few layers on a small chip, as long as there is any.
        bool isAgain = known.has_value() && !m_control.given;
        double beforeLast = infinite; // the best cost two rounds ago
        for (int round = 0; round < mostRounds && isAgain && addBetterChains(choices, *known); ++round) {
            const double before = m_best->cost;
            std::optional<LeastCosts> now = layOut(choices);
            const bool hasPaid = round + 1 < mostRoundsForGain
                                 && m_best->cost < (round == 0 ? before : beforeLast) * (1 - leastGainOfTwo);
            beforeLast = before;
            isAgain = now && (WorkingTiles::isTiny(m_task) || hasPaid || hasSegmentWithoutRoom(m_planner.best(), *now));
            if (now) {
                known = std::move(now);
            }
        }
        ChainAnswer answer;
        const bool isStopped = m_control.stop.stop_requested();
        if (m_best && !isStopped) {
            answer = answerOf(*m_best);
        } else if (!isStopped && !m_control.given) {
            answer.obstacles = findObstacles(m_task, m_control.threads);
        }
        answer.complete = false;
        answer.counts = m_planner.counts();
        answer.runOutcomes = m_planner.runOutcomes(m_chained);
        return answer;
    }

private:
    /// `LayoutChain::leastCosts`.
    using LeastCosts = std::map<const GroupPlan*, double>;

    /// The best chain of these, kept and told of if it is better than those before. Empty if there is none.
    std::optional<LeastCosts> layOut(const SegmentChoices& choices)
    {
        for (const std::vector<SegmentChoice>& atPlace : choices) {
            for (const SegmentChoice& choice : atPlace) {
                m_chained.insert(choice.plan);
            }
        }
        std::optional<LayoutChain> chain = m_chainMaker.best(choices);
        if (!chain) {
            return std::nullopt;
        }
        m_chainCounts += chain->counts;
        LeastCosts known = std::move(chain->leastCosts);
        if (!m_best || chain->cost < m_best->cost) {
            m_best = std::move(chain);
            if (WorkingTiles::isTiny(m_task)) {
                m_planner.learnPartOfHops(partOfHops(answerOf(*m_best)));
            }
            if (m_control.onBetter && !m_control.stop.stop_requested()) {
                m_control.onBetter(answerOf(*m_best));
            }
        }
        return known;
    }

    /// The segments of the best chain so far, before others are looked at that may be about as good: soon there, and sometimes better than what
    /// is found among many, of which few layouts are kept. Where they have no room together, those that are about as good at once.
    void layOutBestChain()
    {
        while (m_planner.findSegments()) {
        }
        if (m_control.stop.stop_requested() || !m_planner.reachesTheEnd()) {
            return;
        }
        SegmentChoices choices = choicesOf(m_planner.best());
        if (!layOut(choices)) {
            m_planner.addChoicesOfBest(choices);
            layOut(choices);
        }
    }

    /// The best chain of the segments that are planned so far, if it is about as good as the best may be: an answer that is there soon.
    void layOutPlanned()
    {
        if (m_best) {
            return;
        }
        if (const std::vector<SegmentPlan*> chain = m_planner.bestPlanned(); !chain.empty()) {
            layOut(choicesOf(chain));
        }
    }

    /// All that is known of these segments.
    [[nodiscard]] SegmentChoices choicesOf(const std::vector<SegmentPlan*>& plans) const
    {
        SegmentChoices choices(m_order.size());
        for (const SegmentPlan* plan : plans) {
            for (const GroupPlan& groups : *plan->plans) {
                if (plan->isUsable(groups)) {
                    choices[plan->segment.first].push_back({plan, &groups});
                }
            }
        }
        return choices;
    }

    /// Priced, but without the counts of the segments' search.
    [[nodiscard]] ChainAnswer answerOf(const LayoutChain& chain) const
    {
        ChainAnswer answer;
        answer.inputPartition = chain.inputPartition;
        answer.layers = chain.layers;
        answer.chains = m_chainCounts;
        for (const GroupPlan* groups : chain.groups) {
            answer.blockings.push_back(groups->counts);
        }
        answer.segments = pipeline::priceLayers(m_task, answer.inputPartition, answer.layers);
        return answer;
    }

    [[nodiscard]] std::vector<ChainPlanner::Kind> kindsToPlan() const
    {
        std::vector<ChainPlanner::Kind> kinds{ChainPlanner::Kind::Any};
        if (m_control.given) {
            return kinds;
        }
        if (m_task.space.spatialPipelining && m_task.space.keepOutputsOnChip) {
            kinds.push_back(ChainPlanner::Kind::OneRegion);
        }
        if (m_task.space.spatialPipelining || m_task.space.keepOutputsOnChip) {
            kinds.push_back(ChainPlanner::Kind::OneLayer);
        }
        return kinds;
    }

    /// Plans chains that are expected to be better than the best schedule, now that it is known what segments cost in
    /// schedules. False if there are none, or none that was not among the choices.
    bool addBetterChains(SegmentChoices& choices, const LeastCosts& known)
    {
        if (!m_planner.planBetter(m_best->cost, known)) {
            return false;
        }
        const auto count = [&choices] {
            return std::accumulate(choices.begin(), choices.end(), std::size_t{0},
                                   [](std::size_t sum, const auto& atPlace) { return sum + atPlace.size(); });
        };
        const std::size_t before = count();
        m_planner.addChoicesOfBest(choices);
        return count() > before;
    }

    /// Whether some planned segment of the chain was added to no schedule, with any of its groups.
    [[nodiscard]] static bool hasSegmentWithoutRoom(const std::vector<SegmentPlan*>& chain, const LeastCosts& known)
    {
        const auto hasNoRoom = [&known](const GroupPlan& groups) {
            const auto own = known.find(&groups);
            return own == known.end() || !std::isfinite(own->second);
        };
        return std::any_of(chain.begin(), chain.end(), [&hasNoRoom](const SegmentPlan* plan) {
            return plan->plans && std::all_of(plan->plans->begin(), plan->plans->end(), hasNoRoom);
        });
    }

    const SearchTask& m_task;
    const ChainControl& m_control;
    std::vector<std::size_t> m_order;
    ChainPlanner m_planner;
    ChainMaker m_chainMaker;
    ChainCounts m_chainCounts;              ///< of all chains that were laid out
    std::set<const SegmentPlan*> m_chained; ///< in one of them
    std::optional<LayoutChain> m_best;
};

} // namespace

ChainAnswer searchKapla(const SearchTask& task, const Objective& objective, KaplaCache& cache,
                        const ChainControl& control)
{
    const std::unique_lock lock = cache.tryLock();
    if (!lock || control.effort != 1) { // what the cache holds was found with the usual limits
        KaplaCache own;
        own.begin();
        return KaplaSearch(task, objective, own, control).run();
    }
    if (control.given) {
        cache.goOn();
    } else {
        cache.begin();
    }
    return KaplaSearch(task, objective, cache, control).run();
}

} // namespace tilescape::search
