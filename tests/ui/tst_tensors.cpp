#include "figure_pages.h"
#include "tests/registered.h"
#include "view_samples.h"

#include "core/io/library.h"
#include "core/schedule/solve.h"
#include "ui/tensor/tensor_figure.h"
#include "ui/tensor/tensor_view.h"
#include "ui/widgets/player_bar.h"
#include "ui/workspace/clock.h"

#include <QCoreApplication>
#include <QDir>
#include <QLocale>
#include <QSlider>
#include <QTest>
#include <QToolButton>

#include <map>

namespace tst_tensors {

using namespace tilescape;
namespace tensor = ui::tensor;
namespace widgets = ui::widgets;
namespace workspace = ui::workspace;
using tensor::TensorContent;
using tensor::TensorView;

namespace {

schedule::Problem problemOf(const std::string& network, const char* hardware, bool training = false)
{
    schedule::Problem problem;
    problem.network = io::loadNetwork(network).value();
    problem.hardware = io::loadHardware(hardware).value();
    problem.batch = 4;
    problem.solver = "kapla";
    problem.space.training = training;
    return problem;
}

std::shared_ptr<const schedule::Schedule> solved(const std::string& network, const char* hardware, bool training = false)
{
    static std::map<std::string, std::shared_ptr<const schedule::Schedule>> found;
    auto& schedule = found[network + hardware + (training ? "t" : "")];
    if (!schedule) {
        schedule = std::make_shared<const schedule::Schedule>(schedule::solve(problemOf(network, hardware, training)));
    }
    return schedule;
}

TensorContent contentOf(const schedule::Schedule& schedule, const schedule::ScheduledLayer& layer)
{
    return tensor::tensorContent(*schedule.problem, layer, std::make_shared<const schedule::LayerWalk>(*schedule.problem, layer));
}

TensorContent contentOf(const schedule::Schedule& schedule, const std::string& name)
{
    for (const schedule::ScheduledLayer& layer : schedule.layers) {
        if (schedule.problem->network.layers[layer.layer].name == name) {
            return contentOf(schedule, layer);
        }
    }
    qFatal("no such layer");
}

struct Live {
    std::unique_ptr<workspace::Workspace> workspace = std::make_unique<workspace::Workspace>();
    std::unique_ptr<TensorView> view = std::make_unique<TensorView>(*workspace);

    explicit Live(const schedule::Problem& problem)
    {
        view->resize(760, 560);
        view->show();
        workspace->open(problem, {});
        [this] { QTRY_VERIFY_WITH_TIMEOUT(workspace->schedule() && !workspace->isStale(), 60000); }();
    }
    void select(const std::string& name)
    {
        const auto& layers = workspace->network().layers;
        const auto own = std::find_if(layers.begin(), layers.end(), [&](const auto& layer) { return layer.name == name; });
        workspace->setSelectedLayer(static_cast<std::size_t>(own - layers.begin()));
    }
};

} // namespace

/// The selected layer's tensors, as its loops run.
class TestTensors : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void buttonsAndKeysStepTheLevels()
    {
        Live live(problemOf("alexnet", "eyeriss_isca16"));
        TensorView& view = *live.view;
        workspace::Clock& clock = live.workspace->clock();
        QVERIFY(!view.content().walk);
        live.select("conv3_a");
        QTRY_VERIFY(view.content().walk);
        const schedule::LayerWalk& walk = *view.content().walk;
        QVERIFY(walk.cyclesOfBuffer() > walk.cyclesOfStep());
        view.findChild<QToolButton*>(QStringLiteral("playerOn"))->click();
        QCOMPARE(clock.cycle(), walk.cyclesOfStep());
        view.findChild<QToolButton*>(QStringLiteral("playerFarOn"))->click();
        QCOMPARE(clock.cycle(), walk.cyclesOfBuffer());
        QTest::keyClick(view.canvas(), Qt::Key_Left);
        QCOMPARE(clock.cycle(), walk.cyclesOfBuffer() - walk.cyclesOfStep());
        QTest::keyClick(view.canvas(), Qt::Key_Down);
        QTest::keyClick(view.canvas(), Qt::Key_Down);
        QCOMPARE(clock.cycle(), 2 * walk.cyclesOfBuffer());
        QTest::keyClick(view.canvas(), Qt::Key_Up);
        QCOMPARE(clock.cycle(), walk.cyclesOfBuffer());
        view.findChild<QSlider*>(QStringLiteral("playerPosition"))->setValue(3);
        QCOMPARE(clock.cycle(), 3 * walk.cyclesOfStep());
        QTest::keyClick(view.canvas(), Qt::Key_End);
        QCOMPARE(clock.cycle(), clock.cycles() - 1);
        QVERIFY(view.text().startsWith(QStringLiteral("Filling of the buffer %1 of %1")
                                           .arg(QLocale().toString(walk.cycles() / walk.cyclesOfBuffer()))));
        QTest::keyClick(view.canvas(), Qt::Key_Home);
        QTest::keyClick(view.canvas(), Qt::Key_Right); // it plays at the level that was stepped last
        view.playOrPause();
        QTRY_COMPARE(clock.cycle(), 3 * walk.cyclesOfStep());
        view.playOrPause();
        QVERIFY(!clock.isPlaying());
        clock.setFraction(0.6);
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("tensors")));
        view.resize(430, 330);
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("tensors_small")));
        view.resize(900, 260);
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("tensors_low")));
        for (const QSize size : {QSize(560, 340), QSize(1000, 345)}) {
            view.resize(size);
            QVERIFY(samples::leaveScreenshots(view, QStringLiteral("tensors_%1x%2").arg(size.width()).arg(size.height())));
        }
    }

    /// What is moved again is hatched and counted: at the end the words of the schedule.
    void countsEndAtTheSchedules()
    {
        for (const char* network : {"alexnet", "mobilenet_v1", "lstm_phoneme", "unet"}) {
            const auto schedule = solved(network, "kapla_edge");
            for (const schedule::ScheduledLayer& layer : schedule->layers) {
                const TensorContent content = contentOf(*schedule, layer);
                for (const tensor::Volume* volume : {&content.left, &content.right, &content.above}) {
                    if (volume->isThere()) {
                        const double words = layer.cost.accesses[Level::Dram][volume->tensor] + layer.cost.remoteBufferAccesses[volume->tensor];
                        QVERIFY(std::abs(content.wordsInAll[volume->tensor] - words) <= 1e-9 * words);
                        const QString number = ui::tensor::countText(content, content.walk->cycles() - 1, volume->tensor);
                        const bool again = content.walk->movedAt(content.walk->cycles() - 1, Storage::Buffer, volume->tensor).again > 0;
                        QCOMPARE(number.contains(QStringLiteral("again")), again);
                    }
                }
            }
        }
    }

    /// Weights above, inputs to the left, outputs in the corner; gradients of weights stand where the weights do.
    void volumesStandAsTheMatricesOfAProduct()
    {
        const auto forward = solved("alexnet", "kapla_edge");
        const TensorContent convolution = contentOf(*forward, "conv3_a");
        QCOMPARE(convolution.above.tensor, Tensor::Weight);
        QVERIFY(convolution.above.rows == Loop::InputChannel && convolution.above.columns == Loop::OutputChannel);
        QVERIFY(convolution.left.rows == Loop::Batch && convolution.left.columns == Loop::InputChannel);
        QVERIFY(convolution.right.rows == Loop::Batch && convolution.right.columns == Loop::OutputChannel);
        const TensorContent pooling = contentOf(*forward, "pool1_a");
        QVERIFY(!pooling.above.isThere() && pooling.left.columns == Loop::OutputChannel);

        const auto training = solved("alexnet", "kapla_edge", true);
        bool found = false;
        for (const schedule::ScheduledLayer& layer : training->layers) {
            if (network::isWeightGradient(training->problem->network.layers[layer.layer])) {
                const TensorContent gradient = contentOf(*training, layer);
                QCOMPARE(gradient.above.tensor, Tensor::Output);
                QCOMPARE(gradient.right.tensor, Tensor::Weight);
                found = true;
            }
        }
        QVERIFY(found);
    }

    /// The running loop is marked, and with each step one goes on.
    void theRunningIterationIsMarked()
    {
        const auto schedule = solved("alexnet", "eyeriss_isca16");
        const TensorContent content = contentOf(*schedule, "conv3_a");
        Count iterations = 1;
        for (const tensor::LoopRow& row : tensor::loopRows(content, 0)) {
            QVERIFY(row.index == 0 && !row.advanced);
            iterations *= std::max<Count>(row.count, 1);
        }
        QCOMPARE(iterations * content.walk->cyclesOfPass(), content.walk->cycles());
        for (Count step = 1; step < content.walk->steps(); step += 1 + content.walk->steps() / 50) {
            Count marked = 0;
            for (const tensor::LoopRow& row : tensor::loopRows(content, step * content.walk->cyclesOfStep())) {
                marked += row.advanced ? 1 : 0;
                QVERIFY(row.count == 0 || row.index < row.count);
            }
            QCOMPARE(marked, Count{1});
        }
    }

    void aPartTellsHowOftenItWasBroughtIn()
    {
        Live live(problemOf("alexnet", "eyeriss_isca16"));
        live.select("conv3_a");
        QTRY_VERIFY(live.view->content().walk);
        live.workspace->clock().setFraction(0.99);
        const tensor::TensorLayout layout = live.view->canvas()->tensorLayout();
        for (const tensor::VolumePlace& place : layout.places) {
            const QString text = live.view->canvas()->toolTipAt(place.front.center());
            QVERIFY2(text.contains(place.volume->label) && text.contains(QStringLiteral("times so far")), qPrintable(text));
        }
        QVERIFY(live.view->canvas()->toolTipAt({0, 0}).isEmpty());
    }

    void withoutAScheduleItSaysWhy()
    {
        workspace::Workspace workspace(
            [](const schedule::Problem& problem, const schedule::SolveControl&) { return samples::infeasible(problem); });
        TensorView view(workspace);
        view.resize(500, 400);
        view.show();
        workspace.open(samples::problem(samples::smallNetwork(), {4, 4}), {});
        QTRY_VERIFY(workspace.schedule());
        workspace.setSelectedLayer(2);
        QVERIFY(!view.content().walk);
        QVERIFY(view.canvas()->accessibleDescription().contains(QStringLiteral("list of problems")));
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("tensors_nothing")));
        QVERIFY(view.figure().paint);
    }

    void pagesNameTheTensors_data()
    {
        QTest::addColumn<QString>("network");
        QTest::addColumn<QString>("layer");
        QTest::addColumn<bool>("training");
        QTest::newRow("convolution") << QStringLiteral("alexnet") << QStringLiteral("conv3_a") << false;
        QTest::newRow("pooling") << QStringLiteral("alexnet") << QStringLiteral("pool1_a") << false;
        QTest::newRow("fully connected") << QStringLiteral("alexnet") << QStringLiteral("fc1") << false;
        QTest::newRow("depthwise") << QStringLiteral("mobilenet_v1") << QStringLiteral("conv3_dw") << false;
        QTest::newRow("gradient") << QStringLiteral("alexnet") << QString() << true;
    }

    void pagesNameTheTensors()
    {
        QFETCH(QString, network);
        QFETCH(QString, layer);
        QFETCH(bool, training);
        const auto schedule = solved(network.toStdString(), "kapla_edge", training);
        const auto own = std::find_if(schedule->layers.begin(), schedule->layers.end(), [&](const schedule::ScheduledLayer& one) {
            const network::Layer& found = schedule->problem->network.layers[one.layer];
            return layer.isEmpty() ? network::isWeightGradient(found) : found.name == layer.toStdString();
        });
        QVERIFY(own != schedule->layers.end());
        const TensorContent content = contentOf(*schedule, *own);
        const widgets::Figure figure = tensor::tensorFigure(content, content.walk->cycles() * 3 / 4);
        for (const double width : {84.0, 178.0}) {
            const pages::Page page = pages::svgPage(figure, {width, widgets::paperTextPt});
            const QStringList faults = pages::textFaults(page);
            QVERIFY2(faults.isEmpty(), qPrintable(faults.mid(0, 5).join(QLatin1Char('\n'))));
            for (const tensor::Volume* volume : {&content.left, &content.right, &content.above}) {
                QVERIFY(!volume->isThere() || page.says(volume->label));
            }
            QVERIFY(page.tells(QStringLiteral("words")) && page.tells(QStringLiteral("Filling of the buffer")));
        }
        const QDir folder(QCoreApplication::applicationDirPath() + QStringLiteral("/../screenshots"));
        folder.mkpath(QStringLiteral("."));
        for (const double width : {84.0, 178.0}) {
            QVERIFY(widgets::writeFigure(figure, folder.filePath(QStringLiteral("tensors_%1_%2.png").arg(QLatin1String(QTest::currentDataTag())).arg(width)), width).empty());
        }
    }
};

TILESCAPE_TEST(TestTensors)

} // namespace tst_tensors
#include "tst_tensors.moc"
