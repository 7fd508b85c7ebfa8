#include "core/search/space/obstacle.h"

#include "core/io/library.h"
#include "core/search/exhaustive/layer_search.h"
#include "core/search/kapla/candidate_choice.h"
#include "core/search/kapla/kapla_cache.h"
#include "core/support/dice.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_obstacle {

using namespace tilescape;
using search::LayerTask;
using search::Obstacle;

namespace {

std::vector<network::Layer> someLayers()
{
    const network::Network alexnet = io::loadNetwork("alexnet").value();
    const network::Network mobilenet = io::loadNetwork("mobilenet_v1").value();
    return {alexnet.layers[0], alexnet.layers[1], alexnet.layers.back(), mobilenet.layers[1]};
}

/// A layer on 2 x 2 tiles whose memories may be too small for it.
LayerTask drawTask(support::Dice& dice)
{
    const std::vector<network::Layer> layers = someLayers();
    LayerTask task;
    task.layer = layers[dice.below(layers.size())];
    task.batch = 2;
    task.machine = hardware::machineOf(io::loadHardware("kapla_16x16").value());
    task.machine.shape.tiles = {2, 2};
    task.machine.capacities.registerWordsPerPe = static_cast<Count>(1 + dice.below(40));
    task.machine.capacities.bufferWordsPerTile = static_cast<Count>(32 << dice.below(7));
    task.region = dataflow::wholeChip({2, 2});
    task.memory = dataflow::cornerChannels({2, 2});
    task.space.batchPartition = dice.hits(0.5);
    task.space.bufferSharing = dice.hits(0.5);
    for (const Tensor tensor : allTensors) {
        task.space.bufferBypass[tensor] = dice.hits(0.5);
    }
    return task;
}

QString textOf(const LayerTask& task)
{
    return QString("%1, %2 words a PE, %3 a tile").arg(task.layer.name.c_str()).arg(task.machine.capacities.registerWordsPerPe)
        .arg(task.machine.capacities.bufferWordsPerTile);
}

} // namespace

class TestObstacle : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void thereIsOneExactlyWhereNothingFits();
    void whatItAsksForIsTheLeastThatWillDo();
};

void TestObstacle::thereIsOneExactlyWhereNothingFits()
{
    support::Dice dice(7);
    int fitting = 0;
    constexpr int draws = 120;
    for (int draw = 0; draw < draws; ++draw) {
        const LayerTask task = drawTask(dice);
        const bool fits = !search::findObstacle(task);
        fitting += fits ? 1 : 0;

        const auto ranked = search::partitionTable(task, 1, {});
        const auto all = search::searchLayer(task, *ranked, {}, 1, {});
        QVERIFY2(fits == !all->partitions.empty() && fits == !all->obstacle, qPrintable("exhaustive: " + textOf(task)));

        search::RegisterTilingCache tilings;
        search::LayerCandidates candidates(task, tilings);
        search::KaplaCache cache;
        search::PlacedCandidates placed(task, candidates, cache.hopsOf(task), {});
        search::SearchCounts counts;
        const auto quick = search::chooseCandidates(placed.choices({}), {}, {}, counts);
        QVERIFY2(fits == !quick.empty(), qPrintable("quick: " + textOf(task)));
    }
    QVERIFY2(fitting > draws / 5 && fitting < draws * 4 / 5, "both happen");
}

void TestObstacle::whatItAsksForIsTheLeastThatWillDo()
{
    support::Dice dice(8);
    int found = 0;
    for (int draw = 0; draw < 200; ++draw) {
        LayerTask task = drawTask(dice);
        const std::optional<Obstacle> obstacle = search::findObstacle(task);
        if (!obstacle) {
            continue;
        }
        ++found;
        Count& words = obstacle->storage == Storage::Register ? task.machine.capacities.registerWordsPerPe : task.machine.capacities.bufferWordsPerTile;
        QCOMPARE(obstacle->words, words);
        words = obstacle->neededWords - 1;
        const std::optional<Obstacle> less = search::findObstacle(task);
        QVERIFY(less && less->storage == obstacle->storage && less->neededWords == obstacle->neededWords);
        words = obstacle->neededWords;
        const std::optional<Obstacle> enough = search::findObstacle(task);
        QVERIFY2(!enough || (obstacle->storage == Storage::Register && enough->storage == Storage::Buffer),
                 qPrintable(textOf(task)));
    }
    QVERIFY(found > 50);
}

TILESCAPE_TEST(TestObstacle)

} // namespace tst_obstacle
#include "tst_obstacle.moc"
