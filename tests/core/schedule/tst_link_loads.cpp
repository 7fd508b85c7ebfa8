#include "core/schedule/link_loads.h"

#include "random_schedules.h"

#include "core/io/case_json.h"
#include "core/io/files.h"
#include "core/io/library.h"
#include "core/schedule/solve.h"
#include "tests/registered.h"

#include <QDir>
#include <QTest>

#include <string_view>

namespace tst_link_loads {

using namespace tilescape;
using schedule::Problem;
using schedule::Schedule;
using schedule::SegmentLinkLoads;

namespace {

/// Words are halves at most before they are scaled: what differs is rounding alone.
bool close(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

Schedule solved(const std::string& network, Extent tiles, const std::function<void(Problem&)>& change)
{
    Problem problem;
    problem.network = io::loadNetwork(network).value();
    problem.hardware = io::loadHardware("kapla_16x16").value();
    problem.hardware.tiles = tiles;
    problem.batch = 16;
    problem.solver = "kapla";
    change(problem);
    return schedule::solve(problem);
}

void everything(Problem& problem)
{
    problem.space.batchPartition = problem.space.inputChannelPartition = true;
    problem.space.bufferSharing = problem.space.keepOutputsOnChip = problem.space.spatialPipelining = true;
}

/// Every link's words, tensor by tensor and layer by layer, are those that the schedule counts; gives those scaled.
void check(const Schedule& schedule, double& scaled)
{
    double total = 0;
    double cycles = 0;
    std::size_t layers = 0;
    for (std::size_t number = 0; number < schedule.segments.size(); ++number) {
        const SegmentLinkLoads loads = schedule::linkLoads(schedule, static_cast<Count>(number));
        QCOMPARE(loads.words.tiles(), schedule.problem->hardware.tiles);
        double bySegment = 0;
        for (const schedule::LayerLinkLoads& own : loads.layers) {
            const schedule::ScheduledLayer* placed = schedule.find(own.layer);
            QCOMPARE(placed->slot.segment, static_cast<Count>(number));
            for (const Tensor tensor : allTensors) {
                const double counted = placed->cost.nocHops[tensor];
                QVERIFY2(close(own.words[tensor].sum(), counted),
                         qPrintable(QString("%1, %2: links %3, hops %4")
                                        .arg(QString::fromStdString(schedule.problem->network.layers[own.layer].name),
                                             QString::fromUtf8(nameOf(tensor)))
                                        .arg(own.words[tensor].sum(), 0, 'g', 17)
                                        .arg(counted, 0, 'g', 17)));
                bySegment += counted;
            }
            ++layers;
        }
        QVERIFY(close(loads.words.sum(), bySegment));
        QVERIFY(loads.scaledHops <= bySegment * (1 + 1e-9));
        scaled += loads.scaledHops;
        total += bySegment;
        cycles += loads.cycles;
    }
    QCOMPARE(layers, schedule.layers.size());
    QVERIFY(close(total, schedule.totals.nocHops));
    QCOMPARE(cycles, schedule.totals.cycles);
}

} // namespace

class TestLinkLoads : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void wordsOverLinksAreTheHopsOfTheReferenceCases_data();
    void wordsOverLinksAreTheHopsOfTheReferenceCases();
    void wordsOverLinksAreTheHopsOfSolvedNetworks_data();
    void wordsOverLinksAreTheHopsOfSolvedNetworks();
    void wordsOverLinksAreTheHopsOfRandomSchedules();
};

void TestLinkLoads::wordsOverLinksAreTheHopsOfTheReferenceCases_data()
{
    QTest::addColumn<QString>("name");
    for (const QString& name : QDir(TILESCAPE_SOURCE_DIR "/tests/reference").entryList({"*.json"})) {
        QTest::newRow(qPrintable(name)) << name;
    }
}

void TestLinkLoads::wordsOverLinksAreTheHopsOfTheReferenceCases()
{
    QFETCH(QString, name);
    const std::string path = (QString(TILESCAPE_SOURCE_DIR "/tests/reference/") + name).toStdString();
    const io::Case task = io::readCase(io::readFile(path).value(), path).value();
    double scaled = 0;
    check(schedule::evaluate(std::make_shared<const Problem>(task.problem), task.inputPartition, task.schemes), scaled);
    QCOMPARE(scaled, 0.0);
}

void TestLinkLoads::wordsOverLinksAreTheHopsOfSolvedNetworks_data()
{
    QTest::addColumn<QString>("network");
    QTest::addColumn<Extent>("tiles");
    QTest::addColumn<QString>("kind");
    for (const char* network : {"alexnet", "googlenet", "mobilenet_v1", "lstm_phoneme"}) {
        for (const char* kind : {"no forwarding", "forwarding", "all", "training"}) {
            if (network == std::string_view("googlenet") && kind == std::string_view("training")) {
                continue; // a third of the test's time, and nothing that the others lack
            }
            QTest::addRow("%s, %s", network, kind) << QString(network) << Extent{4, 6} << QString(kind);
        }
    }
    QTest::addRow("alexnet on 16 x 16, all") << QStringLiteral("alexnet") << Extent{16, 16} << QStringLiteral("all");
    QTest::addRow("one row of tiles, all") << QStringLiteral("mlp_m") << Extent{1, 8} << QStringLiteral("all");
    QTest::addRow("memory at every tile, all") << QStringLiteral("alexnet") << Extent{4, 4} << QStringLiteral("3D");
}

void TestLinkLoads::wordsOverLinksAreTheHopsOfSolvedNetworks()
{
    QFETCH(QString, network);
    QFETCH(Extent, tiles);
    QFETCH(QString, kind);
    const Schedule schedule = solved(network.toStdString(), tiles, [&](Problem& problem) {
        if (kind == "no forwarding") {
            problem.space.accessForwarding = false;
            problem.space.inputChannelPartition = true;
        } else if (kind != "forwarding") {
            everything(problem);
        }
        if (kind == "3D") {
            problem.hardware.memory = hardware::MemoryPlacement::EveryTile;
        }
        problem.space.training = kind == "training";
    });
    QVERIFY2(schedule.hasResult(), support::describe(schedule.diagnostics).c_str());
    double scaled = 0;
    check(schedule, scaled);
    double handedOn = 0;
    for (const schedule::ScheduledLayer& layer : schedule.layers) {
        for (const double hops : layer.cost.nocHopsBetweenTiles) {
            handedOn += hops;
        }
    }
    QVERIFY(handedOn > 0 || kind != "all" || network == "lstm_phoneme" || network == "mlp_m");
}

void TestLinkLoads::wordsOverLinksAreTheHopsOfRandomSchedules()
{
    samples::Dice dice(9);
    int withMeans = 0;
    for (int number = 0; number < 1000; ++number) {
        samples::RandomSchedule random = samples::randomSchedule(dice);
        for (const Counts counts : allCounts) {
            random.problem.space.counts = counts;
            const Schedule schedule = random.evaluated();
            QVERIFY(schedule.hasResult());
            double scaled = 0;
            check(schedule, scaled);
            if (QTest::currentTestFailed()) {
                return;
            }
            QVERIFY(scaled == 0 || counts == Counts::Reference);
            withMeans += scaled > 0 ? 1 : 0;
        }
    }
    QVERIFY2(withMeans >= 10 && withMeans < 500, qPrintable(QString::number(withMeans)));
}

TILESCAPE_TEST(TestLinkLoads)

} // namespace tst_link_loads
#include "tst_link_loads.moc"
