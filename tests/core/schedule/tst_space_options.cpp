#include "core/io/library.h"
#include "core/schedule/solve.h"
#include "tests/registered.h"

#include <QTest>

#include <map>
#include <set>

namespace tst_space_options {

using namespace tilescape;
using search::SearchSpace;
using schedule::Problem;
using schedule::Schedule;

namespace {

SearchSpace modeOf(std::string_view key)
{
    for (const search::SpaceMode& mode : search::spaceModes()) {
        if (mode.key == key) {
            return mode.space;
        }
    }
    return {};
}

Schedule solveIn(const std::string& network, const SearchSpace& space, const std::string& solver = "exhaustive")
{
    Problem problem;
    problem.network = io::loadNetwork(network).value();
    problem.hardware = io::loadHardware("tangram_16x16").value();
    problem.hardware.tiles = {4, 4};
    problem.batch = 8;
    problem.space = space;
    problem.solver = solver;
    return schedule::solve(problem);
}

double energyOf(const Schedule& schedule) { return schedule.totals.energy.total(); }

/// Regions of each segment, as layers are placed in them.
std::map<Count, std::set<Count>> regionsOf(const Schedule& schedule)
{
    std::map<Count, std::set<Count>> regions;
    for (const schedule::ScheduledLayer& layer : schedule.layers) {
        regions[layer.slot.segment].insert(layer.slot.region);
    }
    return regions;
}

} // namespace

class TestSpaceOptions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void modesAreWhatTheySay();
    void theBaselineTakesNoLess_data();
    void theBaselineTakesNoLess();
    void regionsWithoutZigzagAreColumns();
    void segmentsKeepToTheirLimit();
    void withoutAlternateOrderEveryMapIsWhole();
};

void TestSpaceOptions::modesAreWhatTheySay()
{
    const SearchSpace tangram = modeOf("tangram");
    QVERIFY(tangram.bufferSharing && tangram.keepOutputsOnChip && tangram.spatialPipelining);
    QVERIFY(tangram.alternateLoopOrder && tangram.zigzagRegions && !tangram.linearChains);
    const SearchSpace baseline = modeOf("baseline");
    QVERIFY(!baseline.bufferSharing && !baseline.alternateLoopOrder && baseline.linearChains);
    const SearchSpace monolithic = modeOf("monolithic");
    QVERIFY(!monolithic.bufferSharing && !monolithic.spatialPipelining);
}

void TestSpaceOptions::theBaselineTakesNoLess_data()
{
    QTest::addColumn<QString>("network");
    for (const char* network : {"alexnet", "mlp_m", "lstm_phoneme"}) {
        QTest::addRow("%s", network) << network;
    }
}

/// Whatever Tangram adds can be left alone.
void TestSpaceOptions::theBaselineTakesNoLess()
{
    QFETCH(QString, network);
    const double tangram = energyOf(solveIn(network.toStdString(), modeOf("tangram")));
    const double baseline = energyOf(solveIn(network.toStdString(), modeOf("baseline")));
    QVERIFY2(tangram <= baseline * (1 + 1e-12), qPrintable(QString("%1 pJ, %2 pJ").arg(tangram).arg(baseline)));
}

void TestSpaceOptions::regionsWithoutZigzagAreColumns()
{
    SearchSpace space = modeOf("tangram");
    space.zigzagRegions = false;
    for (const char* solver : {"exhaustive", "kapla"}) {
        const Schedule schedule = solveIn("mlp_m", space, solver);
        QVERIFY(schedule.hasResult());
        for (const schedule::ScheduledLayer& layer : schedule.layers) {
            // Of whole columns, but for rows that are left idle.
            const Count height = layer.scheme.region.extent.height;
            QVERIFY(height <= 4);
            for (Count row = 0; row < height; ++row) {
                QCOMPARE(layer.scheme.region.at(row, 0).row, row);
            }
        }
    }
}

void TestSpaceOptions::segmentsKeepToTheirLimit()
{
    SearchSpace space = modeOf("tangram");
    space.mostVertices = 2;
    for (const char* solver : {"exhaustive", "kapla"}) {
        for (const auto& [segment, regions] : regionsOf(solveIn("lstm_phoneme", space, solver))) {
            QVERIFY(regions.size() <= 2);
        }
    }
}

/// Regions hand on groups of the batch only.
void TestSpaceOptions::withoutAlternateOrderEveryMapIsWhole()
{
    SearchSpace space = modeOf("tangram");
    space.alternateLoopOrder = false;
    for (const char* solver : {"exhaustive", "kapla"}) {
        const Schedule schedule = solveIn("mlp_m", space, solver);
        QVERIFY(schedule.hasResult());
        const auto regions = regionsOf(schedule);
        for (const schedule::ScheduledLayer& layer : schedule.layers) {
            const bool handsOn = layer.slot.region + 1 < static_cast<Count>(regions.at(layer.slot.segment).size());
            if (handsOn) {
                QCOMPARE(layer.scheme.blocking.factors[Loop::OutputChannel][0], 1);
            }
        }
    }
}

TILESCAPE_TEST(TestSpaceOptions)

} // namespace tst_space_options
#include "tst_space_options.moc"
