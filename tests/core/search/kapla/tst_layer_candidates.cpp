#include "core/search/kapla/layer_candidates.h"

#include "core/dataflow/sharing.h"
#include "core/search/exhaustive/layer_search.h"
#include "core/search/kapla/candidate_choice.h"
#include "core/search/kapla/candidate_ranking.h"
#include "core/search/kapla/hop_estimate.h"
#include "core/search/kapla/kapla_cache.h"
#include "core/search/kapla/placed_candidates.h"
#include "core/search/space/partition_geometry.h"
#include "core/support/parallel.h"
#include "layer_tasks.h"
#include "tests/registered.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tst_layer_candidates {

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
    void whatTwoThreadsSearchAtOnceCountsOnce();
    void placedCandidatesHoldWhatIsCloseToTheBest();
    void theLeastEstimateIsThatOfTheRanking();
    void shortRankingsAreTheBeginningOfLongOnes();
    void whatIsRuledOutIsOfNoUse();
    void weightsGoToAllTilesThatNeedThem();
    void gradientsOfWeightsGoToTheNearestChannel();

private:
    search::RegisterTilingCache tilings;
};

void TestLayerCandidates::whatTwoThreadsSearchAtOnceCountsOnce()
{
    const LayerTask task = taskOf(someLayers().front(), {4, 2}, {3, 5}, false);
    LayerCandidates alone(task, tilings);
    alone.best();
    for (int round = 0; round < 40; ++round) {
        LayerCandidates shared(task, tilings);
        support::parallelFor(4, 2, [&shared](std::size_t) { shared.best(); });
        QCOMPARE(shared.counts().considered, alone.counts().considered);
    }
}

void TestLayerCandidates::boundsEverySchemeFromBelow()
{
    for (const network::Layer& layer : someLayers()) {
        for (const bool pipelined : {false, true}) {
            const LayerTask task = taskOf(layer, {4, 2}, {3, 5}, pipelined);
            const double best = leastByExhaustiveSearch(task);
            const double bound = LayerCandidates(task, tilings).least();
            QVERIFY2(bound > 0 && bound <= best * (1 + 1e-9),
                     qPrintable(QString("%1: %2 pJ bound, %3 pJ found").arg(layer.name.c_str()).arg(bound).arg(best)));
        }
    }
}

void TestLayerCandidates::answersDoNotDependOnWhoAskedBefore()
{
    const LayerTask task = taskOf(someLayers().front(), {4, 4}, {0, 0}, true);
    LayerCandidates fresh(task, tilings);
    LayerCandidates asked(taskOf(someLayers().front(), {4, 4}, {8, 8}, true), tilings);
    for (std::size_t number = asked.ranking().size(); number-- > 0;) {
        asked.bestOf(number, {{2, 0, 0}});
        asked.bestOf(number, {});
    }
    QCOMPARE(asked.ranking().size(), fresh.ranking().size());
    for (std::size_t number = 0; number < fresh.ranking().size(); ++number) {
        const search::ClassBest a = fresh.bestOf(number, {{2, 0, 0}});
        const search::ClassBest b = asked.bestOf(number, {{2, 0, 0}});
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
                LayerCandidates candidates(task, tilings);
                LayerCandidates others(task, tilings); // nothing is known from the first
                PlacedCandidates placed(task, candidates, cache.hopsOf(task), {});
                PlacedCandidates ranked(task, others, cache.hopsOf(task), {});
                QCOMPARE(placed.least(), ranked.ranked({}).cost);
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
            LayerCandidates candidates(task, tilings);
            PlacedCandidates placed(task, candidates, cache.hopsOf(task), {});
            const auto few = search::rankCandidates(placed, {top}, {}, 3);
            const auto many = search::rankCandidates(placed, {top}, {}, 12);
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
        LayerCandidates candidates(task, tilings);
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

/// A class is ruled out only if its cheapest blocking costs the limit or more, with the hops that none of its partitions is without.
void TestLayerCandidates::whatIsRuledOutIsOfNoUse()
{
    int ruledOut = 0;
    for (const network::Layer& layer : someLayers()) {
        for (const bool mayBypass : {false, true}) {
            for (const pipeline::TopGroups& top : {pipeline::TopGroups{}, pipeline::TopGroups{2, 0, 4}}) {
                LayerTask task = taskOf(layer, {4, 8}, {0, 0}, true);
                task.space.bufferBypass = {{mayBypass, mayBypass, mayBypass}};
                LayerCandidates all(task, tilings);
                for (std::size_t number = 0; number < all.ranking().size(); ++number) {
                    const search::ShareClass& own = all.ranking()[number];
                    const search::ClassBest best = all.bestOf(number, {top});
                    double energyPj = best.energyPj + own.gatherPj;
                    for (std::size_t tensor = 0; tensor < 3; ++tensor) {
                        energyPj += own.fetchPj[tensor] * static_cast<double>(best.fetches[tensor]);
                    }
                    const double cost = std::isfinite(energyPj) ? search::scalarOf(task.objective, energyPj, best.cycles) : 1e12;
                    LayerCandidates fresh(task, tilings);
                    const search::ClassBest above = fresh.bestIfBelow(number, {top}, own.fetchPj, 1.001 * cost);
                    QVERIFY(above.energyPj == best.energyPj && above.cycles == best.cycles && above.fetches == best.fetches);
                    ruledOut +=
                        std::isfinite(
                            LayerCandidates(task, tilings).bestIfBelow(number, {top}, own.fetchPj, 0.9 * cost).energyPj)
                            ? 0
                            : 1;
                }
            }
        }
    }
    QVERIFY(ruledOut > 100);
}

/// Whether or not they can share a copy: parts of the batch and of the map need the same weights, with another split between them as well.
void TestLayerCandidates::weightsGoToAllTilesThatNeedThem()
{
    using dataflow::Split;
    const LayerTask task = taskOf(someLayers().back(), {4, 8}, {0, 0}, true);
    dataflow::Partition partition;
    partition.order = {Split::Batch, Split::OutputChannel, Split::Map, Split::InputChannel};
    partition.shares[Split::Batch] = {2, 1};
    partition.shares[Split::OutputChannel] = {2, 1};
    partition.shares[Split::Map] = {1, 8};
    QCOMPARE(dataflow::sharersOf(task.layer, partition)[Tensor::Weight], Count{8});
    const search::HopEstimate estimate(task);
    const dataflow::TileLayer tile = dataflow::tileLayer(task.layer, task.batch, partition, Counts::Executed);
    const search::HopEstimate::Shared shared =
        estimate.sharedOf(partition, search::distinctWords(task, tile, partition.shares));
    const double hops = shared.words[Tensor::Weight] * (shared.tree[Tensor::Weight] + estimate.weightDistance(partition, shared));
    const cost::Traffic counted =
        cost::trafficOf(task.layer, task.batch, task.region, partition, task.memory, true, Counts::Executed);
    QCOMPARE(shared.tree[Tensor::Weight], 16.0); // 16 tiles, and one step across the rows of the other output channels
    QCOMPARE(hops, static_cast<double>(counted.weightHops));
}

/// As weights come from there, wherever maps lie: from the four tiles at a corner over one link in the mean.
void TestLayerCandidates::gradientsOfWeightsGoToTheNearestChannel()
{
    using dataflow::Split;
    network::Layer layer;
    layer.kind = network::WeightGradient{{1, 1}, {1, 1}, 1};
    layer.inputChannels = 64;
    layer.outputChannels = 32;
    layer.outputSize = {1, 1};
    const LayerTask task = taskOf(layer, {2, 2}, {0, 0}, false);
    dataflow::Partition partition;
    partition.order = {Split::Batch, Split::OutputChannel, Split::InputChannel, Split::Map};
    partition.shares[Split::OutputChannel] = {2, 1};
    partition.shares[Split::InputChannel] = {1, 2};
    const search::HopEstimate estimate(task);
    const dataflow::TileLayer tile = dataflow::tileLayer(task.layer, task.batch, partition, Counts::Executed);
    const search::HopEstimate::Shared shared =
        estimate.sharedOf(partition, search::distinctWords(task, tile, partition.shares));
    const cost::Traffic counted =
        cost::trafficOf(task.layer, task.batch, task.region, partition, task.memory, true, Counts::Executed);
    QCOMPARE(estimate.outputDistance(partition, shared), 1.0); // 0, 1, 1 and 2 links
    QCOMPARE(shared.words[Tensor::Output], 64.0 * 32);
    QCOMPARE(counted.gradientHops.direct, Count{64 * 32});
}

TILESCAPE_TEST(TestLayerCandidates)

} // namespace tst_layer_candidates
#include "tst_layer_candidates.moc"
