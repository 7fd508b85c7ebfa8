#include "network_view_samples.h"

#include "core/io/library.h"
#include "core/schedule/solve.h"
#include "tests/registered.h"
#include "ui/network/segment_item.h"
#include "ui/style/palette.h"
#include "ui/style/travel_colours.h"

#include <QAction>
#include <QGraphicsScene>
#include <QHelpEvent>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QTest>
#include <QToolTip>

#include <map>

namespace tst_network_view {

using namespace tilescape;
using samples::open;
using samples::placeOf;
using samples::show;
using ui::network::NetworkView;

namespace {

QString toolTipOver(const NetworkView& view, std::size_t layer)
{
    QWidget* port = view.view()->viewport();
    QHelpEvent rest(QEvent::ToolTip, placeOf(view, layer), port->mapToGlobal(placeOf(view, layer)));
    QApplication::sendEvent(port, &rest);
    return QToolTip::text();
}

} // namespace

class TestNetworkView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QApplication::setPalette(samples::lightPalette());
        m_workspace = samples::workspace();
    }

    void anEmptyProjectShowsNoBoxes()
    {
        NetworkView view(*m_workspace);
        show(view);
        QCOMPARE(view.scene()->layerCount(), std::size_t{0});
        QTest::mouseClick(view.view()->viewport(), Qt::LeftButton, {}, QPoint(50, 50));
        QVERIFY(!m_workspace->selectedLayer());
    }

    void aClickSelectsAndAClickBesideClears()
    {
        open(*m_workspace, samples::smallNetwork());
        NetworkView view(*m_workspace);
        show(view);
        QTest::mouseClick(view.view()->viewport(), Qt::LeftButton, {}, placeOf(view, 3));
        QCOMPARE(m_workspace->selectedLayer(), std::optional<std::size_t>(3));
        QVERIFY(view.scene()->box(3)->isChosen());
        QTest::mouseClick(view.view()->viewport(), Qt::LeftButton, {}, QPoint(2, 2));
        QVERIFY(!m_workspace->selectedLayer());
        QVERIFY(!view.scene()->box(3)->isChosen());
    }

    /// Also if they are made in the palette that they are given.
    void numbersOfSegmentsAreWrittenOnTheirGround()
    {
        const QRectF box(0, 0, 100, 40);
        QGraphicsScene scene;
        auto* segment = new ui::network::SegmentItem(1);
        scene.addItem(segment);
        scene.addItem(segment->title());
        segment->setGround({box}, {}, [](const QRectF&) { return 0; });
        segment->setPalette(QPalette());
        QImage image(400, 240, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        scene.render(&painter);
        int black = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                black += image.pixelColor(x, y) == Qt::black;
            }
        }
        QCOMPARE(black, 0);
    }

    void aSelectionMadeElsewhereIsShown()
    {
        open(*m_workspace, samples::smallNetwork());
        NetworkView view(*m_workspace);
        show(view);
        m_workspace->setSelectedLayer(5);
        QVERIFY(view.scene()->box(5)->isChosen());
        m_workspace->setSelectedLayer(6);
        QVERIFY(!view.scene()->box(5)->isChosen());
        QVERIFY(view.scene()->box(6)->isChosen());
    }

    void theMouseOverABoxHovers()
    {
        open(*m_workspace, samples::smallNetwork());
        NetworkView view(*m_workspace);
        show(view);
        QTest::mouseMove(view.view()->viewport(), placeOf(view, 2));
        QTRY_COMPARE(m_workspace->hoveredLayer(), std::optional<std::size_t>(2));
    }

    void aNewScheduleChangesBarsButNotZoomOrItems()
    {
        open(*m_workspace, samples::smallNetwork());
        NetworkView view(*m_workspace);
        show(view);
        m_workspace->setSelectedLayer(2);
        view.fitSelection();
        const QTransform zoom = view.view()->transform();
        const auto* box = view.scene()->box(2);
        const QString before = toolTipOver(view, 2);
        QVERIFY2(before.contains(view.scene()->box(2)->text().name) && before.contains(u"Energy"), qPrintable(before));
        m_workspace->setParameter(QStringLiteral("hop_pj"), 50);
        m_workspace->setBatch(8);
        QTRY_VERIFY(!m_workspace->isStale());
        QCOMPARE(view.scene()->box(2), box);
        QVERIFY(toolTipOver(view, 2) != before);
        QCOMPARE(view.view()->transform(), zoom);
        QVERIFY(box->isChosen());
    }

    /// What stays on chip is told from what goes through memory.
    void edgesShowWhereTheDataTravel_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }

    void edgesShowWhereTheDataTravel()
    {
        QFETCH(bool, dark);
        QApplication::setPalette(dark ? samples::darkPalette() : samples::lightPalette());
        m_workspace = std::make_unique<ui::workspace::Workspace>(
            [](const schedule::Problem& problem, const schedule::SolveControl& control) {
                return schedule::solve(problem, control);
            });
        m_workspace->setHardware(io::loadHardware("tangram_16x16").value());
        open(*m_workspace, io::loadNetwork("lstm_phoneme").value());
        NetworkView view(*m_workspace);
        show(view);
        using ui::style::Travel;
        QVERIFY(view.findChild<QWidget*>(QStringLiteral("networkLegend"))->isVisible());
        QCOMPARE(view.scene()->travelBetween(0, 1), std::optional(Travel::Memory));
        auto space = m_workspace->problem().space;
        space.bufferSharing = space.keepOutputsOnChip = space.spatialPipelining = true;
        m_workspace->setSpace(space);
        QTRY_VERIFY(!m_workspace->isStale());
        // The colours of the arrows on the chip (style/travel_colours.h): told apart by where the two layers run.
        std::map<Travel, int> seen;
        for (const schedule::ScheduledLayer& maker : m_workspace->schedule()->layers) {
            for (const schedule::ScheduledLayer& taker : m_workspace->schedule()->layers) {
                const QColor colour = view.scene()->edgeColourBetween(maker.layer, taker.layer);
                if (!colour.isValid()) {
                    continue;
                }
                const bool together = maker.slot.segment == taker.slot.segment;
                const bool near = together && maker.slot.region == taker.slot.region;
                QCOMPARE(colour, near ? ui::style::localColour(view.palette())
                             : together ? ui::style::neighbourColour() : ui::style::offChipColour());
                ++seen[near ? Travel::WithinRegion : together ? Travel::BetweenRegions : Travel::Memory];
            }
        }
        QVERIFY2(seen[Travel::WithinRegion] > 0 && seen[Travel::BetweenRegions] > 0, "the example shows both ways on chip");
        const QRgb local = dark ? 0xff56B4E9 : 0xff0072B2;
        QCOMPARE(ui::style::localColour(view.palette()).rgb(), local);
        QCOMPARE(ui::style::neighbourColour().rgb(), QRgb{0xffD55E00});
        for (QAction* action : view.actions()) {
            if (action->objectName() == QLatin1String("showLegend")) {
                action->trigger();
            }
        }
        QVERIFY(!view.findChild<QWidget*>(QStringLiteral("networkLegend"))->isVisible());
    }

    void aSegmentStandsOnOneGroundInTheColoursOfItsRegions()
    {
        openPipelined();
        NetworkView view(*m_workspace);
        show(view);
        const auto& layers = m_workspace->schedule()->layers;
        for (const schedule::ScheduledLayer& one : layers) {
            const auto together = std::count_if(layers.begin(), layers.end(), [&](const schedule::ScheduledLayer& other) {
                return other.slot.segment == one.slot.segment;
            });
            const auto* segment = view.scene()->segmentOf(one.layer);
            QCOMPARE(segment != nullptr, together > 1);
            QCOMPARE(view.scene()->box(one.layer)->stripe(),
                     segment ? ui::style::categorical(static_cast<int>(one.slot.region)) : QColor());
            m_workspace->setSelectedLayer(one.layer);
            for (const schedule::ScheduledLayer& other : layers) {
                const auto* ground = view.scene()->segmentOf(other.layer);
                QVERIFY(!ground || ground->isChosen() == (other.slot.segment == one.slot.segment));
            }
        }
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("network_segments")));
    }

    void aSegmentsNumberStandsWhereNoEdgePassesOrAboveIt()
    {
        ui::network::SegmentItem segment(7);
        const QRectF box(0, 0, 200, 40);
        segment.setGround({box}, {}, [](const QRectF&) { return 0; });
        const QRectF usual = segment.title()->boundingRect();
        QVERIFY(usual.center().x() < box.center().x() && usual.bottom() < box.top());
        segment.setGround({box}, {}, [&](const QRectF& place) { return place == usual ? 1 : 0; });
        QVERIFY(segment.title()->boundingRect().left() > usual.right());
        segment.setGround({box}, {}, [](const QRectF&) { return 2; });
        QCOMPARE(segment.title()->boundingRect(), usual);
        const QRectF beside(usual.right() - 5, usual.top(), box.width(), usual.height());
        segment.setGround({box}, {}, [&](const QRectF& place) { return place.intersects(beside) ? 1 : 0; });
        QVERIFY(segment.title()->boundingRect().right() < beside.left() && segment.title()->boundingRect().left() == usual.left()); // shorter
        QVERIFY(segment.title()->zValue() > ui::network::EdgeItem().zValue());
        delete segment.title();
    }

    void arrowKeysWalkTheGraph()
    {
        open(*m_workspace, samples::smallNetwork());
        NetworkView view(*m_workspace);
        show(view);
        view.view()->setFocus();
        const auto press = [&](Qt::Key key) {
            QTest::keyClick(view.view(), key);
            return m_workspace->selectedLayer().value();
        };
        QCOMPARE(press(Qt::Key_Down), std::size_t{0});
        QCOMPARE(press(Qt::Key_Up), std::size_t{0}); // nothing above
        QCOMPARE(press(Qt::Key_Down), std::size_t{1});
        const std::size_t one = press(Qt::Key_Down);
        const std::size_t other = one == 2 ? 3 : 2; // conv2_a and conv2_b stand side by side
        const bool left = view.scene()->boxRect(other).left() < view.scene()->boxRect(one).left();
        QCOMPARE(press(left ? Qt::Key_Left : Qt::Key_Right), other);
        QCOMPARE(press(left ? Qt::Key_Right : Qt::Key_Left), one);
        QCOMPARE(press(Qt::Key_Down), std::size_t{4});
        QVERIFY(view.view()->accessibleDescription().contains(QStringLiteral("join")));
        const std::size_t back = press(Qt::Key_Up);
        QVERIFY(back == 2 || back == 3);
    }

    void searchMarksAndEnterGoesThroughTheMatches()
    {
        open(*m_workspace, samples::smallNetwork());
        NetworkView view(*m_workspace);
        show(view);
        auto* line = view.findChild<QLineEdit*>();
        QVERIFY(line);
        view.view()->setFocus();
        QTest::keyClick(view.view(), Qt::Key_F, Qt::ControlModifier);
        QTRY_VERIFY(line->hasFocus());
        QTest::keyClicks(line, QStringLiteral("CONV2"));
        QVERIFY(view.scene()->box(2)->isFound() && view.scene()->box(3)->isFound());
        QVERIFY(!view.scene()->box(0)->isFound());
        QTest::keyClick(line, Qt::Key_Return);
        QCOMPARE(m_workspace->selectedLayer(), std::optional<std::size_t>(2));
        QTest::keyClick(line, Qt::Key_Return);
        QCOMPARE(m_workspace->selectedLayer(), std::optional<std::size_t>(3));
        QTest::keyClick(line, Qt::Key_Return);
        QCOMPARE(m_workspace->selectedLayer(), std::optional<std::size_t>(2));
    }

    void searchSaysHowManyItFound()
    {
        open(*m_workspace, samples::smallNetwork());
        NetworkView view(*m_workspace);
        show(view);
        auto* line = view.findChild<QLineEdit*>();
        const auto* count = view.findChild<QLabel*>(QStringLiteral("searchCount"));
        QVERIFY(count->text().isEmpty());
        line->setText(QStringLiteral("conv2"));
        QCOMPARE(count->text(), QStringLiteral("2 found"));
        QTest::keyClick(line, Qt::Key_Return);
        QCOMPARE(count->text(), QStringLiteral("1 of 2"));
        QTest::keyClick(line, Qt::Key_Return);
        QCOMPARE(count->text(), QStringLiteral("2 of 2"));
        const QRectF seen = view.view()->mapToScene(view.view()->viewport()->rect()).boundingRect();
        QVERIFY(seen.contains(view.scene()->boxRect(3)));
        line->setText(QStringLiteral("nothing like it"));
        QCOMPARE(count->text(), QStringLiteral("no match"));
    }

    void trainingKeepsTheSelection()
    {
        schedule::Problem problem = samples::problem(samples::smallNetwork(), {2, 2});
        ui::workspace::Workspace workspace;
        workspace.open(problem, {});
        QTRY_VERIFY(!workspace.isStale() && workspace.schedule());
        NetworkView view(workspace);
        show(view);
        workspace.setSelectedLayer(5);
        auto space = workspace.problem().space;
        space.training = true;
        workspace.setSpace(space);
        QVERIFY(workspace.network().layers.size() > problem.network.layers.size());
        QVERIFY(workspace.selectedLayer());
        QCOMPARE(workspace.network().layers[*workspace.selectedLayer()].name, problem.network.layers[5].name);
        QVERIFY(view.scene()->box(*workspace.selectedLayer())->isChosen());
        workspace.undoStack().undo();
        QCOMPARE(workspace.selectedLayer(), std::optional<std::size_t>(5));
        workspace.setNetwork(samples::oneLayer());
        QVERIFY(!workspace.selectedLayer());
    }

    void energyBarsAreRelativeToTheHungriestLayer()
    {
        open(*m_workspace, samples::smallNetwork());
        NetworkView view(*m_workspace);
        show(view);
        double largest = 0;
        for (std::size_t i = 0; i < view.scene()->layerCount(); ++i) {
            largest = std::max(largest, view.scene()->box(i)->energyShare());
        }
        QCOMPARE(largest, 1.0);
    }

    void screenshots()
    {
        open(*m_workspace, samples::smallNetwork());
        NetworkView view(*m_workspace);
        show(view);
        m_workspace->setSelectedLayer(2);
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("network")));
    }

private:
    void openPipelined()
    {
        m_workspace = std::make_unique<ui::workspace::Workspace>(
            [](const schedule::Problem& problem, const schedule::SolveControl& control) {
                return schedule::solve(problem, control);
            });
        schedule::Problem problem = samples::problem(io::loadNetwork("lstm_phoneme").value(), {4, 4});
        problem.hardware = io::loadHardware("tangram_16x16").value();
        problem.space.bufferSharing = problem.space.keepOutputsOnChip = problem.space.spatialPipelining = true;
        m_workspace->open(problem, {});
        QTRY_VERIFY(!m_workspace->isStale() && m_workspace->schedule());
    }

    std::unique_ptr<ui::workspace::Workspace> m_workspace;
};

TILESCAPE_TEST(TestNetworkView)

} // namespace tst_network_view
#include "tst_network_view.moc"
