#include "view_samples.h"

#include "core/io/files.h"
#include "core/io/program_text.h"
#include "core/program/compile.h"
#include "core/schedule/evaluate.h"
#include "core/schedule/solve.h"
#include "core/io/project_json.h"
#include "ui/program/counts_model.h"
#include "ui/program/program_canvases.h"
#include "ui/program/program_player.h"
#include "ui/program/program_view.h"
#include "ui/program/step_text.h"
#include "ui/program/stream_model.h"
#include "ui/style/format.h"

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

/// `inputs`: factors of the loop over input channels at DRAM, buffer and registers.
schedule::Schedule rotating(const schedule::Problem& problem, const std::array<Count, 3>& inputs = {1, 4, 1})
{
    dataflow::LayerScheme scheme;
    scheme.region = dataflow::wholeChip({2, 2});
    scheme.partition.shares[dataflow::Split::OutputChannel] = {2, 2};
    scheme.replication = {1, 1};
    scheme.blocking.factors[Loop::InputChannel] = inputs;
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

void wait(ProgramView& view)
{
    QTRY_VERIFY_WITH_TIMEOUT(!view.isBusy() && (view.run().trace || !view.run().faults.empty()), 30000);
}

void show(ProgramView& view, QSize size = {900, 760})
{
    view.resize(size);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    wait(view);
}

std::string fileWith(const QTemporaryDir& folder, const char* name, const std::string& text)
{
    const std::string path = folder.filePath(QLatin1String(name)).toStdString();
    if (!io::writeFile(path, text).empty()) {
        qFatal("Cannot write %s.", path.c_str());
    }
    return path;
}

/// The program of Figure 5 in which a tile of the last role never stores its sums.
Program withoutStore()
{
    Program broken = compile(rotating(figureFive())).value();
    Steps& outer = std::get<Repeat>(broken.layers[0].roles.back().controller.back().content).steps;
    std::erase_if(outer, [](const Step& step) {
        const auto* instruction = std::get_if<Instruction>(&step.content);
        return instruction && instruction->operation == Operation::Store;
    });
    return broken;
}

Tile tileOf(const Trace& trace, std::size_t step) { return trace.streams()[trace.step(step).stream].name.tile; }

/// The first step from `from` on that does this; the number of steps if there is none.
std::size_t firstStep(const Trace& trace, Operation operation, std::size_t from = 0)
{
    while (from < trace.size() && trace.instruction(trace.step(from)).operation != operation) {
        ++from;
    }
    return from;
}

bool leaveScaledScreenshot(QWidget& widget, const QString& name, double scale)
{
    QImage image(widget.size() * scale, QImage::Format_ARGB32);
    image.setDevicePixelRatio(scale);
    image.fill(Qt::white);
    widget.render(&image);
    return image.save(QCoreApplication::applicationDirPath() + QStringLiteral("/../screenshots/%1.png").arg(name));
}

} // namespace

class TestProgramView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QApplication::setPalette(samples::lightPalette()); }

    void theProgramOfTheScheduleIsExecutedWhenItIsSeen();
    void keysPlayAndStep();
    void fourTilesHoldFourPartsAndHandThemOn();
    void transfersAreThoseOfTheLastStep();
    void countsEndAtTheModels();
    void aClickSelectsTileInstructionAndCycle();
    void theBufferFillsAndDrainsWithinItsRanges();
    void cyclesStandBesideTheModels();
    void anyOrderOfTheStreamsHolds();
    void theSelectedLayerIsGoneTo();
    void aLargeLayerIsRecordedInPart();
    void aNewerRequestDropsTheOlder();
    void aRefusalIsToldInASentence();
    void aBrokenProgramShowsItsFaultWhereItHappens();
    void whatIsNoProgramIsTold();
    void theExamplesRun();
    void longStreamsAreWrittenWhereTheyAreSeen();
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
    QVERIFY2(view.message().startsWith(QStringLiteral("Holds: all 256 words")), qPrintable(view.message()));
    QCOMPARE(view.player().steps(), view.run().trace->size());
    QCOMPARE(view.player().position(), std::size_t{0});
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
    QCOMPARE(view.status(), ui::program::stepText(trace, trace.step(1)));
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

/// Tangram, Fig. 5: at any time the tiles hold different parts of what they share, and in the end each has had all.
void TestProgramView::fourTilesHoldFourPartsAndHandThemOn()
{
    const auto workspace = rotatingWorkspace();
    ProgramView view(*workspace);
    show(view);
    const Trace& trace = *view.run().trace;
    std::map<Tile, std::set<QString>> held;
    std::size_t distinct = 0;
    for (std::size_t position = 0; position <= trace.size(); ++position) {
        const auto moment = ui::program::momentOf(trace, position, std::nullopt);
        std::multiset<QString> labels;
        for (const Tile tile : {Tile{0, 0}, Tile{0, 1}, Tile{1, 0}, Tile{1, 1}}) {
            const auto& content = moment.at(tile);
            QVERIFY(content.rotates == Tensor::Input);
            if (!content.label.isEmpty()) {
                labels.insert(content.label);
                held[tile].insert(content.label);
            }
        }
        distinct += std::set<QString>(labels.begin(), labels.end()).size() == 4 ? 1 : 0;
    }
    QVERIFY(distinct > 20);
    for (const auto& [tile, labels] : held) {
        QVERIFY(labels == std::set<QString>({QStringLiteral("0"), QStringLiteral("i1"), QStringLiteral("i2"), QStringLiteral("i3")}));
    }
    // What is handed on is an arrow between neighbours.
    const std::size_t step = firstStep(trace, Operation::Rotate);
    const auto moment = ui::program::momentOf(trace, step + 1, std::nullopt);
    const auto& transfer = *std::find_if(moment.transfers.begin(), moment.transfers.end(), [](const auto& own) { return own.last; });
    QVERIFY(transfer.from && transfer.to && transfer.tensor == Tensor::Input);
    QCOMPARE(hopsBetween(*transfer.from, *transfer.to), Count{1});
    QCOMPARE(transfer.words, Count{16});
}

void TestProgramView::transfersAreThoseOfTheLastStep()
{
    const auto workspace = solvedWorkspace(twoLayers(), {4, 4}, 2);
    ProgramView view(*workspace);
    show(view);
    const Trace& trace = *view.run().trace;
    int seen = 0;
    for (const Operation operation : {Operation::Fetch, Operation::Store, Operation::Send}) {
        const std::size_t step = firstStep(trace, operation);
        if (step == trace.size()) {
            continue;
        }
        ++seen;
        view.player().setPosition(step + 1);
        const auto& transfers = view.chip().moment().transfers;
        const auto last = std::find_if(transfers.begin(), transfers.end(), [](const auto& own) { return own.last; });
        QVERIFY(last != transfers.end());
        const Tile tile = tileOf(trace, step);
        QCOMPARE(last->from.has_value(), operation != Operation::Fetch);
        QCOMPARE(last->to.has_value(), operation != Operation::Store);
        QVERIFY(operation == Operation::Fetch ? *last->to == tile : *last->from == tile);
        QCOMPARE(last->words, trace.step(step).words);
        QVERIFY(view.chip().moment().at(tile).last);
    }
    QVERIFY(seen >= 2);
    // Words that are still on their way stay on the drawing until their cycles are over.
    for (std::size_t position = 1; position <= trace.size(); position += 13) {
        for (const std::size_t number : ui::program::stepsAtWork(trace, position)) {
            const TraceStep& step = trace.step(number);
            QVERIFY(number + 1 == position || step.end > trace.cycleAt(position)
                    || (step.begin == step.end && step.begin == trace.cycleAt(position)));
        }
    }
}

void TestProgramView::countsEndAtTheModels()
{
    const auto workspace = rotatingWorkspace();
    ProgramView view(*workspace);
    show(view);
    const auto* table = view.findChild<QTableView*>(QStringLiteral("programCounts"));
    QAbstractItemModelTester tester(table->model());
    const auto cell = [&](int row, int column) { return table->model()->index(row, column).data().toString(); };
    QCOMPARE(cell(1, 0), QStringLiteral("0 of 64"));
    view.player().setPosition(view.player().steps());
    const LayerCode& code = view.run().program->layers[0];
    for (int row = 0; row < 3; ++row) {
        const TensorClaim& claim = code.claims[allTensors[std::size_t(row)]];
        const std::array<double, 4> expected{claim.expectedDram, claim.expectedBuffer, claim.expectedHops, claim.expectedHanded};
        const std::array<double, 4> model{claim.dram, claim.buffer, claim.hops, claim.handed};
        for (int column = 0; column < 4; ++column) {
            const QString words = ui::style::exactCount(expected[std::size_t(column)]);
            QCOMPARE(cell(row, column), QStringLiteral("%1 of %1").arg(words));
            const QString tip = table->model()->index(row, column).data(Qt::ToolTipRole).toString();
            QVERIFY(tip.contains(ui::style::exactCount(model[std::size_t(column)])));
        }
    }
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

void TestProgramView::theBufferFillsAndDrainsWithinItsRanges()
{
    const auto workspace = rotatingWorkspace();
    ProgramView view(*workspace);
    show(view);
    const Trace& trace = *view.run().trace;
    Count most = 0;
    for (std::size_t position = 0; position <= trace.size(); ++position) {
        view.player().setPosition(position);
        const auto& moment = view.buffer().moment();
        QCOMPARE(moment.ranges.size(), std::size_t{3});
        Count words = 0;
        for (const auto& range : moment.ranges) {
            double used = 0;
            for (const auto& piece : range.pieces) {
                using State = ui::program::PieceMoment::State;
                QVERIFY((piece.state == State::Filling) == (piece.updates > 0));
                used += piece.share * double(range.room) / double(range.pieces.size());
            }
            QCOMPARE(used, double(range.words));
            QVERIFY(range.words <= range.room && range.base + range.room <= moment.bufferWords);
            words += range.words;
        }
        QCOMPARE(moment.words(), words);
        // The bar on the tile is the same.
        const auto& tile = view.chip().moment().at(*view.selectedTile());
        QCOMPARE(tile.words[Tensor::Weight] + tile.words[Tensor::Input] + tile.words[Tensor::Output], words);
        most = std::max(most, words);
    }
    QVERIFY(most > 0 && view.buffer().moment().words() == 0);
    QVERIFY(view.buffer().accessibleDescription().contains(QStringLiteral("Inputs: 0 B of 32 B; 0 of 1 pieces in use")));
}

void TestProgramView::cyclesStandBesideTheModels()
{
    network::Network net = twoLayers();
    schedule::Problem problem = samples::problem(net, {2, 2});
    problem.hardware.dramGigabytesPerSecond = 2;
    problem.hardware.busBitsPerCycle = 64;
    Workspace workspace;
    workspace.open(problem, {});
    ProgramView view(workspace);
    show(view);
    const Trace& trace = *view.run().trace;
    const ui::program::TimedContent& content = view.times().content();
    QCOMPARE(content.segments.size(), trace.execution().cycles.size());
    double begin = 0;
    for (std::size_t segment = 0; segment < content.segments.size(); ++segment) {
        const SegmentCycles& cycles = trace.execution().cycles[segment];
        const auto& spans = content.segments[segment];
        QCOMPARE(spans.modelEnd - spans.modelBegin, cycles.model);
        QCOMPARE(spans.begin, begin);
        QCOMPARE(spans.end, begin + cycles.executed);
        begin = spans.end;
    }
    QCOMPARE(content.end, begin);
    // Parts of a tile do one thing at a time, memory channels apart; what they do lies within the execution.
    for (std::size_t row = 0; row < content.rows.size(); ++row) {
        double last = 0;
        for (const auto& span : content.rows[row].spans) {
            QVERIFY(span.begin >= 0 && span.end <= content.end && span.end > span.begin);
            QVERIFY(row != 2 || span.begin >= last);
            last = span.end;
        }
        QVERIFY(!content.rows[row].spans.empty());
    }
    QVERIFY(*std::max_element(content.arrays.begin(), content.arrays.end()) <= 1 + 1e-9);
    QVERIFY(samples::leaveScreenshots(view.times(), QStringLiteral("program_cycles")));
}

void TestProgramView::anyOrderOfTheStreamsHolds()
{
    const auto workspace = rotatingWorkspace();
    ProgramView view(*workspace);
    show(view);
    auto* order = view.findChild<QComboBox*>(QStringLiteral("programOrder"));
    const auto timed = view.run().trace;
    for (int index = 1; index < order->count(); ++index) {
        order->setCurrentIndex(index);
        Q_EMIT order->activated(index);
        wait(view);
        const auto trace = view.run().trace;
        QVERIFY(trace != timed && !trace->isTimed() && trace->execution().holds() && view.times().isHidden());
        QVERIFY(trace->counts(0, trace->size()) == timed->counts(0, timed->size()));
    }
}

void TestProgramView::theSelectedLayerIsGoneTo()
{
    const auto workspace = solvedWorkspace(twoLayers(), {4, 4}, 2);
    ProgramView view(*workspace);
    show(view);
    const Trace& trace = *view.run().trace;
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

void TestProgramView::aRefusalIsToldInASentence()
{
    // A part that is no whole number of iterations rotates only in part.
    auto workspace = std::make_unique<Workspace>([](const schedule::Problem& problem, const schedule::SolveControl&) {
        return rotating(problem, {2, 2, 1});
    });
    workspace->open(figureFive(), {});
    QTRY_VERIFY(!workspace->isStale());
    QVERIFY2(workspace->schedule()->hasResult(), support::describe(workspace->schedule()->diagnostics).c_str());
    const auto compiled = compile(*workspace->schedule());
    QVERIFY(!compiled);
    ProgramView view(*workspace);
    show(view);
    QVERIFY(!view.run().trace);
    QCOMPARE(view.message(), ui::program::refusalText(compiled.faults()));
    QVERIFY2(view.message().startsWith(QStringLiteral("No program: Layer layer: ")), qPrintable(view.message()));
    QVERIFY(!view.chip().isVisible());
    QVERIFY(samples::leaveScreenshots(view, QStringLiteral("program_refused")));
}

void TestProgramView::aBrokenProgramShowsItsFaultWhereItHappens()
{
    QTemporaryDir folder;
    const auto workspace = rotatingWorkspace();
    ProgramView view(*workspace);
    show(view);
    const Program broken = withoutStore();
    for (const bool json : {false, true}) {
        const std::string path = fileWith(folder, json ? "broken.json" : "broken.program",
                                          json ? io::writeProgramJson(broken) : io::writeProgramText(broken));
        QVERIFY(ProgramView::isProgramFile(QString::fromStdString(path)));
        view.open(QString::fromStdString(path));
        wait(view);
        const Trace& trace = *view.run().trace;
        const auto& fault = trace.execution().fault;
        QVERIFY(fault && !fault->streams.empty());
        // It is gone to: the tile is selected and marked, the sentence stands there, the instruction is marked.
        QCOMPARE(view.player().position(), trace.size());
        QCOMPARE(*view.selectedTile(), fault->streams.front().tile);
        QVERIFY(view.chip().moment().at(*view.selectedTile()).faulty);
        QCOMPARE(view.message(), QString::fromStdString(describe(*fault)));
        const bool array = fault->streams.front().array;
        const auto& model = dynamic_cast<const ui::program::StreamModel&>(*view.stream(array).model());
        const int line = model.currentLine().value();
        QCOMPARE(model.index(line).data(Qt::BackgroundRole).value<QColor>(), ui::style::errorColour(view.palette()));
        // One step before, nothing is wrong yet.
        view.player().stepBack();
        QVERIFY(!view.chip().moment().at(*view.selectedTile()).faulty);
        view.player().stepForward();
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("program_fault")));
    }
    view.findChild<QToolButton*>(QStringLiteral("programOfSchedule"))->click();
    wait(view);
    QVERIFY(view.run().trace->execution().holds());
}

void TestProgramView::whatIsNoProgramIsTold()
{
    QTemporaryDir folder;
    const auto workspace = rotatingWorkspace();
    ProgramView view(*workspace);
    show(view);
    const std::string torn = io::writeProgramText(compile(rotating(figureFive())).value()).substr(0, 700);
    view.open(QString::fromStdString(fileWith(folder, "torn.program", torn)));
    wait(view);
    QVERIFY2(view.message().startsWith(QStringLiteral("No program: ")), qPrintable(view.message()));
    view.open(folder.filePath(QStringLiteral("missing.program")));
    wait(view);
    QVERIFY2(view.message().startsWith(QStringLiteral("No program: ")), qPrintable(view.message()));
    QVERIFY(!ProgramView::isProgramFile(folder.filePath(QStringLiteral("missing.program"))));
}

void TestProgramView::theExamplesRun()
{
    const QString folder = QStringLiteral(TILESCAPE_SOURCE_DIR "/examples/program/");
    const auto runOf = [&](const char* name) {
        const std::string path = (folder + QLatin1String(name)).toStdString();
        const io::Project project = io::readProjectFile(io::readFile(path).value(), path).value();
        if (project.view != "program") {
            qFatal("%s opens with another view.", name);
        }
        ui::workspace::ProgramRequest request;
        request.schedule = std::make_shared<const schedule::Schedule>(schedule::solve(project.problem));
        return ui::workspace::runProgram(request);
    };
    const auto rotation = runOf("rotation.tilescape");
    QVERIFY(rotation.trace && rotation.trace->execution().holds() && !rotation.sampled);
    QVERIFY(rotation.program->layers[0].ranges[Tensor::Input].rotates && rotation.program->tiles == (Extent{2, 2}));

    // Three layers in one segment; the second takes by input channels what the first makes by output channels.
    const auto pipeline = runOf("pipeline.tilescape");
    QVERIFY(pipeline.trace && pipeline.trace->execution().holds() && !pipeline.sampled);
    const auto& layers = pipeline.program->layers;
    QCOMPARE(layers.size(), std::size_t{3});
    for (std::size_t place = 0; place < 3; ++place) {
        QVERIFY(layers[place].slot.segment == 0 && layers[place].slot.region == Count(place));
    }
    QVERIFY(layers[0].dealing[Axis::OutputChannel].groups > 1);
    QCOMPARE(layers[1].dealing[Axis::InputChannel].groups, layers[0].dealing[Axis::OutputChannel].groups);
    // The second layer works before the first has ended; tiles of both have words in their buffers then.
    const auto& trace = *pipeline.trace;
    std::size_t lastOfFirst = 0;
    std::size_t firstOfSecond = trace.size();
    for (std::size_t number = 0; number < trace.size(); ++number) {
        const std::size_t place = trace.streams()[trace.step(number).stream].name.place;
        const bool pass = trace.instruction(trace.step(number)).operation == Operation::Pass;
        lastOfFirst = place == 0 && pass ? number : lastOfFirst;
        firstOfSecond = place == 1 && pass ? std::min(firstOfSecond, number) : firstOfSecond;
    }
    QVERIFY(firstOfSecond < lastOfFirst);
    const auto moment = ui::program::momentOf(trace, (firstOfSecond + lastOfFirst) / 2, std::nullopt);
    std::set<std::size_t> regions;
    for (const auto& tile : moment.contents) {
        if (tile.words[Tensor::Weight] + tile.words[Tensor::Input] + tile.words[Tensor::Output] > 0) {
            regions.insert(tile.region);
        }
    }
    QVERIFY(regions.contains(0) && regions.contains(1));

    // A region that folds: tiles that follow each other are neighbours, and lie in several rows.
    const auto residual = runOf("residual.tilescape");
    QVERIFY(residual.trace && residual.trace->execution().holds());
    const LayerCode& folded = residual.program->layers[2];
    QCOMPARE(folded.region.extent.height, Count{1});
    std::set<Count> rows;
    for (std::size_t tile = 0; tile < folded.region.tiles.size(); ++tile) {
        rows.insert(folded.region.tiles[tile].row);
        QVERIFY(tile == 0 || hopsBetween(folded.region.tiles[tile - 1], folded.region.tiles[tile]) == 1);
    }
    QVERIFY(rows.size() > 1);
    QVERIFY(residual.program->layers.back().slot.index > 0);

    ui::workspace::ProgramRequest broken;
    broken.file = (folder + QStringLiteral("broken.program")).toStdString();
    const auto run = ui::workspace::runProgram(broken);
    QVERIFY(run.trace && run.trace->execution().fault && !run.trace->execution().fault->streams.empty());
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

void TestProgramView::picturesInLightAndDark()
{
    const auto workspace = rotatingWorkspace();
    ProgramView view(*workspace);
    show(view);
    const Trace& trace = *view.run().trace;
    view.player().setPosition(firstStep(trace, Operation::Rotate, trace.size() / 5) + 1);
    QVERIFY(samples::leaveScreenshots(view, QStringLiteral("program")));
    QVERIFY(leaveScaledScreenshot(view, QStringLiteral("program_scale2"), 2));
    const QString svg = samples::leaveFigure(view.figure());
    QVERIFY(svg.contains(QStringLiteral("words of the inputs on to")));
    // A panel sizes its view, whatever that asks for.
    QWidget panel;
    panel.resize(420, 400);
    view.setParent(&panel);
    view.setGeometry(panel.rect());
    panel.show();
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    QVERIFY(view.chip().height() > 100 && view.buffer().isVisible());
    QVERIFY(samples::leaveScreenshots(panel, QStringLiteral("program_small")));
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

QTEST_MAIN(TestProgramView)
#include "tst_program_view.moc"
