#include "tests/registered.h"
#include "view_samples.h"

#include "core/io/library.h"
#include "ui/gradient/gradient_animation.h"
#include "ui/gradient/gradient_bars.h"
#include "ui/gradient/gradient_table.h"
#include "ui/gradient/gradient_view.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QSlider>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QToolButton>

namespace tst_gradient_view {

using namespace tilescape;
using namespace tilescape::training::gradient;
using ui::gradient::GradientAnimation;
using ui::gradient::GradientBars;
using ui::gradient::GradientPane;
using ui::gradient::GradientPlayer;
using ui::gradient::GradientTable;
using ui::gradient::GradientView;
using ui::workspace::Workspace;

namespace {

/// A workspace whose schedule is of no interest here.
std::unique_ptr<Workspace> workspaceWith(network::Network network, Count batch = 4)
{
    auto workspace = std::make_unique<Workspace>([](const schedule::Problem& problem, const schedule::SolveControl&) {
        schedule::Schedule schedule;
        schedule.problem = std::make_shared<const schedule::Problem>(problem);
        return schedule;
    });
    schedule::Problem problem;
    problem.network = std::move(network);
    problem.hardware = samples::chip({1, 1});
    problem.batch = batch;
    workspace->open(problem, {});
    return workspace;
}

network::Network library(const char* name) { return io::loadNetwork(name).value(); }

void show(GradientView& view, QSize size = {1000, 760})
{
    view.resize(size);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QTRY_VERIFY_WITH_TIMEOUT(!view.isBusy(), 60000);
    QTRY_VERIFY(view.animation().isReady() || !view.result() || view.result()->layers.empty());
}

LayerResult layerOf(const Gemm& gemm, const Settings& settings)
{
    return analyse({{LayerGemm{"layer", 0, gemm, 1}}}, settings).value().front().front();
}

} // namespace

class TestGradientView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QApplication::setPalette(samples::lightPalette()); }

    void thePlayerTalliesWhatTheSimulatorMeasures();
    void seekingBackGivesTheSameStates();
    void theViewSimulatesOnlyWhileItIsShown();
    void theFirstBarIsTheNetwork();
    void tableBarsAndSelectionAgree();
    void anotherMachineIsOneUndoStep();
    void anOptionSimulatesAgain();
    void playStepSliderAndKeysMoveOneClock();
    void ordersAreShownSideBySide();
    void aNetworkWithoutWeightsIsSaidToHaveNoBackwardPass();
    void aMachineTooSmallIsSaid();
    void hugeProductsStayFluid();
    void aThousandLayersAreShown();
    void barsHaveRoomInPanelsOfAnyHeight();
    void picturesInLightAndDark();
};

void TestGradientView::thePlayerTalliesWhatTheSimulatorMeasures()
{
    const Settings settings;
    const LayerResult layer = layerOf({500, 400, 300}, settings);
    for (const Order order : allOrders) {
        const Measure& measure = layer.orders[order];
        GradientPlayer player(ui::gradient::recordRun(layer.product.gemm, order, measure.tile, settings));
        QCOMPARE(player.run().measure, measure);
        player.seek(player.steps());
        QCOMPARE(player.tally().moved(), measure.totalBytes());
        QCOMPARE(player.tally().dyRead, measure.readBytes[Matrix::Dy]);
        QCOMPARE(player.tally().spilled, 2 * measure.spillBytes);
        for (Count row = 0; row < player.run().tiling.tiles(Axis::M); ++row) {
            QCOMPARE(player.state(Matrix::Dx, row, 0), ui::gradient::TileState::Finished);
        }
    }
}

void TestGradientView::seekingBackGivesTheSameStates()
{
    const Settings settings;
    const LayerResult layer = layerOf({500, 400, 300}, settings);
    const auto run = ui::gradient::recordRun(layer.product.gemm, Order::DxMajor, layer.orders[Order::DxMajor].tile, settings);
    GradientPlayer forward(run);
    GradientPlayer back(run);
    forward.seek(20);
    back.seek(back.steps());
    back.seek(20);
    QCOMPARE(back.tally().moved(), forward.tally().moved());
    for (Count row = 0; row < run->tiling.tiles(Axis::M); ++row) {
        QCOMPARE(back.state(Matrix::Dy, row, 0), forward.state(Matrix::Dy, row, 0));
    }
    // A step is at work from its beginning on.
    back.seekTime(forward.timeAt(20));
    QCOMPARE(back.position(), std::size_t{20});
    back.seekTime(forward.timeAt(20) - 1);
    QCOMPARE(back.position(), std::size_t{19});
}

void TestGradientView::theViewSimulatesOnlyWhileItIsShown()
{
    const auto workspace = workspaceWith(library("bert_tiny"));
    GradientView view(*workspace);
    workspace->setBatch(2);
    QVERIFY(!view.isBusy());
    show(view);
    QCOMPARE(view.result()->batch, Count{2});
    view.hide();
    workspace->setBatch(3);
    QVERIFY(!view.isBusy());
    show(view);
    QCOMPARE(view.result()->batch, Count{3});
}

void TestGradientView::theFirstBarIsTheNetwork()
{
    const auto workspace = workspaceWith(library("bert_tiny"));
    GradientView view(*workspace);
    show(view);
    const NetworkResult& result = *view.result();
    QCOMPARE(view.bars().groups(), result.layers.size() + 1);
    QCOMPARE(view.bars().value(0, Strategy::Rearranged), double(result.trainingCycles(Strategy::Rearranged))
                                                             / double(result.trainingCycles(Strategy::Sequential)));
    QVERIFY(view.message().contains(QStringLiteral("batch 4")));
}

void TestGradientView::tableBarsAndSelectionAgree()
{
    const auto workspace = workspaceWith(library("bert_tiny"));
    GradientView view(*workspace);
    show(view);
    QAbstractItemModelTester tester(view.table().model());
    QCOMPARE(view.table().model()->rowCount(), int(view.result()->layers.size()));
    Q_EMIT view.bars().layerClicked(4);
    const std::string name = workspace->network().layers[*workspace->selectedLayer()].name;
    QCOMPARE(name, view.result()->layers[4].product.layer);
    QCOMPARE(view.table().currentIndex().row(), -1 + 5);
    view.table().setCurrentIndex(view.table().model()->index(7, 0));
    QCOMPARE(workspace->network().layers[*workspace->selectedLayer()].name, view.result()->layers[7].product.layer);
    // The tiles name their layer, and say so where it is not the selected one.
    const auto* about = view.findChild<QLabel*>(QStringLiteral("gradientLayer"));
    QCOMPARE(about->text(), QString::fromStdString(view.result()->layers[7].product.layer));
    const auto& layers = workspace->network().layers;
    const auto product =
        std::find_if(layers.begin(), layers.end(), [](const network::Layer& layer) { return !hasWeights(layer); });
    workspace->setSelectedLayer(static_cast<std::size_t>(product - layers.begin()));
    QVERIFY2(about->text().endsWith(QString::fromStdString(product->name) + QStringLiteral(" has no weights")),
             qPrintable(about->text()));
}

void TestGradientView::anotherMachineIsOneUndoStep()
{
    const auto workspace = workspaceWith(library("bert_tiny"));
    GradientView view(*workspace);
    show(view);
    auto* npu = view.findChild<QComboBox*>(QStringLiteral("gradientNpu"));
    npu->setCurrentIndex(1);
    Q_EMIT npu->activated(1);
    QCOMPARE(workspace->problem().training.gradient.npu.arraySide, Count{128});
    QTRY_COMPARE_WITH_TIMEOUT(view.result()->settings.npu.arraySide, Count{128}, 60000);
    workspace->undoStack().undo();
    QCOMPARE(workspace->problem().training.gradient.npu.arraySide, Count{45});
    QCOMPARE(npu->currentIndex(), 0);
}

void TestGradientView::anOptionSimulatesAgain()
{
    const auto workspace = workspaceWith(library("bert_tiny"));
    GradientView view(*workspace);
    show(view);
    const Count before = view.result()->trainingCycles(Strategy::Sequential);
    view.findChild<QAction*>(QStringLiteral("gradient_compute_model_fill_and_drain"))->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!view.isBusy(), 60000);
    QVERIFY(view.result()->trainingCycles(Strategy::Sequential) > before);
}

void TestGradientView::playStepSliderAndKeysMoveOneClock()
{
    const Settings settings;
    const LayerResult layer = layerOf({500, 400, 300}, settings);
    GradientAnimation animation;
    animation.setLayer(&layer, QString(), settings);
    animation.resize(900, 420);
    animation.show();
    QVERIFY(QTest::qWaitForWindowExposed(&animation));
    QTRY_VERIFY(animation.isReady());
    QCOMPARE(animation.panes().size(), std::size_t{2});
    animation.setFocus();
    QTest::keyClick(&animation, Qt::Key_Right);
    QVERIFY(animation.panes().front()->player()->position() == 1 || animation.panes().back()->player()->position() == 1);
    const double first = animation.position();
    QTest::keyClick(&animation, Qt::Key_Right);
    QVERIFY(animation.position() > first);
    QTest::keyClick(&animation, Qt::Key_Left);
    QCOMPARE(animation.position(), first);
    QTest::keyClick(&animation, Qt::Key_End);
    for (GradientPane* pane : animation.panes()) {
        QCOMPARE(pane->player()->position(), pane->player()->steps());
    }
    QTest::keyClick(&animation, Qt::Key_Home);
    QCOMPARE(animation.position(), 0.0);
    QTest::keyClick(&animation, Qt::Key_Space);
    QVERIFY(animation.isPlaying());
    QTRY_VERIFY(animation.position() > 0);
    QTest::keyClick(&animation, Qt::Key_Space);
    QVERIFY(!animation.isPlaying());
    animation.findChild<QSlider*>(QStringLiteral("gradientSlider"))->setValue(5000);
    QVERIFY(std::abs(animation.position() - 0.5) < 0.001);
}

void TestGradientView::ordersAreShownSideBySide()
{
    const Settings settings;
    const LayerResult layer = layerOf({500, 400, 300}, settings);
    GradientAnimation animation;
    animation.setLayer(&layer, QString(), settings);
    animation.resize(1200, 420);
    animation.show();
    animation.showOrders({Order::Sequential, Order::Interleaved, Order::DxMajor, Order::DwMajor});
    QTRY_COMPARE(animation.panes().size(), std::size_t{4});
    QTRY_VERIFY(animation.isReady());
    auto* box = animation.findChild<QCheckBox*>(QStringLiteral("gradientOrder_interleaved"));
    box->click();
    QTRY_COMPARE(animation.panes().size(), std::size_t{3});
    animation.showOrders({});
    QTRY_VERIFY(animation.panes().empty());
    QVERIFY(!animation.findChild<QToolButton*>(QStringLiteral("gradientPlay"))->isEnabled());
}

void TestGradientView::aNetworkWithoutWeightsIsSaidToHaveNoBackwardPass()
{
    network::Network network;
    network.name = "pool";
    network.input = {"input", 3, {8, 8}};
    network.layers.push_back({"pool", {"input"}, network::Pooling{{2, 2}, {2, 2}}, 3, 3, {4, 4}});
    const auto workspace = workspaceWith(network);
    GradientView view(*workspace);
    show(view);
    QVERIFY(view.message().contains(QStringLiteral("no layers with weights")));
}

void TestGradientView::aMachineTooSmallIsSaid()
{
    const auto workspace = workspaceWith(library("bert_tiny"));
    auto training = workspace->problem().training;
    training.gradient.npu.scratchpadBytes = 2000;
    workspace->setTraining(training, QStringLiteral("smaller"));
    GradientView view(*workspace);
    show(view);
    QVERIFY(!view.result());
    QVERIFY(view.message().contains(QStringLiteral("no tile of the array's side fits")));
    workspace->undoStack().undo();
    QTRY_VERIFY_WITH_TIMEOUT(view.result() != nullptr, 60000);
}

void TestGradientView::hugeProductsStayFluid()
{
    // 8 million tiles' worth of steps: the first 200,000 are kept, and a frame takes far less than its time.
    const Settings settings;
    LayerResult layer;
    layer.product.gemm = {9000, 9000, 9000};
    for (const Order order : allOrders) {
        layer.orders[order].tile = {{45, 45, 45}};
    }
    GradientAnimation animation;
    animation.setLayer(&layer, QString(), settings);
    animation.resize(900, 420);
    animation.show();
    QTRY_VERIFY_WITH_TIMEOUT(animation.isReady(), 60000);
    animation.setPosition(0.5);
    QElapsedTimer timer;
    timer.start();
    constexpr int frames = 10;
    for (int i = 1; i <= frames; ++i) {
        animation.setPosition(0.5 + 0.001 * i);
        animation.grab();
    }
    QVERIFY2(timer.elapsed() < frames * 300, "ten frames take less than three seconds on a busy machine");
}

void TestGradientView::aThousandLayersAreShown()
{
    network::Network network;
    network.name = "deep";
    network.input = {"input", 64, {8, 8}};
    std::string before = "input";
    for (int i = 0; i < 1000; ++i) {
        network.layers.push_back(samples::convolution("conv" + std::to_string(i), before, 64, 64, 8, 3));
        before = network.layers.back().name;
    }
    const auto workspace = workspaceWith(network);
    GradientView view(*workspace);
    show(view);
    QCOMPARE(view.bars().groups(), std::size_t{1001});
    QVERIFY(samples::leaveScreenshots(view, QStringLiteral("gradient_view_1000_layers")));
}

/// Beside their axis, legend and heading. In a low panel tiles and bars are two tabs.
void TestGradientView::barsHaveRoomInPanelsOfAnyHeight()
{
    constexpr int leastHeight = 150; // pixels
    const auto workspace = workspaceWith(library("bert_tiny"));
    GradientView view(*workspace);
    show(view);
    auto* tabs = view.findChild<QTabWidget*>(QStringLiteral("gradientTabs"));
    auto* bars = view.findChild<GradientBars*>();
    for (const int width : {480, 660, 1000}) {
        for (int height = 350; height <= 900; height += 50) {
            view.resize(width, height);
            for (int tab = 0; tab < tabs->count(); ++tab) {
                if (tabs->widget(tab)->isAncestorOf(bars)) {
                    tabs->setCurrentIndex(tab);
                }
            }
            QCoreApplication::processEvents();
            const int seen = bars->visibleRegion().boundingRect().height();
            QVERIFY2(seen >= leastHeight, qPrintable(QStringLiteral("%1 x %2: %3").arg(width).arg(height).arg(seen)));
        }
    }
}

void TestGradientView::picturesInLightAndDark()
{
    const auto workspace = workspaceWith(library("resnet50"));
    GradientView view(*workspace);
    show(view);
    view.animation().setPosition(0.4);
    QVERIFY(samples::leaveScreenshots(view, QStringLiteral("gradient_view")));
    view.animation().showOrders({Order::Sequential, Order::Interleaved, Order::DxMajor, Order::DwMajor});
    QTRY_COMPARE(view.animation().panes().size(), std::size_t{4});
    QTRY_VERIFY(view.animation().isReady());
    view.resize(1500, 800);
    view.animation().setPosition(0.6);
    view.findChild<QTabWidget*>(QStringLiteral("gradientTabs"))->setCurrentIndex(1);
    QVERIFY(samples::leaveScreenshots(view, QStringLiteral("gradient_view_orders")));
    view.resize(700, 700);
    view.animation().showOrders({Order::Sequential, Order::DxMajor});
    QTRY_COMPARE(view.animation().panes().size(), std::size_t{2});
    QVERIFY(samples::leaveScreenshots(view, QStringLiteral("gradient_view_narrow")));
}

TILESCAPE_TEST(TestGradientView)

} // namespace tst_gradient_view
#include "tst_gradient_view.moc"
