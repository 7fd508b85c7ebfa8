#include "tests/registered.h"
#include "view_samples.h"

#include "core/io/library.h"
#include "core/schedule/solve.h"
#include "ui/chip/chip_item.h"
#include "ui/chip/chip_legend.h"
#include "ui/chip/chip_painter.h"
#include "ui/chip/chip_view.h"
#include "ui/chip/noc_load.h"
#include "ui/chip/rotation_bar.h"
#include "ui/widgets/zoomable_view.h"

#include <QComboBox>
#include <QLabel>
#include <QTest>

#include <algorithm>

namespace tst_chip_view {

using namespace tilescape;
using ui::chip::ChipView;

namespace {

void show(ChipView& view, QSize size = {460, 560})
{
    view.resize(size);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    view.fitAll();
}

} // namespace

class TestChipView : public QObject {
    Q_OBJECT

    /// In a form that has room, and none that has not; all of it in the tooltip.
    static void theRotationIsToldWhole(ChipView& view, Tensor tensor)
    {
        const QSize before = view.size();
        auto* text = view.findChild<QLabel*>(QStringLiteral("rotationText"));
        for (const bool chosen : {false, true}) {
            view.rotation()->findChild<QComboBox*>()->setCurrentIndex(chosen ? 1 : 0);
            QStringList forms;
            for (int width = 1400; width >= 340; width -= 70) {
                view.resize(width, before.height());
                QCoreApplication::processEvents();
                QVERIFY2(text->fontMetrics().horizontalAdvance(text->text()) <= text->width(), qPrintable(text->text()));
                forms << text->text();
            }
            forms.removeDuplicates();
            QVERIFY2(forms.size() >= 2 && !forms.front().isEmpty(), qPrintable(forms.join(QLatin1Char('|'))));
            QVERIFY(chosen ? text->toolTip().contains(QStringLiteral("word-hops")) : text->toolTip() == forms.front());
        }
        view.resize(before);
        view.rotation()->show(tensor, 0);
    }

private Q_SLOTS:
    void init()
    {
        QApplication::setPalette(samples::lightPalette());
        m_workspace = samples::workspace();
    }

    void anEmptyProjectShowsTheBareChip()
    {
        ChipView view(*m_workspace);
        show(view);
        QVERIFY(!view.content().hasLayer);
        QCOMPARE(view.content().tiles.size(), m_workspace->problem().hardware.tiles.size());
    }

    void theSelectedLayersPiecesAreOnTheTiles()
    {
        open(samples::smallNetwork(), {4, 4});
        ChipView view(*m_workspace);
        show(view);
        QVERIFY(!view.content().hasLayer);
        m_workspace->setSelectedLayer(0);
        QVERIFY(view.content().hasLayer);
        QCOMPARE(view.content().busyTiles(), Count{16});
        // 96 output channels over 4 columns, 55 rows of the map over 4 rows of tiles.
        const auto& piece = view.content().at({1, 2}).piece;
        QCOMPARE(piece.output.channel.begin, Count{48});
        QCOMPARE(piece.output.channel.end, Count{72});
        QCOMPARE(piece.output.row.begin, Count{13});
        QCOMPARE(piece.output.row.end, Count{27});
        m_workspace->setSelectedLayer(std::nullopt);
        QVERIFY(!view.content().hasLayer);
    }

    void aTilesToolTipSaysWhatItComputesAndHolds()
    {
        open(samples::smallNetwork(), {4, 4});
        m_workspace->setSelectedLayer(0);
        ChipView view(*m_workspace);
        const QString text = ui::chip::tileToolTip(view.content(), {0, 1});
        QVERIFY2(text.contains(QStringLiteral("Output channels 24–47 (24)")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("words")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("4 tiles work on the same piece")), qPrintable(text));
    }

    void everyPositionOnAnyChipFindsItsTile_data()
    {
        QTest::addColumn<int>("height");
        QTest::addColumn<int>("width");
        QTest::newRow("one tile") << 1 << 1;
        QTest::newRow("a row") << 1 << 8;
        QTest::newRow("a column") << 8 << 1;
        QTest::newRow("32 x 32") << 32 << 32;
        QTest::newRow("128 x 128") << 128 << 128;
    }

    void everyPositionOnAnyChipFindsItsTile()
    {
        QFETCH(int, height);
        QFETCH(int, width);
        const auto content = ui::chip::chipContent(samples::chip({height, width}));
        for (Count row = 0; row < height; ++row) {
            for (Count column = 0; column < width; ++column) {
                const QRectF rect = ui::chip::tileRect({row, column});
                QVERIFY(ui::chip::chipBounds(content).contains(rect));
                QCOMPARE(ui::chip::tileAt(content, rect.center()), std::optional(Tile{row, column}));
            }
        }
        QVERIFY(!ui::chip::tileAt(content, QPointF(-5, 5)));
    }

    void tilesWithoutAPieceAreIdle()
    {
        open(samples::smallNetwork(), {8, 2}); // a batch of 4 over 8 rows
        m_workspace->setSelectedLayer(6);
        ChipView view(*m_workspace);
        QCOMPARE(view.content().busyTiles(), Count{8});
    }

    void sharedDataRotatesStepByStep()
    {
        schedule::Problem problem;
        problem.network = io::loadNetwork("alexnet").value();
        problem.hardware = io::loadHardware("tangram_16x16").value();
        problem.batch = 16;
        problem.solver = "kapla";
        problem.space.bufferSharing = problem.space.keepOutputsOnChip = problem.space.spatialPipelining = true;
        const auto answer = std::make_shared<schedule::Schedule>(schedule::solve(problem));
        m_workspace = std::make_unique<ui::workspace::Workspace>(
            [answer](const schedule::Problem&, const schedule::SolveControl&) { return *answer; });
        m_workspace->open(problem, {});
        QTRY_VERIFY(!m_workspace->isStale());
        ChipView view(*m_workspace);
        show(view, {560, 760});
        bool found = false;
        for (const auto& layer : answer->layers) {
            for (const Tensor tensor : allTensors) {
                if (!found && layer.cost.rotationRounds[tensor] > 0) {
                    found = true;
                    m_workspace->setSelectedLayer(layer.layer);
                    QVERIFY(samples::leaveScreenshots(view, QStringLiteral("chip_arrows")));
                    const Tile tile = view.content().rotation[tensor].steps.rings.front().front();
                    QVERIFY(!view.rotation()->shown());
                    view.rotation()->show(tensor, 0);
                    const auto first = view.content().subsetAt(tensor, tile, view.rotation()->shown()->step);
                    view.rotation()->stepOn();
                    QCOMPARE(view.rotation()->shown()->step, Count{1});
                    QVERIFY(first != view.content().subsetAt(tensor, tile, 1));
                    view.rotation()->stepBack();
                    QCOMPARE(view.rotation()->shown()->step, Count{0});
                    QVERIFY(samples::leaveScreenshots(view, QStringLiteral("chip_rotation")));
                    theRotationIsToldWhole(view, tensor);
                    const QString text = ui::chip::tileToolTip(view.content(), tile, view.rotation()->shown());
                    QVERIFY2(text.contains(QStringLiteral("Holds part")), qPrintable(text));
                    view.rotation()->playOrPause();
                    QVERIFY(view.rotation()->isPlaying());
                    QTRY_VERIFY(view.rotation()->shown()->step > 1);
                    view.rotation()->playOrPause();
                    QVERIFY(!view.rotation()->isPlaying());
                }
            }
        }
        QVERIFY(found);
    }

    void memoryOnEveryTileIsShownThere()
    {
        schedule::Problem problem = samples::problem(samples::smallNetwork(), {2, 2});
        problem.hardware.memory = hardware::MemoryPlacement::EveryTile;
        m_workspace->open(problem, {});
        QTRY_VERIFY(!m_workspace->isStale());
        m_workspace->setSelectedLayer(0);
        ChipView view(*m_workspace);
        show(view);
        QVERIFY(ui::chip::chipBounds(view.content()).width() < 2 * ui::chip::tilePitch);
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("chip_memory_everywhere")));
    }

    void anInfeasibleScheduleLeavesTheBareChip()
    {
        ui::workspace::Workspace workspace(
            [](const schedule::Problem& problem, const schedule::SolveControl&) { return samples::infeasible(problem); });
        workspace.open(samples::problem(samples::smallNetwork(), {4, 4}), {});
        QTRY_VERIFY(workspace.schedule());
        workspace.setSelectedLayer(2);
        ChipView view(workspace);
        show(view);
        QVERIFY(!view.content().hasLayer);
    }

    void regionsOfOneSegmentShareTheChip()
    {
        ui::workspace::Workspace workspace; // with the real solver
        schedule::Problem problem = samples::problem(samples::smallNetwork(), {4, 4});
        problem.network = io::loadNetwork("lstm_phoneme").value();
        problem.space.spatialPipelining = true;
        workspace.open(problem, {});
        QTRY_VERIFY(workspace.schedule() && workspace.schedule()->hasResult());
        const auto& layers = workspace.schedule()->layers;
        const auto beside = std::find_if(layers.begin(), layers.end(),
                                         [](const auto& layer) { return layer.slot.region > 0; });
        QVERIFY(beside != layers.end());
        workspace.setSelectedLayer(beside->layer);
        ChipView view(workspace);
        show(view);
        // A tile that works belongs to the layer's region or to one beside it, and the picture says to which.
        Count neighbours = 0;
        for (const ui::chip::TileContent& tile : view.content().contents) {
            QVERIFY(!tile.inRegion || !tile.neighbour.has_value());
            neighbours += tile.neighbour ? 1 : 0;
        }
        QVERIFY(neighbours > 0);
        QVERIFY(view.content().regions.size() > 1);
        QVERIFY(ui::chip::tileToolTip(view.content(), view.content().regions.front().centre).contains(QStringLiteral("R0 of segment")));
        // The region's colour is that of timeline and graph, its parts are shades of it.
        const ui::chip::ChipContent& content = view.content();
        for (const ui::chip::TileContent& tile : content.contents) {
            if (!tile.idle) {
                const QColor colour = ui::chip::partColour(content, tile, view.palette());
                QVERIFY(std::abs(colour.hsvHueF() - ui::style::categorical(static_cast<int>(content.ownRegion)).hsvHueF()) < 0.02);
            }
        }
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("chip_regions")));

        // A click on a tile of another region selects what runs first in it; a drag does not.
        const Tile other = content.regions.front().centre;
        QVERIFY(content.at(other).neighbour == std::optional<std::size_t>(0));
        QWidget* viewport = view.view()->viewport();
        const QPoint at = view.view()->mapFromScene(ui::chip::tileRect(other).center());
        QTest::mousePress(viewport, Qt::LeftButton, {}, at);
        QTest::mouseRelease(viewport, Qt::LeftButton, {}, at + QPoint(60, 0));
        QCOMPARE(workspace.selectedLayer(), std::optional(beside->layer));
        QTest::mouseClick(viewport, Qt::LeftButton, {}, view.view()->mapFromScene(ui::chip::tileRect(other).center()));
        QVERIFY(workspace.selectedLayer() != std::optional(beside->layer));
        const auto* selected = workspace.schedule()->find(*workspace.selectedLayer());
        QCOMPARE(selected->slot, (pipeline::Slot{beside->slot.segment, 0, 0}));
    }

    /// On chips of every shape, near and far.
    void badgesOfRegionsNeverLieOnEachOther()
    {
        std::size_t seen = 0;
        for (const Extent tiles : {Extent{16, 1}, Extent{1, 16}, Extent{8, 2}, Extent{4, 4}, Extent{16, 16}}) {
            schedule::Problem problem = samples::problem(io::loadNetwork("lstm_phoneme").value(), tiles);
            problem.solver = "kapla";
            problem.space.spatialPipelining = true;
            const schedule::Schedule schedule = schedule::solve(problem);
            QVERIFY(schedule.hasResult());
            for (const schedule::ScheduledLayer& layer : schedule.layers) {
                const ui::chip::ChipContent content = ui::chip::chipContent(schedule, layer);
                for (const double scale : {0.05, 0.2, 0.6, 1.6}) {
                    const auto badges = ui::chip::regionBadges(content, scale, QFont());
                    seen = std::max(seen, badges.size());
                    for (std::size_t one = 0; one < badges.size(); ++one) {
                        for (std::size_t other = 0; other < one; ++other) {
                            QVERIFY(!badges[one].rect.intersects(badges[other].rect));
                        }
                    }
                }
            }
        }
        QVERIFY(seen > 1);
    }

    void theLegendNamesWhatNeitherColourNorShadeShows()
    {
        ui::chip::ChipContent content;
        content.hasLayer = true;
        content.partition.shares[dataflow::Split::Batch] = {1, 2};
        content.partition.shares[dataflow::Split::OutputChannel] = {1, 8};
        content.mainSplit = dataflow::Split::Batch;
        content.minorSplit = dataflow::Split::OutputChannel;
        ui::chip::ChipLook look;
        look.palette = samples::lightPalette();
        const std::size_t shown = ui::chip::chipLegend(content, look).size();
        content.partition.shares[dataflow::Split::InputChannel] = {16, 1};
        const auto items = ui::chip::chipLegend(content, look);
        QCOMPARE(items.size(), shown + 1);
        QVERIFY(std::ranges::any_of(items, [](const auto& item) {
            return item.text == QStringLiteral("alike: other parts of the input channels");
        }));
    }

    void theLegendSaysWhatIsShown()
    {
        schedule::Problem problem;
        problem.network = io::loadNetwork("alexnet").value();
        problem.hardware = io::loadHardware("tangram_16x16").value();
        problem.batch = 16;
        problem.solver = "kapla";
        problem.space.bufferSharing = problem.space.keepOutputsOnChip = problem.space.spatialPipelining = true;
        const schedule::Schedule schedule = schedule::solve(problem);
        int rotating = 0;
        for (const schedule::ScheduledLayer& layer : schedule.layers) {
            const ui::chip::ChipContent content = ui::chip::chipContent(schedule, layer);
            ui::chip::ChipLook look;
            look.palette = samples::lightPalette();
            const auto says = [&](const QString& words) {
                const auto items = ui::chip::chipLegend(content, look);
                return std::any_of(items.begin(), items.end(), [&](const auto& item) { return item.text.contains(words); });
            };
            look.scale = 0.1;
            QVERIFY(!says(QStringLiteral("in the buffer"))); // too small to be drawn
            look.scale = 1;
            QCOMPARE(says(QStringLiteral("parts of the")), content.mainSplit.has_value());
            QCOMPARE(says(QStringLiteral("other regions")), !content.regions.empty());
            for (const Tensor tensor : allTensors) {
                if (content.rotation[tensor].turns()) {
                    ++rotating;
                    look.rotation = ui::chip::ShownRotation{tensor, 0};
                    QVERIFY(says(QStringLiteral("a tile holds")));
                    QVERIFY(!says(QStringLiteral("other regions")));
                    look.rotation.reset();
                }
            }
            look.load = ui::chip::nocLoad(schedule, layer.slot.segment);
            QVERIFY(!says(QStringLiteral("parts of the")));
        }
        QVERIFY(rotating > 0);
    }

    void sixteenThousandTilesAreDrawnAndTold()
    {
        ui::workspace::Workspace workspace;
        schedule::Problem problem = samples::problem(io::loadNetwork("alexnet").value(), {128, 128});
        problem.solver = "kapla";
        problem.space.batchPartition = problem.space.keepOutputsOnChip = problem.space.spatialPipelining = true;
        workspace.open(problem, {});
        QTRY_VERIFY_WITH_TIMEOUT(workspace.schedule() && workspace.schedule()->hasResult(), 60000);
        const auto& layers = workspace.schedule()->layers;
        const auto beside = std::find_if(layers.begin(), layers.end(),
                                         [](const auto& layer) { return layer.slot.region > 0; });
        QVERIFY(beside != layers.end());
        workspace.setSelectedLayer(beside->layer);
        ChipView view(workspace);
        show(view, {720, 800});
        QVERIFY(view.content().regions.size() > 1);
        QVERIFY(!ui::chip::tileToolTip(view.content(), {127, 127}).isEmpty());
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("chip_16384_tiles")));
        view.showLoad(true);
        QVERIFY(view.load());
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("chip_16384_tiles_load")));
    }

    void linksShowWhatCrossesThem()
    {
        ui::workspace::Workspace workspace;
        schedule::Problem problem = samples::problem(io::loadNetwork("lstm_phoneme").value(), {4, 4});
        problem.space.bufferSharing = problem.space.keepOutputsOnChip = problem.space.spatialPipelining = true;
        workspace.open(problem, {});
        QTRY_VERIFY(workspace.schedule() && workspace.schedule()->hasResult());
        const schedule::Schedule& schedule = *workspace.schedule();
        const auto beside = std::find_if(schedule.layers.begin(), schedule.layers.end(),
                                         [](const auto& layer) { return layer.slot.region > 0; });
        QVERIFY(beside != schedule.layers.end());
        ChipView view(workspace);
        show(view, {560, 700});
        view.showLoad(true);
        QVERIFY(!view.load()); // nothing is selected
        workspace.setSelectedLayer(beside->layer);
        QVERIFY(view.load());
        // What is drawn is what the schedule counts, word-hop by word-hop.
        double hops = 0;
        for (const schedule::ScheduledLayer& layer : schedule.layers) {
            for (const Tensor tensor : allTensors) {
                hops += layer.slot.segment == beside->slot.segment ? layer.cost.nocHops[tensor] : 0;
            }
        }
        const auto& load = *view.load();
        QVERIFY(hops > 0 && std::abs(load.loads.words.sum() - hops) < 1e-6 * hops);
        double busiest = 0;
        for (const cost::Link& link : cost::linksOf({4, 4})) {
            QCOMPARE(ui::chip::linkAt(view.content(), ui::chip::linkShape(link).boundingRect().center()), std::optional(link));
            busiest = std::max(busiest, load.share(link));
            const QString text = ui::chip::linkToolTip(load, view.content(), link);
            QVERIFY2(text.contains(QStringLiteral("words/cycle")) && text.contains(QStringLiteral("% of the busiest link")), qPrintable(text));
        }
        QCOMPARE(busiest, 1.0);
        // Ordered by lightness: more words, farther from the ground, in light and in dark.
        for (const QPalette& palette : {samples::lightPalette(), samples::darkPalette()}) {
            const auto contrast = [&](double share) {
                return std::abs(qGray(ui::chip::heatColour(share, palette).rgb()) - qGray(palette.color(QPalette::Base).rgb()));
            };
            for (int step = 0; step < 10; ++step) {
                QVERIFY(contrast(step / 10.0) < contrast((step + 1) / 10.0));
            }
        }
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("chip_noc_load")));
        view.showLoad(false);
        QVERIFY(!view.load());
    }

    void screenshots_data()
    {
        QTest::addColumn<int>("side");
        QTest::addColumn<int>("layer");
        QTest::newRow("1x1") << 1 << 0;
        QTest::newRow("4x4") << 4 << 2;
        QTest::newRow("16x16") << 16 << 2;
        QTest::newRow("32x32") << 32 << 5;
        QTest::newRow("128x128") << 128 << 0;
    }

    void screenshots()
    {
        QFETCH(int, side);
        QFETCH(int, layer);
        open(samples::smallNetwork(), {side, side});
        m_workspace->setSelectedLayer(static_cast<std::size_t>(layer));
        ChipView view(*m_workspace);
        show(view);
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("chip_%1").arg(QLatin1String(QTest::currentDataTag()))));
    }

    /// Where two chips are compared in a small window: the chip has the height.
    void aLowPanelHasTheHeadBesideThePicture()
    {
        m_workspace->open(samples::problem(samples::smallNetwork(), {4, 4}), {});
        QTRY_VERIFY(m_workspace->schedule() && !m_workspace->isStale());
        m_workspace->setSelectedLayer(1);
        ChipView view(*m_workspace);
        view.showLegend(false);
        show(view, {355, 104});
        QVERIFY2(view.view()->height() >= 90 && view.view()->width() >= 200, qPrintable(QString::number(view.view()->height())));
        for (const char* button : {"showNocLoad", "showChipLegend"}) {
            const auto* own = view.findChild<QWidget*>(QLatin1String(button));
            const QRect place(own->mapTo(&view, QPoint()), own->size());
            QVERIFY(view.rect().contains(place) && place.right() < view.view()->mapTo(&view, QPoint()).x());
        }
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("chip_low")));
        view.resize(355, 400);
        QCoreApplication::processEvents();
        QVERIFY(view.view()->width() > 340);
    }

private:
    void open(network::Network net, Extent tiles)
    {
        m_workspace->open(samples::problem(std::move(net), tiles), {});
        QTRY_VERIFY(!m_workspace->isStale() && m_workspace->schedule());
    }

    std::unique_ptr<ui::workspace::Workspace> m_workspace;
};

TILESCAPE_TEST(TestChipView)

} // namespace tst_chip_view
#include "tst_chip_view.moc"
