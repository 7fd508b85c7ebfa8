#include "tests/registered.h"
#include "view_samples.h"

#include "core/io/files.h"
#include "core/io/project_json.h"
#include "ui/chip/chip_view.h"
#include "ui/network/network_scene.h"
#include "ui/network/network_view.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_view.h"

#include <QHBoxLayout>
#include <QTest>
#include <QVBoxLayout>

#include <set>

namespace tst_pipelined_examples {

using namespace tilescape;

namespace {

/// A layer of the segment with most regions, three at least: an element-wise one if `withSums`, else one in the middle.
const schedule::ScheduledLayer* layerOfTheWidestSegment(const schedule::Schedule& schedule, bool withSums)
{
    const schedule::ScheduledLayer* chosen = nullptr;
    Count most = 2;
    for (const schedule::ScheduledLayer& layer : schedule.layers) {
        const bool sums = std::holds_alternative<network::Elementwise>(schedule.problem->network.layers[layer.layer].kind);
        Count regions = 0;
        for (const schedule::ScheduledLayer& other : schedule.layers) {
            regions = other.slot.segment == layer.slot.segment ? std::max(regions, other.slot.region + 1) : regions;
        }
        if (regions > most && (withSums ? sums : layer.slot.region == regions / 2)) {
            most = regions;
            chosen = &layer;
        }
    }
    return chosen;
}

} // namespace

/// Tangram Fig. 10b on the screen: a layer of a pipelined segment is selected, and the graph, the chip and the timeline show
/// its segment in the same colours.
class TestPipelinedExamples : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aSegmentIsSeenInEveryView_data()
    {
        QTest::addColumn<QString>("example");
        QTest::addColumn<bool>("withSums");
        QTest::newRow("inception module") << QStringLiteral("googlenet-pipelined") << false;
        QTest::newRow("residual block") << QStringLiteral("resnet50-pipelined") << true;
        QTest::newRow("LSTM cell") << QStringLiteral("lstm-pipelined") << true;
    }

    void aSegmentIsSeenInEveryView()
    {
        QFETCH(QString, example);
        QFETCH(bool, withSums);
        QApplication::setPalette(samples::lightPalette());
        const std::string path = (QStringLiteral(TILESCAPE_SOURCE_DIR "/examples/") + example + QStringLiteral(".tilescape")).toStdString();
        ui::workspace::Workspace workspace;
        workspace.open(io::readProject(io::readFile(path).value(), path).value(), {});

        QWidget window;
        auto* network = new ui::network::NetworkView(workspace);
        auto* chip = new ui::chip::ChipView(workspace);
        auto* timeline = new ui::timeline::TimelineView(workspace);
        auto* above = new QHBoxLayout;
        above->addWidget(network, 4);
        above->addWidget(chip, 3);
        auto* all = new QVBoxLayout(&window);
        all->addLayout(above, 3);
        all->addWidget(timeline, 1);
        window.resize(1400, 1000);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QTRY_VERIFY_WITH_TIMEOUT(!workspace.isStale() && !network->isLayingOut(), 60000);

        const schedule::Schedule& schedule = *workspace.schedule();
        const schedule::ScheduledLayer* chosen = layerOfTheWidestSegment(schedule, withSums);
        QVERIFY2(chosen, "there is a segment of three regions and more, with an element-wise layer if asked for");
        workspace.setSelectedLayer(chosen->layer);
        network->fitSelection();
        QTest::keyClick(timeline->canvas(), Qt::Key_F);

        // The graph: one ground under all of them, each in its region's colour.
        const auto* ground = network->scene()->segmentOf(chosen->layer);
        QVERIFY(ground && ground->isChosen());
        std::set<Count> regions;
        for (const schedule::ScheduledLayer& member : schedule.layers) {
            const bool inside = member.slot.segment == chosen->slot.segment;
            QCOMPARE(network->scene()->segmentOf(member.layer) == ground, inside);
            if (inside) {
                regions.insert(member.slot.region);
                QCOMPARE(network->scene()->box(member.layer)->stripe(), ui::style::categorical(static_cast<int>(member.slot.region)));
            }
        }
        // The chip: as many regions, and every tile in one of them at most.
        Count tiles = 0;
        for (const schedule::ScheduledLayer& member : schedule.layers) {
            const bool first = member.slot.index == 0;
            tiles += first && member.slot.segment == chosen->slot.segment ? member.scheme.region.extent.size() : 0;
        }
        QCOMPARE(chip->content().segment, chosen->slot.segment);
        QCOMPARE(chip->content().regions.size(), regions.size());
        QCOMPARE(std::count_if(chip->content().contents.begin(), chip->content().contents.end(),
                               [](const ui::chip::TileContent& tile) { return tile.inRegion || tile.neighbour; }), tiles);
        // The timeline: zoomed to the segment.
        const auto place = timeline->canvas()->content().find(chosen->layer);
        QVERIFY(place && static_cast<Count>(place->segment) == chosen->slot.segment);
        const auto shown = timeline->canvas()->shown();
        const auto& starts = timeline->canvas()->content().starts;
        QVERIFY(shown.from <= starts[place->segment] && shown.to >= starts[place->segment + 1]);

        QVERIFY(samples::leaveScreenshots(window, QStringLiteral("segment_%1").arg(example)));
        chip->showLoad(true);
        QVERIFY(samples::leaveScreenshots(*chip, QStringLiteral("noc_load_%1").arg(example)));
    }
};

TILESCAPE_TEST(TestPipelinedExamples)

} // namespace tst_pipelined_examples
#include "tst_pipelined_examples.moc"
