#include "core/dataflow/partition_pieces.h"
#include "core/dataflow/rotation_steps.h"
#include "core/dataflow/sharing.h"
#include "core/io/library.h"
#include "core/schedule/solve.h"
#include "tests/core/dice.h"
#include "tests/registered.h"

#include <QTest>

#include <algorithm>
#include <set>

namespace tst_rotation_steps {

using namespace tilescape;
using dataflow::RotationSteps;
using dataflow::Split;

namespace {

network::Layer layer()
{
    return {"conv", {"input"}, network::Convolution{{3, 3}, {1, 1}, 1}, 64, 64, {16, 16}};
}

PerTensor<RotationSteps> stepsOf(const dataflow::LayerScheme& scheme, Count rounds)
{
    const dataflow::TileLayer tile = dataflow::tileLayer(layer(), 8, scheme.partition, Counts::Executed);
    return dataflow::rotationSteps(layer(), dataflow::loopNests(tile, {8, 8}).front(), scheme, {{rounds, rounds, rounds}});
}

/// Output channels over `outputs`, the map over the rest of 4 x 8 tiles; the input rotates around `subgroup`.
dataflow::LayerScheme schemeOf(Extent outputs, Count subgroup)
{
    dataflow::LayerScheme scheme;
    scheme.region = dataflow::wholeChip({4, 8});
    scheme.partition.shares[Split::OutputChannel] = outputs;
    scheme.partition.shares[Split::Map] = {4 / outputs.height, 8 / outputs.width};
    for (const Loop loop : allLoops) {
        scheme.blocking.factors[loop] = {1, 1, 1};
    }
    scheme.blocking.factors[Loop::InputChannel] = {2, 32, 1};
    scheme.sharing.group[Tensor::Input] = outputs.size();
    scheme.sharing.subgroup[Tensor::Input] = subgroup;
    return scheme;
}

} // namespace

class TestRotationSteps : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everySubsetVisitsEveryTileOfItsRingOnceARound_data()
    {
        QTest::addColumn<int>("height");
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("subgroup");
        QTest::newRow("a column") << 4 << 1 << 4;
        QTest::newRow("a row") << 1 << 8 << 8;
        QTest::newRow("all tiles") << 4 << 8 << 32;
        QTest::newRow("half of a block") << 2 << 4 << 4;
        QTest::newRow("two tiles") << 4 << 2 << 2;
        QTest::newRow("not shared") << 1 << 1 << 1;
    }

    void everySubsetVisitsEveryTileOfItsRingOnceARound()
    {
        QFETCH(int, height);
        QFETCH(int, width);
        QFETCH(int, subgroup);
        const RotationSteps steps = stepsOf(schemeOf({height, width}, subgroup), 3)[Tensor::Input];
        QCOMPARE(steps.subsets(), Count{subgroup});
        QCOMPARE(steps.chunks, Count{2});
        QCOMPARE(steps.steps(), Count{2 * 3 * subgroup});
        std::set<Count> seen;
        for (Count round = 0; round < steps.chunks * steps.rounds; ++round) {
            for (Count tile = 0; tile < steps.subsets(); ++tile) {
                std::set<Count> held;
                for (Count step = 0; step < steps.subsets(); ++step) {
                    held.insert(steps.subsetAt(tile, round * steps.subsets() + step));
                }
                QCOMPARE(held.size(), static_cast<std::size_t>(steps.subsets()));
                QCOMPARE(*held.begin(), round / steps.rounds * steps.subsets());
                seen.insert(held.begin(), held.end());
            }
        }
        QCOMPARE(seen.size(), static_cast<std::size_t>(steps.chunks * steps.subsets()));
    }

    void aSubsetMovesToTheNeighbour()
    {
        for (const Count subgroup : {2, 4, 8}) {
            const RotationSteps steps = stepsOf(schemeOf({2, 4}, subgroup), 2)[Tensor::Input];
            for (Count step = 0; step + 1 < steps.rounds * steps.subsets(); ++step) {
                for (Count tile = 0; tile < steps.subsets(); ++tile) {
                    QCOMPARE(steps.subsetAt(tile, step + 1), steps.subsetAt((tile + 1) % steps.subsets(), step));
                }
            }
        }
        // Output channels inside the map's splits: the group's neighbours are the chip's.
        dataflow::LayerScheme scheme = schemeOf({2, 4}, 8);
        scheme.partition.order = {Split::Map, Split::OutputChannel, Split::Batch, Split::InputChannel};
        const RotationSteps nearby = stepsOf(scheme, 1)[Tensor::Input];
        for (const auto& ring : nearby.rings) {
            for (std::size_t place = 0; place + 1 < ring.size(); ++place) {
                QCOMPARE(hopsBetween(ring[place], ring[place + 1]), Count{1});
            }
        }
    }

    void groupsCoverTheRegionAndNeedTheSamePiece()
    {
        const dataflow::LayerScheme scheme = schemeOf({2, 4}, 4);
        const RotationSteps steps = stepsOf(scheme, 1)[Tensor::Input];
        std::set<Tile> covered;
        for (std::size_t ring = 0; ring < steps.rings.size(); ++ring) {
            std::set<dataflow::MapRange> pieces;
            for (std::size_t other = 0; other < steps.rings.size(); ++other) {
                for (const Tile tile : steps.rings[other]) {
                    if (steps.groups[other] == steps.groups[ring]) {
                        pieces.insert(dataflow::tilePiece(layer(), 8, scheme.partition,
                                                          dataflow::partIndices(scheme.partition, tile.row, tile.column), Counts::Executed).input);
                    }
                }
            }
            QCOMPARE(pieces.size(), std::size_t{1});
            for (const Tile tile : steps.rings[ring]) {
                QVERIFY(covered.insert(tile).second);
            }
        }
        QCOMPARE(covered.size(), std::size_t{32});
    }

    void largestPartIsThatOfTheTileThatHasMost()
    {
        // Seven tiles, the weights of 24 input channels: three channels each are too few.
        QCOMPARE(dataflow::largestPart(24 * 9, {24, 1, 1}, 7, Counts::Executed), Count{4 * 9});
        QCOMPARE(dataflow::largestPart(24 * 9, {24, 1, 1}, 7, Counts::Reference), Count{31});
        samples::Dice dice(3);
        for (int run = 0; run < 2000; ++run) {
            const std::array<Count, 3> units{dice.upTo(30), dice.upTo(30), dice.once(3) ? dice.upTo(30) : 1};
            const Count unitWords = dice.upTo(20);
            const Count words = units[0] * units[1] * units[2] * unitWords;
            const Count tiles = dice.upTo(16);
            Count least = words;
            for (std::size_t along = 0; along < 3; ++along) {
                // Dealt in turn, one after another: block n of the units along the loop goes to tile n mod tiles.
                std::vector<Count> held(static_cast<std::size_t>(tiles));
                for (Count unit = 0; unit < units[along]; ++unit) {
                    held[static_cast<std::size_t>(unit % tiles)] += words / units[along];
                }
                least = std::min(least, *std::max_element(held.begin(), held.end()));
            }
            const Count part = dataflow::largestPart(words, units, tiles, Counts::Executed);
            QCOMPARE(part, least);
            QVERIFY(part >= dataflow::largestPart(words, units, tiles, Counts::Reference));
            QVERIFY(part >= dataflow::largestPart(words, units, tiles + 1, Counts::Executed));
        }
    }
};

TILESCAPE_TEST(TestRotationSteps)

} // namespace tst_rotation_steps
#include "tst_rotation_steps.moc"
