#include "core/search/kapla/layer_candidates.h"

#include "core/search/exhaustive/layer_search.h"
#include "core/search/kapla/candidate_choice.h"
#include "core/search/kapla/candidate_ranking.h"
#include "core/search/kapla/kapla_cache.h"
#include "core/search/kapla/placed_candidates.h"
#include "layer_tasks.h"

#include <QTest>

#include <algorithm>
#include <limits>

using namespace tilescape;
using samples::someLayers;
using samples::taskOf;
using search::LayerCandidates;
using search::LayerTask;
using search::PlacedCandidates;

namespace {

/// Of every partition and blocking, the hops counted by the model, the input as near as can be.
double leastByExhaustiveSearch(const LayerTask& task)
{
    const auto table = search::partitionTable(task, 1, {});
    const auto answer = search::searchLayer(task, *table, {}, 1, {});
    double least = std::numeric_limits<double>::infinity();
    for (const search::PartitionChoice& choice : answer->partitions) {
        Count inputHops = 0;
        const cost::MapGroups& groups = table->partitions[choice.number].inputs;
        for (std::size_t number = 0; number < groups.size(); ++number) {
            inputHops += groups[number].range.size() * groups[number].treeHops;
        }
        for (const search::BlockingChoice& blocking : choice.blockings) {
            const double hops = cost::hopsOfAll({choice.weightHops, inputHops, choice.outputHops}, blocking.fetches);
            least = std::min(least, blocking.energyPj + task.machine.prices.hopPj * hops);
        }
    }
    return least;
}

} // namespace

class TestLayerCandidates : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void boundsEverySchemeFromBelow();
    void answersDoNotDependOnWhoAskedBefore();
    void placedCandidatesHoldWhatIsCloseToTheBest();
    void theLeastEstimateIsThatOfTheRanking();
    void shortRankingsAreTheBeginningOfLongOnes();
};

void TestLayerCandidates::boundsEverySchemeFromBelow()
{
    for (const network::Layer& layer : someLayers()) {
        for (const bool pipelined : {false, true}) {
            const LayerTask task = taskOf(layer, {4, 2}, {3, 5}, pipelined);
            const double best = leastByExhaustiveSearch(task);
            const double bound = LayerCandidates(task).least();
            QVERIFY2(bound > 0 && bound <= best * (1 + 1e-9),
                     qPrintable(QString("%1: %2 pJ bound, %3 pJ found").arg(layer.name.c_str()).arg(bound).arg(best)));
        }
    }
}

void TestLayerCandidates::answersDoNotDependOnWhoAskedBefore()
{
    const LayerTask task = taskOf(someLayers().front(), {4, 4}, {0, 0}, true);
    LayerCandidates fresh(task);
    LayerCandidates asked(taskOf(someLayers().front(), {4, 4}, {8, 8}, true));
    for (std::size_t number = asked.ranking().size(); number-- > 0;) {
        asked.bestOf(number, {2, 0, 0});
        asked.bestOf(number, {});
    }
    QCOMPARE(asked.ranking().size(), fresh.ranking().size());
    for (std::size_t number = 0; number < fresh.ranking().size(); ++number) {
        const search::ClassBest a = fresh.bestOf(number, {2, 0, 0});
        const search::ClassBest b = asked.bestOf(number, {2, 0, 0});
        QVERIFY(a.energyPj == b.energyPj && a.cycles == b.cycles && a.fetches == b.fetches);
    }
}

void TestLayerCandidates::theLeastEstimateIsThatOfTheRanking()
{
    search::KaplaCache cache;
    for (const network::Layer& layer : someLayers()) {
        for (const bool pipelined : {false, true}) {
            for (const Extent extent : {Extent{4, 4}, Extent{3, 8}, Extent{16, 16}, Extent{1, 5}}) {
                const LayerTask task = taskOf(layer, extent, {0, 0}, pipelined);
                LayerCandidates candidates(task);
                LayerCandidates others(task); // nothing is known from the first
                PlacedCandidates placed(task, candidates, cache.hopsOf(task), {});
                PlacedCandidates ranked(task, others, cache.hopsOf(task), {});
                QCOMPARE(placed.least().cost, ranked.ranked({}).cost);
            }
        }
    }
}

void TestLayerCandidates::shortRankingsAreTheBeginningOfLongOnes()
{
    search::KaplaCache cache;
    for (const network::Layer& layer : someLayers()) {
        for (const pipeline::TopGroups& top : {pipeline::TopGroups{}, pipeline::TopGroups{2, 0, 0}}) {
            const LayerTask task = taskOf(layer, {4, 4}, {0, 0}, true);
            LayerCandidates candidates(task);
            PlacedCandidates placed(task, candidates, cache.hopsOf(task), {});
            const auto few = search::rankCandidates(placed, top, {}, 3);
            const auto many = search::rankCandidates(placed, top, {}, 12);
            QCOMPARE(few.cost, many.cost);
            QVERIFY(few.partitions.size() <= 3 && few.partitions.size() <= many.partitions.size());
            for (std::size_t number = 0; number < few.partitions.size(); ++number) {
                QVERIFY(few.partitions[number]->partition() == many.partitions[number]->partition());
            }
        }
    }
}

void TestLayerCandidates::placedCandidatesHoldWhatIsCloseToTheBest()
{
    search::KaplaCache cache;
    for (const network::Layer& layer : someLayers()) {
        const LayerTask task = taskOf(layer, {4, 4}, {0, 0}, true);
        LayerCandidates candidates(task);
        PlacedCandidates placed(task, candidates, cache.hopsOf(task), {});
        search::SearchCounts counts;
        double found = std::numeric_limits<double>::infinity();
        for (const search::CandidateChoice& choice : chooseCandidates(placed.choices({}), {}, {}, counts)) {
            const search::CountedPartition& counted = choice.partition->counted();
            Count inputHops = 0;
            const cost::MapGroups& groups = counted.inputs;
            for (std::size_t number = 0; number < groups.size(); ++number) {
                inputHops += groups[number].range.size() * groups[number].treeHops;
            }
            for (const search::BlockingChoice& blocking : choice.blockings) {
                const double hops = cost::hopsOfAll({counted.weightHops, inputHops, counted.outputHops}, blocking.fetches);
                found = std::min(found, blocking.energyPj + task.machine.prices.hopPj * hops);
            }
        }
        const double best = leastByExhaustiveSearch(task);
        QVERIFY2(found >= best * (1 - 1e-9) && found <= best * 1.01,
                 qPrintable(QString("%1: %2 pJ, %3 pJ").arg(layer.name.c_str()).arg(found).arg(best)));
    }
}

QTEST_GUILESS_MAIN(TestLayerCandidates)
#include "tst_layer_candidates.moc"
