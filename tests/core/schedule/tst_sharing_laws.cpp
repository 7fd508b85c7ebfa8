#include "random_schedules.h"

#include "core/dataflow/partition_pieces.h"
#include "core/dataflow/rotation_steps.h"
#include "core/schedule/solve.h"
#include "tests/registered.h"

#include <QTest>

#include <map>
#include <set>

namespace tst_sharing_laws {

using namespace tilescape;
using samples::Dice;
using samples::RandomSchedule;
using schedule::Schedule;
using schedule::ScheduledLayer;

namespace {

dataflow::TilePiece pieceOf(const schedule::Problem& problem, const network::Layer& layer,
                            const dataflow::LayerScheme& scheme, Tile tile)
{
    const auto& tiles = scheme.region.tiles;
    const Count place = std::find(tiles.begin(), tiles.end(), tile) - tiles.begin();
    return dataflow::tilePiece(layer, problem.batch, scheme.partition,
                               dataflow::partIndices(scheme.partition, place / scheme.region.extent.width,
                                                     place % scheme.region.extent.width), Counts::Executed);
}

/// The layer with the channels of one of its groups, as pieces are cut.
network::Layer oneGroup(network::Layer layer)
{
    const Count groups = network::isDepthwise(layer) ? 1 : network::groupsOf(layer);
    if (groups > 1) {
        layer.inputChannels /= groups;
        layer.outputChannels /= groups;
        network::setGroups(layer, 1);
    }
    return layer;
}

} // namespace

/// What must hold of buffers that tiles share, on schedules that no search would choose (random_schedules.h).
class TestSharingLaws : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyPieceVisitsEveryTileOfItsGroupOnceARound();
    void sharingNeverRaisesMemoryAccesses();
    void sharedBuffersNeverCostMoreMemoryAccessesAtTheBest();
};

void TestSharingLaws::everyPieceVisitsEveryTileOfItsGroupOnceARound()
{
    Dice dice(3);
    int turning = 0;
    for (int number = 0; number < 300; ++number) {
        RandomSchedule random = samples::randomSchedule(dice);
        const Schedule schedule = random.evaluated();
        for (const ScheduledLayer& placed : schedule.layers) {
            const network::Layer layer = oneGroup(random.problem.network.layers[placed.layer]);
            const dataflow::LayerScheme& scheme = placed.scheme;
            const dataflow::LoopNest nest =
                dataflow::loopNest(dataflow::tileLayer(random.problem.network.layers[placed.layer], random.problem.batch, scheme.partition, Counts::Executed),
                                   hardware::machineOf(random.problem.hardware).shape.peArray, scheme.replication);
            const auto all = dataflow::rotationSteps(layer, nest, scheme, placed.cost.rotationRounds);
            for (const Tensor tensor : allTensors) {
                const dataflow::RotationSteps& steps = all[tensor];
                QCOMPARE(steps.subsets(), scheme.sharing.subgroup[tensor]);
                std::vector<Tile> covered;
                std::map<std::size_t, std::set<std::pair<dataflow::MapRange, std::pair<dataflow::Span, dataflow::Span>>>> needed;
                for (std::size_t ring = 0; ring < steps.rings.size(); ++ring) {
                    QCOMPARE(static_cast<Count>(steps.rings[ring].size()), steps.subsets());
                    for (const Tile tile : steps.rings[ring]) {
                        covered.push_back(tile);
                        const dataflow::TilePiece piece = pieceOf(random.problem, layer, scheme, tile);
                        // A tile beyond a map's end has nothing to do.
                        if (piece.input.size() == 0 || piece.output.size() == 0) {
                            continue;
                        }
                        if (tensor == Tensor::Weight) {
                            needed[steps.groups[ring]].insert({{}, {piece.weightInputChannels, piece.weightOutputChannels}});
                        } else {
                            needed[steps.groups[ring]].insert({tensor == Tensor::Input ? piece.input : piece.output, {}});
                        }
                    }
                }
                for (const auto& [group, pieces] : needed) {
                    QCOMPARE(pieces.size(), std::size_t{1});
                }
                std::vector<Tile> tiles = scheme.region.tiles;
                std::sort(tiles.begin(), tiles.end());
                std::sort(covered.begin(), covered.end());
                QVERIFY(covered == tiles);

                const Count rounds = steps.chunks * steps.rounds;
                turning += steps.rounds > 0 ? 1 : 0;
                for (const Count round : {Count{0}, rounds / 2, rounds - 1}) {
                    std::map<Count, std::set<Count>> visited; // positions, by subset
                    for (Count step = 0; rounds > 0 && step < steps.subsets(); ++step) {
                        for (Count position = 0; position < steps.subsets(); ++position) {
                            const Count subset = steps.subsetAt(position, round * steps.subsets() + step);
                            QCOMPARE(subset / steps.subsets(), round / steps.rounds);
                            QVERIFY(visited[subset].insert(position).second);
                        }
                    }
                    QCOMPARE(static_cast<Count>(visited.size()), rounds > 0 ? steps.subsets() : 0);
                    for (const auto& [subset, positions] : visited) {
                        QCOMPARE(static_cast<Count>(positions.size()), steps.subsets());
                    }
                }
            }
        }
    }
    QVERIFY(turning > 20);
}

/// One scheme with its shared copies, and with a copy in every buffer.
void TestSharingLaws::sharingNeverRaisesMemoryAccesses()
{
    Dice dice(4);
    int saved = 0;
    for (int number = 0; number < 300; ++number) {
        RandomSchedule random = samples::randomSchedule(dice);
        const Schedule shared = random.evaluated();
        for (schedule::GivenScheme& given : random.schemes) {
            given.scheme.sharing = {};
        }
        const Schedule copies = random.evaluated();
        random.problem.space.bufferSharing = false;
        const Schedule alone = random.evaluated();
        for (std::size_t i = 0; i < shared.layers.size(); ++i) {
            for (const Tensor tensor : allTensors) {
                const auto words = [&](const Schedule& schedule) { return schedule.layers[i].cost.accesses[Level::Dram][tensor]; };
                QVERIFY(words(shared) <= words(copies));
                QVERIFY(words(copies) <= words(alone));
                saved += words(shared) < words(alone) ? 1 : 0;
                QVERIFY(shared.layers[i].cost.wordsHeld[Storage::Buffer][tensor] <= copies.layers[i].cost.wordsHeld[Storage::Buffer][tensor]);
            }
        }
    }
    QVERIFY(saved > 20);
}

/// With memory accesses alone having a price, and little room, a search that may share finds no more of them.
void TestSharingLaws::sharedBuffersNeverCostMoreMemoryAccessesAtTheBest()
{
    Dice dice(5);
    int saved = 0;
    for (int number = 0; number < 80; ++number) {
        schedule::Problem problem = samples::randomProblem(dice);
        problem.space.keepOutputsOnChip = problem.space.spatialPipelining = problem.space.bufferSharing = false;
        problem.space.accessForwarding = true;
        hardware::Hardware& chip = problem.hardware;
        chip.hopPj = chip.macPj = chip.busPj = chip.staticMilliwatts = 0;
        chip.registerBytesPerPe = 512;
        chip.bufferBytesPerTile = static_cast<double>(Count{256} << dice.upTo(3));
        chip.registerEnergy.points = {{chip.registerBytesPerPe, 0}};
        chip.bufferEnergy.points = {{chip.bufferBytesPerTile, 0}};
        const Schedule alone = schedule::solve(problem);
        problem.space.bufferSharing = true;
        const Schedule shared = schedule::solve(problem);
        if (!alone.hasResult()) {
            continue; // too little room; to share may still help
        }
        QVERIFY(shared.hasResult());
        const double before = alone.totals.accesses[Level::Dram];
        QVERIFY(shared.totals.accesses[Level::Dram] <= before * (1 + 1e-12));
        saved += shared.totals.accesses[Level::Dram] < before * 0.999 ? 1 : 0;
    }
    QVERIFY2(saved > 2, qPrintable(QString::number(saved)));
}

TILESCAPE_TEST(TestSharingLaws)

} // namespace tst_sharing_laws
#include "tst_sharing_laws.moc"
