#include "core/intralayer/layer_scout.h"

#include "core/hardware/hardware.h"
#include "core/intralayer/layer_site.h"
#include "core/intralayer/quick_answer.h"
#include "core/io/library.h"

#include <QTest>

#include <algorithm>
#include <limits>

using namespace tilescape;
using intralayer::LayerScout;
using intralayer::LayerSite;
using intralayer::LayerTask;

namespace {

LayerTask taskOf(const network::Layer& layer, Extent extent, Tile corner, bool pipelined)
{
    LayerTask task;
    task.layer = layer;
    task.batch = 4;
    task.machine = hardware::machineOf(io::loadHardware("kapla_16x16").value());
    task.region.extent = extent;
    for (Count row = 0; row < extent.height; ++row) {
        for (Count column = 0; column < extent.width; ++column) {
            task.region.tiles.push_back({corner.row + row, corner.column + column});
        }
    }
    task.memory = dataflow::cornerChannels(task.machine.tiles);
    task.space.bufferSharing = task.space.batchPartition = task.space.inputChannelPartition = true;
    task.space.bufferBypass = {{false, false, false}};
    task.inputFromTiles = task.outputStays = pipelined;
    return task;
}

std::vector<network::Layer> someLayers()
{
    const network::Network alexnet = io::loadNetwork("alexnet").value();
    const network::Network mobilenet = io::loadNetwork("mobilenet_v1").value();
    return {alexnet.layers[2], alexnet.layers.back(), mobilenet.layers[1], mobilenet.layers[2]};
}

/// Of every partition and blocking, the hops counted by the model, the input as near as can be.
double leastByExhaustiveSearch(const LayerTask& task)
{
    const auto frame = intralayer::frameOf(task, 1, {});
    const auto answer = intralayer::searchLayer(task, *frame, {}, 1, {});
    double least = std::numeric_limits<double>::infinity();
    for (const intralayer::PartitionChoice& choice : answer->partitions) {
        Count inputHops = 0;
        for (const cost::MapGroup& group : frame->partitions[choice.frame].inputs) {
            inputHops += group.range.size() * group.treeHops;
        }
        for (const intralayer::BlockingChoice& blocking : choice.blockings) {
            const double hops = cost::hopsOfAll({choice.weightHops, inputHops, choice.outputHops}, blocking.fetches);
            least = std::min(least, blocking.energyPj + task.machine.hopPj * hops);
        }
    }
    return least;
}

} // namespace

class TestLayerScout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void promisesLessThanAnySchemeCosts();
    void answersDoNotDependOnWhoAskedBefore();
    void siteFindsWhatIsCloseToTheBest();
};

void TestLayerScout::promisesLessThanAnySchemeCosts()
{
    for (const network::Layer& layer : someLayers()) {
        for (const bool pipelined : {false, true}) {
            const LayerTask task = taskOf(layer, {4, 2}, {3, 5}, pipelined);
            const double best = leastByExhaustiveSearch(task);
            const double promised = LayerScout(task).least();
            QVERIFY2(promised > 0 && promised <= best * (1 + 1e-9),
                     qPrintable(QString("%1: %2 pJ promised, %3 pJ found").arg(layer.name.c_str()).arg(promised).arg(best)));
        }
    }
}

void TestLayerScout::answersDoNotDependOnWhoAskedBefore()
{
    const LayerTask task = taskOf(someLayers().front(), {4, 4}, {0, 0}, true);
    LayerScout fresh(task);
    LayerScout asked(taskOf(someLayers().front(), {4, 4}, {8, 8}, true));
    for (std::size_t number = asked.ranking().size(); number-- > 0;) {
        asked.bestOf(number, {2, 0, 0});
        asked.bestOf(number, {});
    }
    QCOMPARE(asked.ranking().size(), fresh.ranking().size());
    for (std::size_t number = 0; number < fresh.ranking().size(); ++number) {
        const intralayer::ClassBest a = fresh.bestOf(number, {2, 0, 0});
        const intralayer::ClassBest b = asked.bestOf(number, {2, 0, 0});
        QVERIFY(a.energyPj == b.energyPj && a.cycles == b.cycles && a.fetches == b.fetches);
    }
}

void TestLayerScout::siteFindsWhatIsCloseToTheBest()
{
    for (const network::Layer& layer : someLayers()) {
        const LayerTask task = taskOf(layer, {4, 4}, {0, 0}, true);
        LayerScout scout(task);
        LayerSite site(task, scout, {});
        intralayer::SearchCounts counts;
        double found = std::numeric_limits<double>::infinity();
        for (const intralayer::QuickChoice& choice : quickAnswer(site.choices({}), {}, {}, counts)) {
            const intralayer::FramePartition& counted = choice.partition->counted();
            Count inputHops = 0;
            for (const cost::MapGroup& group : counted.inputs) {
                inputHops += group.range.size() * group.treeHops;
            }
            for (const intralayer::BlockingChoice& blocking : choice.blockings) {
                const double hops = cost::hopsOfAll({counted.weightHops, inputHops, counted.outputHops}, blocking.fetches);
                found = std::min(found, blocking.energyPj + task.machine.hopPj * hops);
            }
        }
        const double best = leastByExhaustiveSearch(task);
        QVERIFY2(found >= best * (1 - 1e-9) && found <= best * 1.01,
                 qPrintable(QString("%1: %2 pJ, %3 pJ").arg(layer.name.c_str()).arg(found).arg(best)));
    }
}

QTEST_GUILESS_MAIN(TestLayerScout)
#include "tst_layer_scout.moc"
