#include "core/io/library.h"
#include "core/schedule/layer_walk.h"
#include "core/schedule/solve.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_layer_walk {

using namespace tilescape;
using schedule::LayerWalk;

namespace {

schedule::Problem problemOf(const std::string& network, const char* hardware, Count batch)
{
    schedule::Problem problem;
    problem.network = io::loadNetwork(network).value();
    problem.hardware = io::loadHardware(hardware).value();
    problem.batch = batch;
    problem.solver = "kapla";
    return problem;
}

/// Words that the tiles were brought and gave away, wherever from and to.
double wordsOutside(const cost::LayerCost& cost, Tensor tensor)
{
    const double memory = cost.sharedLevel[tensor] > 0 ? cost.sharedAccesses[tensor] : cost.accesses[Level::Dram][tensor];
    return memory + cost.remoteBufferAccesses[tensor];
}

bool isNear(double one, double other) { return std::abs(one - other) <= 1e-9 * std::max(1.0, std::abs(other)); }

} // namespace

/// The walk through a layer ends at what its cost counts.
class TestLayerWalk : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void walksEndAtTheCountsOfTheSchedule_data()
    {
        QTest::addColumn<QString>("network");
        QTest::addColumn<QString>("hardware");
        QTest::addColumn<int>("batch");
        QTest::addColumn<int>("options");
        int row = 0;
        for (const char* network : {"alexnet", "mobilenet_v1", "lstm_phoneme", "mlp_m", "bert_tiny", "unet"}) {
            for (const char* hardware : {"eyeriss_isca16", "shared_4x4", "kapla_edge"}) {
                QTest::addRow("%s on %s", network, hardware) << QString::fromLatin1(network) << QString::fromLatin1(hardware) << 4 << row++ % 4;
            }
        }
        QTest::addRow("training") << QStringLiteral("alexnet") << QStringLiteral("kapla_edge") << 4 << 4;
    }

    void walksEndAtTheCountsOfTheSchedule()
    {
        QFETCH(QString, network);
        QFETCH(QString, hardware);
        QFETCH(int, batch);
        QFETCH(int, options);
        schedule::Problem problem = problemOf(network.toStdString(), qPrintable(hardware), batch);
        problem.space.accessForwarding = options == 1;
        problem.space.bufferSharing = options == 2;
        problem.space.keepOutputsOnChip = problem.space.spatialPipelining = options == 3;
        problem.space.training = options == 4;
        const schedule::Schedule schedule = schedule::solve(problem);
        QVERIFY(schedule.hasResult());
        for (const schedule::ScheduledLayer& layer : schedule.layers) {
            const LayerWalk walk(*schedule.problem, layer);
            const std::string& name = schedule.problem->network.layers[layer.layer].name;
            const Count last = walk.cycles() - 1;
            QVERIFY2(isNear(static_cast<double>(walk.cycles()), layer.cost.computeCycles), name.c_str());
            for (const Tensor tensor : allTensors) {
                const double outside = walk.movedAt(last, Storage::Buffer, tensor).all();
                QVERIFY2(isNear(outside, wordsOutside(layer.cost, tensor)), qPrintable(QStringLiteral("%1, tensor %2: %3 instead of %4").arg(QString::fromStdString(name)).arg(static_cast<int>(tensor)).arg(outside).arg(wordsOutside(layer.cost, tensor))));
                if (walk.isKept(tensor)) {
                    QVERIFY2(isNear(walk.movedAt(last, Storage::Register, tensor).all(), layer.cost.accesses[Level::Buffer][tensor]), name.c_str());
                }
                for (const Loop loop : allLoops) {
                    const auto& factors = layer.scheme.blocking.factors[loop];
                    QCOMPARE(walk.iterationAt(last, loop), factors[0] * factors[1] * factors[2] - 1);
                }
            }
        }
    }

    /// Every pass is found again by what it works on.
    void passesAreFoundByTheirIterations()
    {
        const schedule::Schedule schedule = schedule::solve(problemOf("alexnet", "eyeriss_isca16", 2));
        for (const schedule::ScheduledLayer& layer : schedule.layers) {
            const LayerWalk walk(*schedule.problem, layer);
            const Count passes = walk.cycles() / walk.cyclesOfPass();
            for (Count pass = 0; pass < passes; pass += 1 + passes / 97) {
                const Count cycle = pass * walk.cyclesOfPass();
                PerLoop<Count> iteration;
                for (const Loop loop : allLoops) {
                    iteration[loop] = walk.iterationAt(cycle + walk.cyclesOfPass() - 1, loop);
                }
                QCOMPARE(walk.cycleOf(walk.repetitionAt(cycle), iteration), cycle);
            }
        }
    }

    /// Counts never fall, and stand still within a step.
    void countsGrowStepByStep()
    {
        const schedule::Schedule schedule = schedule::solve(problemOf("alexnet", "eyeriss_isca16", 2));
        const LayerWalk walk(*schedule.problem, schedule.layers.at(2));
        for (const Tensor tensor : allTensors) {
            double before = 0;
            for (Count step = 0; step < walk.steps(); step += 7) {
                const double now = walk.movedAt(step * walk.cyclesOfStep(), Storage::Buffer, tensor).all();
                QVERIFY(now >= before);
                QCOMPARE(walk.movedAt((step + 1) * walk.cyclesOfStep() - 1, Storage::Buffer, tensor).all(), now);
                before = now;
            }
        }
    }
};

TILESCAPE_TEST(TestLayerWalk)

} // namespace tst_layer_walk
#include "tst_layer_walk.moc"
