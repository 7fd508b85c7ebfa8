#include "core/io/library.h"
#include "core/schedule/problem.h"
#include "core/search/space/segment_enumeration.h"
#include "core/search/space/working_tiles.h"

#include <QTest>

#include <algorithm>

using namespace tilescape;
using search::WorkingTiles;

/// Regions that a segment's layers may work in.
class TestWorkingTiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void foldedRegionsAreFurtherChoices_data()
    {
        QTest::addColumn<QString>("network");
        QTest::addColumn<Count>("side");
        for (const char* network : {"alexnet", "googlenet", "resnet50", "lstm_gnmt"}) {
            for (const Count side : {5, 7, 16}) {
                QTest::addRow("%s on %lld", network, static_cast<long long>(side)) << QString::fromLatin1(network) << side;
            }
        }
    }

    /// With zig-zag there is every choice that there is without: a switch that allows more takes nothing away. Whole columns on a part of
    /// the chip were missing where the chip has none, since it can be folded.
    void foldedRegionsAreFurtherChoices()
    {
        QFETCH(QString, network);
        QFETCH(Count, side);
        schedule::Problem problem;
        problem.network = io::loadNetwork(network.toStdString()).value();
        problem.hardware = io::loadHardware("kapla_16x16").value();
        problem.hardware.tiles = {side, side};
        problem.batch = 16;
        const network::Topology topology = network::topologyOf(problem.network);
        const hardware::Machine machine = hardware::machineOf(problem.hardware);
        search::SearchSpace columns = problem.space;
        columns.zigzagRegions = false;
        search::SearchSpace folded = columns;
        folded.zigzagRegions = true;
        const search::SearchTask columnsTask{problem.network, topology, problem.batch, machine, columns};
        const search::SearchTask foldedTask{problem.network, topology, problem.batch, machine, folded};
        const search::Objective objective;
        WorkingTiles inColumns(columnsTask, objective);
        WorkingTiles inBoth(foldedTask, objective);
        std::size_t sideBySide = 0;
        for (const pipeline::Segment& segment : search::segmentsOf(problem.network, topology, {true, true, 5, false})) {
            const auto few = inColumns.choicesFor(segment);
            const auto many = inBoth.choicesFor(segment);
            sideBySide += segment.regions.size() > 1 && !few.empty() ? 1 : 0;
            QVERIFY(std::all_of(few.begin(), few.end(), [&](const auto& regions) {
                return std::find(many.begin(), many.end(), regions) != many.end();
            }));
        }
        QVERIFY(sideBySide > 0);
    }

    /// Maps of 28 rows divide over as many tiles: what a chip of 28 x 28 tiles has to choose from side by side, one of 30 x 30 has as
    /// well. GoogLeNet took 6 % more cycles there.
    void aLongSideHasALengthThatSuitsMaps()
    {
        schedule::Problem problem;
        problem.network = io::loadNetwork("googlenet").value();
        problem.hardware = io::loadHardware("kapla_16x16").value();
        const network::Topology topology = network::topologyOf(problem.network);
        const hardware::Machine machine = hardware::machineOf(problem.hardware);
        hardware::Machine large = machine;
        large.shape.tiles = {30, 30};
        hardware::Machine small = machine;
        small.shape.tiles = {28, 28};
        const search::SearchTask largeTask{problem.network, topology, 1, large, problem.space};
        const search::SearchTask smallTask{problem.network, topology, 1, small, problem.space};
        const search::Objective objective;
        WorkingTiles onLarge(largeTask, objective);
        WorkingTiles onSmall(smallTask, objective);
        const auto extentsOf = [](const std::vector<dataflow::Region>& regions) {
            std::vector<Extent> extents;
            for (const dataflow::Region& region : regions) {
                extents.push_back(region.extent);
            }
            return extents;
        };
        int compared = 0;
        for (const pipeline::Segment& segment : search::segmentsOf(problem.network, topology, {true, true, 5, false})) {
            const auto few = onSmall.choicesFor(segment);
            if (segment.regions.size() < 2 || few.empty()) {
                continue;
            }
            ++compared;
            const auto many = onLarge.choicesFor(segment);
            const std::vector<Extent> wanted = extentsOf(few.front()); // of the whole smaller chip
            QVERIFY(std::any_of(many.begin(), many.end(), [&](const auto& regions) { return extentsOf(regions) == wanted; }));
        }
        QVERIFY(compared > 20);
    }
};

QTEST_GUILESS_MAIN(TestWorkingTiles)
#include "tst_working_tiles.moc"
