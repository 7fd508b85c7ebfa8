#include "program_samples.h"
#include "scaled_picture.h"

#include "core/io/program_text.h"
#include "core/schedule/solve.h"
#include "core/io/project_json.h"
#include "tests/registered.h"
#include "ui/plot/legend_strip.h"
#include "ui/program/counts_model.h"
#include "ui/program/program_canvases.h"
#include "ui/program/program_player.h"
#include "ui/program/step_text.h"
#include "ui/program/stream_model.h"
#include "ui/program/timed_painter.h"
#include "ui/style/format.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QHeaderView>
#include <QListView>
#include <QSignalSpy>
#include <QSlider>
#include <QTableView>

namespace tst_program_view {

using namespace samples;

/// The panel: what it plays, and what is pressed there.
class TestProgramView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QApplication::setPalette(samples::lightPalette()); }

    void theProgramOfTheScheduleIsExecutedWhenItIsSeen();
    void keysPlayAndStep();
    void aClickSelectsTileInstructionAndCycle();
    void theSelectedLayerIsGoneTo();
    void aLargeLayerIsRecordedInPart();
    void differencesOnPurposeAreTold();
    void aNewerRequestDropsTheOlder();
    void longStreamsAreWrittenWhereTheyAreSeen();
    void theLineOfTheCycleCrossesNoName();
    void theLegendHasDramWhereItIsDrawn();
    void theCountsHaveARowForEachTensorInLettersOfAnySize();
    void picturesInLightAndDark();
};

/// Channels at the corners are blocks beside the chip; memory stacked on every tile is not drawn.
void TestProgramView::theLegendHasDramWhereItIsDrawn()
{
    for (const auto memory : {hardware::MemoryPlacement::Corners, hardware::MemoryPlacement::EveryTile}) {
        Workspace workspace([](const schedule::Problem& problem, const schedule::SolveControl&) { return rotating(problem); });
        schedule::Problem problem = figureFive();
        problem.hardware.memory = memory;
        workspace.open(problem, {});
        ProgramView view(workspace);
        show(view);
        const bool isDrawn = memory == hardware::MemoryPlacement::Corners;
        QVERIFY(view.run().trace && view.chip().moment().cornerMemory == isDrawn);
        QCOMPARE(view.findChild<ui::plot::LegendStrip*>()->texts().contains(QStringLiteral("DRAM")), isDrawn);
    }
}

void TestProgramView::theLineOfTheCycleCrossesNoName()
{
    const QRectF bar(100, 0, 200, 10);
    constexpr double width = 60;
    QCOMPARE(ui::program::roomForName(bar, width, std::nullopt), bar);
    for (double line = 80; line < 320; line += 1) {
        const QRectF room = ui::program::roomForName(bar, width, line);
        QVERIFY(bar.contains(room));
        QVERIFY(room.width() >= width);
        QVERIFY(std::abs(room.center().x() - line) > width / 2);
    }
}

void TestProgramView::theProgramOfTheScheduleIsExecutedWhenItIsSeen()
{
    const auto workspace = rotatingWorkspace();
    QTRY_VERIFY(!workspace->isStale());
    ProgramView view(*workspace);
    QVERIFY(!view.isBusy() && !view.run().trace);
    show(view);
    QVERIFY(view.run().trace->execution().holds());
    QVERIFY2(view.message().startsWith(QStringLiteral("Holds: all 256 words")), qPrintable(view.message()));
    QCOMPARE(view.player().steps(), view.run().trace->size());
    QCOMPARE(view.player().position(), std::size_t{0});
    QVERIFY(view.findChild<ui::program::ChipCanvas*>()->accessibleDescription().startsWith(QStringLiteral("4 of 4 tiles work")));
    // Another schedule has another program; while the view is hidden, nothing is executed.
    const auto before = view.run().trace;
    view.hide();
    workspace->setParameter(QStringLiteral("buffer_bytes_per_tile"), 512);
    QTRY_VERIFY(!workspace->isStale());
    QVERIFY(!view.isBusy() && view.run().trace == before);
    view.show();
    QTRY_VERIFY(!view.isBusy() && view.run().trace != before);
    QCOMPARE(view.run().trace->program().bufferWords, Count{256});
}

void TestProgramView::keysPlayAndStep()
{
    const auto workspace = rotatingWorkspace();
    ProgramView view(*workspace);
    show(view);
    const Trace& trace = *view.run().trace;
    QTest::keyClick(&view, Qt::Key_Right);
    QTest::keyClick(&view, Qt::Key_Right);
    QCOMPARE(view.player().position(), std::size_t{2});
    QCOMPARE(view.status(), ui::program::stepText(trace, 1));
    QTest::keyClick(&view, Qt::Key_Left);
    QCOMPARE(view.player().position(), std::size_t{1});
    QTest::keyClick(&view, Qt::Key_End);
    QCOMPARE(view.player().position(), trace.size());
    QTest::keyClick(&view, Qt::Key_Right);
    QCOMPARE(view.player().position(), trace.size());
    QTest::keyClick(&view, Qt::Key_Home);
    QCOMPARE(view.player().position(), std::size_t{0});
    // Up and down: to the steps of the selected tile, and back to the same ones.
    view.selectTile({1, 0});
    std::vector<std::size_t> positions;
    for (int times = 0; times < 5; ++times) {
        QTest::keyClick(&view, Qt::Key_Down);
        positions.push_back(view.player().position());
        QCOMPARE(tileOf(trace, positions.back() - 1), (Tile{1, 0}));
    }
    for (std::size_t number = positions.size() - 1; number-- > 0;) {
        QTest::keyClick(&view, Qt::Key_Up);
        QCOMPARE(view.player().position(), positions[number]);
    }
    // Space plays on by itself, and stops; hiding stops, too.
    QTest::keyClick(&view, Qt::Key_Space);
    QVERIFY(view.player().isPlaying());
    const std::size_t begun = view.player().position();
    QTRY_VERIFY(view.player().position() > begun + 3);
    QTest::keyClick(&view, Qt::Key_Space);
    QVERIFY(!view.player().isPlaying());
    QTest::keyClick(&view, Qt::Key_Space);
    view.hide();
    QVERIFY(!view.player().isPlaying());
    auto* slider = view.findChild<QSlider*>(QStringLiteral("programSlider"));
    slider->setValue(17);
    QCOMPARE(view.player().position(), std::size_t{17});
}

void TestProgramView::aClickSelectsTileInstructionAndCycle()
{
    const auto workspace = rotatingWorkspace();
    ProgramView view(*workspace);
    show(view);
    const Trace& trace = *view.run().trace;
    for (const Tile tile : {Tile{0, 1}, Tile{1, 1}, Tile{1, 0}, Tile{0, 0}}) {
        QTest::mouseClick(&view.chip(), Qt::LeftButton, {}, view.chip().placeOf(tile).toPoint());
        QVERIFY(view.selectedTile() == tile && view.buffer().moment().tile == tile && view.times().content().tile == tile);
    }
    for (const bool array : {false, true}) {
        QListView& list = view.stream(array);
        const auto& model = dynamic_cast<const ui::program::StreamModel&>(*list.model());
        QAbstractItemModelTester tester(list.model());
        const auto& lines = trace.lines(*model.stream());
        QCOMPARE(std::size_t(model.rowCount()), lines.size());
        for (int line = 0; line < model.rowCount(); ++line) {
            list.scrollTo(model.index(line));
            QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualRect(model.index(line)).center());
            if (lines[std::size_t(line)].instruction) {
                const TraceStep& step = trace.step(view.player().position() - 1);
                QVERIFY(step.stream == *model.stream() && step.point.line == std::size_t(line));
            }
        }
        // Before a step, its instruction is marked, with the counters of the loops around it.
        const auto& steps = trace.streams()[*model.stream()].steps;
        const std::uint32_t number = steps[steps.size() / 2];
        view.player().setPosition(number);
        QCOMPARE(model.currentLine(), std::optional(int(trace.step(number).point.line)));
        QVERIFY(model.text(trace.step(number).point.line).startsWith(QStringLiteral("▶")));
    }
    view.player().setPosition(0);
    const int middle = view.times().width() / 2;
    QTest::mouseClick(&view.times(), Qt::LeftButton, {}, {middle, 5});
    const double cycle = view.times().cycleAt(middle);
    QVERIFY(trace.cycleAt(view.player().position()) <= cycle);
    QVERIFY(trace.cycleAt(view.player().position() + 1) > cycle);
}

void TestProgramView::theSelectedLayerIsGoneTo()
{
    const auto workspace = solvedWorkspace(twoLayers(), {4, 4}, 2);
    ProgramView view(*workspace);
    show(view);
    const auto whole = view.run().trace; // which the view gives up for the next
    const Trace& trace = *whole;
    workspace->setSelectedLayer(1);
    QCOMPARE(trace.program().layers[trace.placeAt(view.player().position())].layer, std::size_t{1});
    QCOMPARE(trace.program().layers[trace.placeAt(view.player().position() - 1)].layer, std::size_t{0});
    // One segment by itself is chosen by hand.
    auto* subject = view.findChild<QComboBox*>(QStringLiteral("programSubject"));
    subject->setCurrentIndex(1);
    Q_EMIT subject->activated(1);
    wait(view);
    QVERIFY(view.run().alone && view.run().trace->execution().holds());
    QCOMPARE(subject->currentIndex(), 1);
    QVERIFY(view.run().trace->size() < trace.size());
}

void TestProgramView::aLargeLayerIsRecordedInPart()
{
    schedule::Problem problem = samples::problem(samples::smallNetwork(), {4, 4});
    QVERIFY(!ui::workspace::isExecutedAsAWhole(problem.network, problem.batch));
    Workspace workspace;
    workspace.open(problem, {});
    QTRY_VERIFY_WITH_TIMEOUT(!workspace.isStale(), 60000);
    ui::workspace::ProgramRequest request;
    request.schedule = workspace.schedule();
    request.layer = 2;
    request.mostSteps = 3000;
    const ui::workspace::ProgramRun run = ui::workspace::runProgram(request);
    QVERIFY2(run.trace != nullptr, run.faults.empty() ? "" : support::describe(run.faults).c_str());
    QVERIFY(run.alone && run.sampled && run.trace->execution().stopped);
    QCOMPARE(run.trace->size(), std::size_t{3000});
    QCOMPARE(ui::program::outcomeText(run),
             QStringLiteral("Only the first 3,000 steps are executed and kept; nothing of the rest is compared."));
    for (std::size_t number = 0; number < run.trace->size(); ++number) {
        QCOMPARE(run.trace->program().layers[run.trace->streams()[run.trace->step(number).stream].name.place].layer, std::size_t{2});
    }
}

void TestProgramView::differencesOnPurposeAreTold()
{
    ui::workspace::ProgramRequest request;
    request.schedule = std::make_shared<const schedule::Schedule>(rotating(figureFive()));
    ui::workspace::ProgramRun run = ui::workspace::runProgram(request);
    QVERIFY(run.trace && !run.trace->execution().fault);
    const std::vector<program::LayerCode>& layers = run.trace->program().layers;
    const bool differs =
        std::any_of(layers.begin(), layers.end(), [](const auto& own) { return !own.differences.empty(); });
    QVERIFY(differs);
    QVERIFY(ui::program::outcomeText(run).contains(QStringLiteral("as charged but for differences on purpose")));
}

void TestProgramView::aNewerRequestDropsTheOlder()
{
    ui::workspace::ProgramService service;
    QSignalSpy finished(&service, &ui::workspace::ProgramService::finished);
    ui::workspace::ProgramRequest request;
    request.schedule = std::make_shared<const schedule::Schedule>(rotating(figureFive()));
    for (int times = 0; times < 5; ++times) {
        request.interleaving = std::uint64_t(times);
        service.start(request);
    }
    QVERIFY(service.isRunning() && !service.run().trace);
    QTRY_VERIFY(!service.isRunning());
    QCOMPARE(finished.count(), 1);
    QVERIFY(!service.run().trace->isTimed() && service.run().trace->execution().holds());
    service.start(request);
    service.cancel();
    QVERIFY(!service.isRunning());
    QTest::qWait(50);
    QCOMPARE(finished.count(), 1);
}

void TestProgramView::longStreamsAreWrittenWhereTheyAreSeen()
{
    // The same loop six thousand times, written out.
    QTemporaryDir folder;
    Program program = compile(rotating(figureFive())).value();
    Steps& steps = program.layers[0].roles[0].array;
    const Step first = steps.front();
    for (int times = 0; times < 6000; ++times) {
        steps.push_back(first);
    }
    const auto workspace = rotatingWorkspace();
    ProgramView view(*workspace);
    show(view);
    view.open(QString::fromStdString(fileWith(folder, "long.program", io::writeProgramText(program))));
    wait(view);
    view.selectTile(program.layers[0].roles[0].tiles.front());
    QListView& list = view.stream(true);
    QVERIFY(list.model()->rowCount() > 50'000 && list.uniformItemSizes());
    QElapsedTimer clock;
    clock.start();
    for (int times = 0; times < 50; ++times) {
        view.player().stepBack();
        view.repaint();
    }
    QVERIFY2(clock.elapsed() < 50 * 400, qPrintable(QString::number(clock.elapsed())));
}

/// As in a presentation, whose letters are half as large again.
void TestProgramView::theCountsHaveARowForEachTensorInLettersOfAnySize()
{
    const auto workspace = rotatingWorkspace();
    ProgramView view(*workspace);
    show(view);
    const auto* table = view.findChild<QTableView*>(QStringLiteral("programCounts"));
    for (const double size : {1.5, 1.0}) {
        QFont font = view.font();
        font.setPointSizeF(size * 10);
        view.setFont(font);
        QTRY_COMPARE(table->rowHeight(0), QFontMetrics(font).height() + 4);
        QVERIFY(table->height() >= 3 * table->rowHeight(0) + table->horizontalHeader()->height());
    }
}

void TestProgramView::picturesInLightAndDark()
{
    const auto workspace = rotatingWorkspace();
    ProgramView view(*workspace);
    show(view);
    const Trace& trace = *view.run().trace;
    view.player().setPosition(firstStep(trace, Operation::Rotate, trace.size() / 5) + 1);
    QVERIFY(samples::leaveScreenshots(view, QStringLiteral("program")));
    QVERIFY(samples::leaveAtScaleTwo(view, QStringLiteral("program")));
    const QString svg = samples::leaveFigure(view.figure());
    QVERIFY(svg.contains(QStringLiteral("words of the inputs on to")));
    // A panel sizes its view, and again once it asks for less.
    QWidget panel;
    const auto resizeTo = [&](QSize size) {
        panel.resize(size);
        for (int times = 0; times < 2; ++times) {
            view.setGeometry(panel.rect());
            QCoreApplication::processEvents();
        }
        return view.size() == size;
    };
    panel.resize(420, 400);
    view.setParent(&panel);
    panel.show();
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    QVERIFY(resizeTo({420, 400}));
    QVERIFY(view.chip().height() > 100 && view.buffer().isVisible());
    QVERIFY(samples::leaveScreenshots(panel, QStringLiteral("program_small")));
    for (const QSize size : {QSize(560, 340), QSize(1000, 345)}) {
        QVERIFY(resizeTo(size));
        QVERIFY(samples::leaveScreenshots(panel, QStringLiteral("program_%1x%2").arg(size.width()).arg(size.height())));
    }
    view.setParent(nullptr);
    for (const char* name : {"rotation", "pipeline", "residual"}) {
        const std::string path = std::string(TILESCAPE_SOURCE_DIR "/examples/program/") + name + ".tilescape";
        Workspace workspace;
        workspace.open(io::readProjectFile(io::readFile(path).value(), path).value().problem, {});
        ProgramView example(workspace);
        show(example);
        example.player().setPosition(example.player().steps() / 2);
        QVERIFY(samples::leaveScreenshots(example, QStringLiteral("program_%1").arg(QLatin1String(name))));
    }
    const auto two = solvedWorkspace(twoLayers(), {16, 16}, 2);
    ProgramView large(*two);
    show(large);
    large.player().setPosition(large.player().steps() / 3);
    QVERIFY(samples::leaveScreenshots(large, QStringLiteral("program_256_tiles")));
}

TILESCAPE_TEST(TestProgramView)

} // namespace tst_program_view
#include "tst_program_view.moc"
