#include "view_samples.h"

#include "core/io/files.h"
#include "core/io/program_text.h"
#include "core/program/compile.h"
#include "core/schedule/evaluate.h"
#include "ui/program/counts_model.h"
#include "ui/program/program_canvases.h"
#include "ui/program/program_player.h"
#include "ui/program/program_view.h"
#include "ui/program/step_text.h"
#include "ui/program/stream_model.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QListView>
#include <QSlider>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

using namespace tilescape;
using namespace tilescape::program;
using ui::program::ProgramView;
using ui::workspace::Workspace;

namespace {

/// Tangram 3.1, Fig. 5: four tiles compute other output channels of the same four input maps, of which each buffers one.
schedule::Problem figureFive()
{
    schedule::Problem problem;
    problem.network = {"figure 5",
                       "",
                       {"input", 4, {4, 4}},
                       {},
                       {{"layer", {"input"}, network::Convolution{{1, 1}, {1, 1}, 1}, 4, 16, {4, 4}}}};
    problem.hardware = samples::chip({2, 2});
    problem.hardware.peArray = {1, 4};
    problem.hardware.bufferBytesPerTile = 256;
    problem.batch = 1;
    problem.space.bufferSharing = true;
    problem.space.bufferBypass = {{false, false, false}};
    return problem;
}

schedule::Schedule rotating(const schedule::Problem& problem)
{
    dataflow::LayerScheme scheme;
    scheme.region = dataflow::wholeChip({2, 2});
    scheme.partition.shares[dataflow::Split::OutputChannel] = {2, 2};
    scheme.replication = {1, 1};
    scheme.blocking.factors[Loop::InputChannel] = {1, 4, 1};
    scheme.blocking.factors[Loop::OutputChannel] = {2, 1, 2};
    scheme.sharing.group[Tensor::Input] = scheme.sharing.subgroup[Tensor::Input] = 4;
    return schedule::evaluate(std::make_shared<const schedule::Problem>(problem), {}, {{0, {}, scheme}});
}

std::unique_ptr<Workspace> rotatingWorkspace()
{
    auto workspace = std::make_unique<Workspace>([](const schedule::Problem& problem, const schedule::SolveControl&) { return rotating(problem); });
    workspace->open(figureFive(), {});
    return workspace;
}

/// Solved as a person would have it.
std::unique_ptr<Workspace> solvedWorkspace(network::Network network, Extent tiles, Count batch)
{
    auto workspace = std::make_unique<Workspace>();
    schedule::Problem problem = samples::problem(std::move(network), tiles);
    problem.batch = batch;
    workspace->open(problem, {});
    return workspace;
}

network::Network twoLayers()
{
    network::Network net;
    net.name = "two";
    net.input = {"input", 4, {10, 10}};
    net.layers = {samples::convolution("first", "input", 4, 8, 8, 3), samples::convolution("second", "first", 8, 8, 6, 3)};
    return net;
}

void show(ProgramView& view, QSize size = {900, 760})
{
    view.resize(size);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QTRY_VERIFY_WITH_TIMEOUT(!view.isBusy() && (view.run().trace || !view.run().faults.empty()), 30000);
}

} // namespace

class TestProgramView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QApplication::setPalette(samples::lightPalette()); }

    void theProgramOfTheScheduleIsExecutedWhenItIsSeen();
    void keysPlayAndStep();
    void picturesInLightAndDark();
};

void TestProgramView::theProgramOfTheScheduleIsExecutedWhenItIsSeen()
{
    const auto workspace = rotatingWorkspace();
    QTRY_VERIFY(!workspace->isStale());
    ProgramView view(*workspace);
    QVERIFY(!view.isBusy() && !view.run().trace);
    show(view);
    QVERIFY(view.run().trace->execution().holds());
    QVERIFY2(view.message().startsWith(QStringLiteral("Holds")), qPrintable(view.message()));
    QCOMPARE(view.player().steps(), view.run().trace->size());
}

void TestProgramView::keysPlayAndStep()
{
    const auto workspace = rotatingWorkspace();
    ProgramView view(*workspace);
    show(view);
    QTest::keyClick(&view, Qt::Key_Right);
    QTest::keyClick(&view, Qt::Key_Right);
    QCOMPARE(view.player().position(), std::size_t{2});
    view.player().setPosition(view.player().steps() / 2);
    QVERIFY(samples::leaveScreenshots(view, QStringLiteral("program")));
}

void TestProgramView::picturesInLightAndDark()
{
    const auto workspace = solvedWorkspace(twoLayers(), {4, 4}, 2);
    ProgramView view(*workspace);
    show(view);
    view.player().setPosition(view.player().steps() / 3);
    QVERIFY(samples::leaveScreenshots(view, QStringLiteral("program_two")));
    QVERIFY(!samples::leaveFigure(view.figure()).isEmpty());
}

QTEST_MAIN(TestProgramView)
#include "tst_program_view.moc"
