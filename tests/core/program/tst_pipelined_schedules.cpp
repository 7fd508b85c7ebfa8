#include "core/io/library.h"
#include "core/program/compile.h"
#include "core/schedule/solve.h"
#include "tests/registered.h"

#include <algorithm>

#include <QTest>

namespace tst_pipelined_schedules {

using namespace tilescape;

/// What a search finds for layers that share regions and hand maps on has room on the tiles: it compiles.
class TestPipelinedSchedules : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void compile_data()
    {
        QTest::addColumn<QString>("network");
        QTest::addColumn<Count>("batch");
        QTest::addColumn<bool>("allPartitions");
        QTest::addColumn<bool>("forDelay");
        for (const char* network : {"alexnet", "vgg16", "mobilenet_v1", "lstm_phoneme"}) {
            for (const Count batch : {4, 64}) {
                QTest::addRow("%s %lld", network, static_cast<long long>(batch)) << QString::fromLatin1(network) << batch << false << false;
            }
        }
        QTest::newRow("unet 2") << QStringLiteral("unet") << Count{2} << false << false;
        QTest::newRow("googlenet 64") << QStringLiteral("googlenet") << Count{64} << false << false;
        QTest::newRow("resnet50 64") << QStringLiteral("resnet50") << Count{64} << false << false;
        // Sums bypass the buffer, and those behind them on the same tiles take turns only if they are kept.
        QTest::newRow("resnet50 1, all partitions") << QStringLiteral("resnet50") << Count{1} << true << false;
        // A pooling and a convolution behind it on the same tiles.
        QTest::newRow("unet 1, delay") << QStringLiteral("unet") << Count{1} << false << true;
        // Ranges fit in few of the orders in which they can be placed.
        QTest::newRow("vgg_a 16, all partitions, delay") << QStringLiteral("vgg_a") << Count{16} << true << true;
    }

    void compile()
    {
        QFETCH(QString, network);
        QFETCH(Count, batch);
        QFETCH(bool, allPartitions);
        QFETCH(bool, forDelay);
        schedule::Problem problem;
        problem.network = io::loadNetwork(network.toStdString()).value();
        problem.hardware = io::loadHardware("kapla_16x16").value();
        problem.batch = batch;
        problem.solver = "kapla";
        problem.goal = forDelay ? search::Goal::Delay : search::Goal::Energy;
        const auto modes = search::spaceModes();
        problem.space = std::find_if(modes.begin(), modes.end(), [](const auto& mode) { return mode.key == "tangram"; })->space;
        problem.space.batchPartition = problem.space.batchPartition || allPartitions;
        problem.space.inputChannelPartition = problem.space.inputChannelPartition || allPartitions;
        const schedule::Schedule schedule = schedule::solve(problem);
        QVERIFY(schedule.hasResult());
        QVERIFY(schedule.segments.size() < schedule.layers.size());
        const auto program = program::compile(schedule);
        QVERIFY2(program.ok(), program.ok() ? "" : support::describe(program.faults()).c_str());
    }

    void convolutionsInGroupsHandNothingOn();
};

void TestPipelinedSchedules::convolutionsInGroupsHandNothingOn()
{
    schedule::Problem problem;
    problem.network.name = "grouped";
    const Extent size{16, 16};
    problem.network.input.channels = 16;
    problem.network.input.size = size;
    problem.network.layers = {
        {"first", {"input"}, network::Convolution{{1, 1}, {1, 1}}, 16, 32, size},
        {"grouped", {"first"}, network::Convolution{{1, 1}, {1, 1}, 4}, 32, 32, size},
        {"last", {"grouped"}, network::Convolution{{1, 1}, {1, 1}}, 32, 16, size},
    };
    QVERIFY(network::check(problem.network).empty());
    problem.hardware = io::loadHardware("kapla_16x16").value();
    problem.hardware.tiles = {4, 4};
    problem.batch = 4;
    const auto modes = search::spaceModes();
    problem.space = std::find_if(modes.begin(), modes.end(), [](const auto& mode) { return mode.key == "tangram"; })->space;
    for (const char* solver : {"kapla", "exhaustive"}) {
        problem.solver = solver;
        const schedule::Schedule schedule = schedule::solve(problem);
        QVERIFY(schedule.hasResult());
        // Each by itself, though maps as small as these would stay on the tiles.
        QCOMPARE(schedule.segments.size(), std::size_t{3});
        QVERIFY(program::compile(schedule).ok());
    }
}

TILESCAPE_TEST(TestPipelinedSchedules)

} // namespace tst_pipelined_schedules
#include "tst_pipelined_schedules.moc"
