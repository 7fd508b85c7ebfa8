#include "core/cost/rotation.h"

#include "core/cost/blocking_cost.h"
#include "core/dataflow/rotation_steps.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_rotation {

using namespace tilescape;
using dataflow::Split;

namespace {

network::Layer layerOf(Count groups, Count channels)
{
    return {"conv", {"input"}, network::Convolution{{3, 3}, {1, 1}, groups}, channels, channels, {8, 8}};
}

struct Rotating {
    dataflow::LayerScheme scheme;
    dataflow::LoopNest nest;
    cost::RotationTraffic traffic;
    double bufferWords = 0; ///< accesses of the weights
};

/// Map over a grid of 4 x 4 tiles: all hold the same weights, once between the tiles of a subgroup, for every item of the
/// batch.
Rotating rotate(const network::Layer& layer, Count subgroup, const dataflow::Region& region = dataflow::wholeChip({4, 4}))
{
    Rotating made;
    made.scheme.region = region;
    made.scheme.partition.shares[Split::Map] = {4, 4};
    made.nest = dataflow::loopNest(dataflow::tileLayer(layer, 4, made.scheme.partition, Counts::Executed), {3, 4}, {});
    for (const Loop loop : allLoops) {
        made.scheme.blocking.factors[loop] = {1, made.nest.iterations[loop], 1};
    }
    made.scheme.sharing.group[Tensor::Weight] = 16;
    made.scheme.sharing.subgroup[Tensor::Weight] = subgroup;
    // The batch outermost, above the others: each of its items needs all weights again.
    made.scheme.sharing.insertedFactors[Loop::Batch] = made.nest.iterations[Loop::Batch];
    hardware::Machine machine;
    machine.shape.tiles = {4, 4};
    cost::TileContext context;
    context.tiles = 16;
    context.mayBypass = {{false, false, false}};
    made.bufferWords = cost::blockingCost(made.nest, made.scheme.blocking, machine, context).accesses[Level::Buffer][Tensor::Weight];
    made.traffic = cost::rotationTraffic(made.nest, made.scheme.blocking, made.scheme.sharing,
                                         dataflow::sharingRings(layer, made.scheme.partition, made.scheme.region, Counts::Executed),
                                         cost::fetchesOf(made.nest, made.scheme.blocking), {{true, true, true}}, 16, Counts::Executed);
    return made;
}

} // namespace

class TestRotation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hopsAreThoseOfEveryStep_data()
    {
        QTest::addColumn<int>("subgroup");
        QTest::addColumn<bool>("folded");
        for (const int subgroup : {1, 2, 4, 8, 16}) {
            QTest::addRow("%d tiles", subgroup) << subgroup << false;
            QTest::addRow("%d tiles of a folded region", subgroup) << subgroup << true;
        }
    }

    /// Carried out: at each step every tile hands its part to the tile before it; the last step of a round moves nothing.
    void hopsAreThoseOfEveryStep()
    {
        QFETCH(int, subgroup);
        QFETCH(bool, folded);
        const network::Layer layer = layerOf(1, 32);
        std::vector<Tile> tiles = dataflow::wholeChip({4, 4}).tiles;
        for (Tile& tile : tiles) {
            tile = folded && tile.column > 1 ? Tile{tile.row + 4, 3 - tile.column} : tile; // the stripe turns back below itself
        }
        const dataflow::Region region{{4, 4}, tiles};
        const Rotating own = rotate(layer, subgroup, region);
        QCOMPARE(own.traffic.rounds[Tensor::Weight], subgroup > 1 ? Count{4} : Count{0});
        const auto steps = dataflow::rotationSteps(layer, own.nest, own.scheme, own.traffic.rounds)[Tensor::Weight];
        const double words = own.nest.accesses[Level::Buffer][Tensor::Weight]
            * static_cast<double>(own.nest.iterations[Loop::InputChannel] * own.nest.iterations[Loop::OutputChannel]);
        double wordHops = 0;
        for (Count step = 0; step < steps.steps(); ++step) {
            if ((step + 1) % subgroup == 0) {
                continue;
            }
            for (const std::vector<Tile>& ring : steps.rings) {
                for (std::size_t place = 0; place < ring.size(); ++place) {
                    const Tile before = ring[(place + ring.size() - 1) % ring.size()];
                    wordHops += words / subgroup * static_cast<double>(hopsBetween(ring[place], before));
                }
            }
        }
        QCOMPARE(own.traffic.wordHops[Tensor::Weight], wordHops);
    }

    /// Groups of channels run one after another: each rotates its own weights.
    void everyGroupOfChannelsRotates()
    {
        for (const Count groups : {2, 4}) {
            const Rotating one = rotate(layerOf(1, 16), 8);
            const Rotating all = rotate(layerOf(groups, 16 * groups), 8);
            QVERIFY(one.traffic.wordHops[Tensor::Weight] > 0);
            QCOMPARE(all.bufferWords, one.bufferWords * static_cast<double>(groups));
            QCOMPARE(all.traffic.wordHops[Tensor::Weight], one.traffic.wordHops[Tensor::Weight] * static_cast<double>(groups));
        }
    }
};

TILESCAPE_TEST(TestRotation)

} // namespace tst_rotation
#include "tst_rotation.moc"
