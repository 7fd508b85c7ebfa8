#include "program_samples.h"

#include "core/io/program_text.h"
#include "core/schedule/solve.h"
#include "core/io/project_json.h"
#include "tests/registered.h"
#include "ui/program/counts_model.h"
#include "ui/program/program_canvases.h"
#include "ui/program/program_player.h"
#include "ui/program/step_text.h"
#include "ui/program/stream_model.h"
#include "ui/style/format.h"

#include <QAction>
#include <QListView>
#include <QToolButton>

namespace tst_program_files {

using namespace samples;

/// Programs and projects from files: sound, broken, refused.
class TestProgramFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QApplication::setPalette(samples::lightPalette()); }

    void aRefusalIsToldInASentence();
    void aBrokenProgramShowsItsFaultWhereItHappens();
    void whatIsNoProgramIsTold();
    void theExamplesRun();
};

void TestProgramFiles::aRefusalIsToldInASentence()
{
    auto workspace = std::make_unique<Workspace>([](const schedule::Problem& problem, const schedule::SolveControl&) {
        return rotating(problem, 4);
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

void TestProgramFiles::aBrokenProgramShowsItsFaultWhereItHappens()
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

void TestProgramFiles::whatIsNoProgramIsTold()
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

void TestProgramFiles::theExamplesRun()
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

    // A region that folds: in each of its rows, tiles that follow each other are neighbours, though they lie in more rows of the chip.
    const auto residual = runOf("residual.tilescape");
    QVERIFY(residual.trace && residual.trace->execution().holds());
    const dataflow::Region& folded = residual.program->layers[2].region;
    std::set<Count> rows;
    for (std::size_t tile = 0; tile < folded.tiles.size(); ++tile) {
        rows.insert(folded.tiles[tile].row);
        const bool begins = tile % static_cast<std::size_t>(folded.extent.width) == 0;
        QVERIFY(begins || hopsBetween(folded.tiles[tile - 1], folded.tiles[tile]) == folded.extent.height
                || hopsBetween(folded.tiles[tile - 1], folded.tiles[tile]) == 1);
    }
    QVERIFY(static_cast<Count>(rows.size()) > folded.extent.height);
    QVERIFY(residual.program->layers.back().slot.index > 0);

    ui::workspace::ProgramRequest broken;
    broken.file = (folder + QStringLiteral("broken.program")).toStdString();
    const auto run = ui::workspace::runProgram(broken);
    QVERIFY(run.trace && run.trace->execution().fault && !run.trace->execution().fault->streams.empty());
}

TILESCAPE_TEST(TestProgramFiles)

} // namespace tst_program_files
#include "tst_program_files.moc"
