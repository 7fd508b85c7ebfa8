#include "core/io/library.h"
#include "core/search/space/run_order.h"
#include "core/search/space/segment_enumeration.h"
#include "core/search/space/working_tiles.h"
#include "tests/registered.h"

#include <QTest>

#include <algorithm>

namespace tst_working_tiles {

using namespace tilescape;
using search::WorkingTiles;

namespace {

/// Where the segments of a network may work on a chip.
struct Chip {
    Chip(const QString& name, Count side, bool zigzag)
        : network(io::loadNetwork(name.toStdString()).value()), machine(hardware::machineOf(io::loadHardware("kapla_16x16").value()))
    {
        machine.shape.tiles = {side, side};
        space.zigzagRegions = zigzag;
    }
    Chip(const Chip&) = delete;
    Chip& operator=(const Chip&) = delete;

    network::Network network;
    network::Topology topology = network::topologyOf(network);
    hardware::Machine machine;
    search::SearchSpace space;
    search::SearchTask task{network, topology, 16, machine, space};
    search::Objective objective;
    WorkingTiles tiles{task, objective};
};

} // namespace

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
        Chip inColumns(network, side, false);
        Chip inBoth(network, side, true);
        std::size_t sideBySide = 0;
        for (const pipeline::Segment& segment : search::segmentsOf(
                 inBoth.network, inBoth.topology, {true, true, 5, false}, search::runVertices(inBoth.network))) {
            const auto few = inColumns.tiles.choicesFor(segment);
            const auto many = inBoth.tiles.choicesFor(segment);
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
        Chip small(QStringLiteral("googlenet"), 28, false);
        Chip large(QStringLiteral("googlenet"), 30, false);
        const auto extentsOf = [](const std::vector<dataflow::Region>& regions) {
            std::vector<Extent> extents;
            for (const dataflow::Region& region : regions) {
                extents.push_back(region.extent);
            }
            return extents;
        };
        int compared = 0;
        int missing = 0;
        for (const pipeline::Segment& segment : search::segmentsOf(
                 large.network, large.topology, {true, true, 5, false}, search::runVertices(large.network))) {
            const auto few = small.tiles.choicesFor(segment);
            if (segment.regions.size() < 2 || few.empty()) {
                continue;
            }
            ++compared;
            const auto many = large.tiles.choicesFor(segment);
            const std::vector<Extent> wanted = extentsOf(few.front()); // of the whole smaller chip
            const bool isThere = std::any_of(many.begin(), many.end(),
                                             [&](const auto& regions) { return extentsOf(regions) == wanted; });
            missing += isThere ? 0 : 1;
        }
        QVERIFY(compared > 20);
        QVERIFY(missing <= 2); // of segments of four regions and more, three of which are single columns
    }
};

TILESCAPE_TEST(TestWorkingTiles)

} // namespace tst_working_tiles
#include "tst_working_tiles.moc"
