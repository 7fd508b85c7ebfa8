#include "sweep_samples.h"

#include "core/io/files.h"
#include "core/io/sweep_json.h"
#include "tests/registered.h"
#include "ui/explore/measure_choice.h"
#include "ui/explore/search_view.h"
#include "ui/explore/workload_list.h"
#include "ui/workspace/document_files.h"
#include "ui/workspace/workspace.h"

#include <QMessageBox>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>

namespace tst_edited_questions {

using namespace samples;
using ui::explore::SearchView;
using ui::workspace::DocumentFiles;
using ui::workspace::Workspace;

namespace {

/// Undoes all, or does all again.
void undoAll(Workspace& workspace)
{
    while (workspace.undoStack().canUndo()) {
        workspace.undoStack().undo();
    }
}
void redoAll(Workspace& workspace)
{
    while (workspace.undoStack().canRedo()) {
        workspace.undoStack().redo();
    }
}

/// Answers the question that comes next.
void answer(QMessageBox::StandardButton button)
{
    QTimer::singleShot(0, qApp, [button] {
        const auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        QVERIFY(box);
        box->button(button)->click();
    });
}

} // namespace

/// What is asked of a sweep or a search is part of the document before it is run.
class TestEditedQuestions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void editsOfASweepAreUndone()
    {
        const auto workspace = openedWorkspace();
        SweepView view(*workspace);
        show(view);
        const explore::Sweep first = view.sweep();
        QVERIFY(!workspace->undoStack().canUndo());
        setAxes(view, 3, 2);
        view.setPattern(explore::Pattern::Sobol, 32);
        view.findChild<ui::explore::MeasureChoice*>()->setMeasures({"area_mm2"});
        view.axes().addAxis({"batch"});
        const explore::Sweep last = view.sweep();
        QVERIFY(workspace->isModified());
        undoAll(*workspace);
        QVERIFY(view.sweep() == first);
        QVERIFY(!workspace->isModified());
        redoAll(*workspace);
        QVERIFY(view.sweep() == last);
    }

    void editsOfASearchAreUndone()
    {
        const auto workspace = openedWorkspace();
        SearchView view(*workspace);
        QVERIFY(!workspace->undoStack().canUndo());
        const explore::ChipSearch first = view.search();
        view.setEvolution({24, 7, 3});
        view.workloads().setWorkloads({{"lenet_c", 2}});
        view.variables().addAxis({"dram_gigabytes_per_second"});
        const explore::ChipSearch last = view.search();
        undoAll(*workspace);
        QVERIFY(view.search() == first);
        redoAll(*workspace);
        QVERIFY(view.search() == last);
    }

    /// Letter by letter, or step by step.
    void aNumberThatIsTypedIsOneEdit()
    {
        const auto workspace = openedWorkspace();
        SweepView view(*workspace);
        show(view);
        auto* pattern = view.findChild<QComboBox*>(QStringLiteral("pattern"));
        pattern->setCurrentIndex(pattern->findText(QStringLiteral("Sobol")));
        QCOMPARE(view.sweep().sobolCount, std::size_t{64});
        QCOMPARE(workspace->undoStack().count(), 1);
        auto* points = view.findChild<QSpinBox*>(QStringLiteral("sobolPoints"));
        points->selectAll();
        QTest::keyClicks(points, QStringLiteral("128"));
        QCOMPARE(view.sweep().sobolCount, std::size_t{128});
        QCOMPARE(workspace->undoStack().count(), 2);
        workspace->undoStack().undo();
        QCOMPARE(view.sweep().sobolCount, std::size_t{64});

        SearchView searches(*workspace);
        auto* generations = searches.findChild<QSpinBox*>(QStringLiteral("generations"));
        const int before = workspace->undoStack().index();
        const std::size_t first = searches.search().evolution.generations;
        generations->selectAll();
        QTest::keyClicks(generations, QStringLiteral("137"));
        QCOMPARE(workspace->undoStack().index(), before + 1);
        workspace->undoStack().undo();
        QCOMPARE(searches.search().evolution.generations, first);
    }

    /// Edits of the problem are others: they change what a question is asked around.
    void aQuestionNobodyEditedFollowsTheProblem()
    {
        const auto workspace = openedWorkspace();
        SweepView view(*workspace);
        show(view);
        const auto buffers = view.sweep().axes[0].values;
        workspace->setParameter(QStringLiteral("buffer_bytes_per_tile"),
                                8 * workspace->problem().hardware.bufferBytesPerTile);
        QTRY_VERIFY(view.sweep().axes[0].values != buffers);
        QCOMPARE(workspace->undoStack().count(), 1);
        view.setPattern(explore::Pattern::OneByOne);
        const auto own = view.sweep().axes[0].values;
        workspace->setParameter(QStringLiteral("buffer_bytes_per_tile"),
                                4 * workspace->problem().hardware.bufferBytesPerTile);
        QTest::qWait(200);
        QVERIFY(view.sweep().axes[0].values == own);
        workspace->undoStack().undo();
        workspace->undoStack().undo();
        QVERIFY(view.sweep().pattern == explore::Pattern::Grid);
    }

    void whatIsAskedIsSavedAndOpenedAgain()
    {
        const auto workspace = openedWorkspace();
        DocumentFiles files(*workspace, {});
        SweepView view(*workspace);
        SearchView searches(*workspace);
        show(view);
        setAxes(view, 3, 2);
        view.setPattern(explore::Pattern::OneByOne);
        searches.setEvolution({24, 7, 3});
        const explore::Sweep sweep = view.sweep();
        const explore::ChipSearch search = searches.search();
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("asked.tilescape"));
        QVERIFY(files.save(path).empty());
        QVERIFY(!workspace->isModified());

        workspace->open(workspace->problem(), {});
        QVERIFY(view.sweep() != sweep);
        QVERIFY(view.sweep().pattern == explore::Pattern::Grid);
        auto read = DocumentFiles::read(path);
        QVERIFY(read.ok());
        files.apply(std::move(read.value()), path);
        QVERIFY(view.sweep() == sweep);
        QVERIFY(searches.search() == search);
        QVERIFY(!workspace->isModified());
        QVERIFY(!workspace->undoStack().canUndo());
    }

    /// A search without networks is for the open one, before it is saved and after.
    void aSearchForTheOpenNetworkStaysOne()
    {
        const auto workspace = openedWorkspace();
        DocumentFiles files(*workspace, {});
        SearchView view(*workspace);
        view.setEvolution({24, 7, 3});
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("open.tilescape"));
        QVERIFY(files.save(path).empty());
        auto read = DocumentFiles::read(path);
        QVERIFY(read.ok());
        files.apply(std::move(read.value()), path);
        QVERIFY(view.workloads().workloads().empty());
        // What was found is for that network, and a search after it for the next.
        io::SearchRun run{view.search(), {{"pe_rows=4", {}}}};
        workspace->explorations().show({"", run});
        QVERIFY(view.workloads().workloads().empty());
        workspace->setNetwork(io::loadNetwork("mlp_m").value());
        QCOMPARE(view.search().workloads.front().network, std::string("mlp_m"));
    }

    void aRunOfAnotherKeepsWhatWasFound()
    {
        const auto workspace = openedWorkspace();
        SweepView view(*workspace);
        show(view);
        setAxes(view, 2, 2);
        runAll(view);
        const auto found = view.service().results();
        setAxes(view, 3, 2);
        runAll(view);
        QCOMPARE(view.service().results().size(), std::size_t{6});
        QCOMPARE(view.kept().names(), QStringList{QStringLiteral("Sweep 1")});
        QVERIFY(std::get<io::SweepRun>(workspace->explorations().kept()->front().run).results == found);
        QVERIFY(workspace->isModified());
        const explore::Sweep second = view.sweep();
        undoAll(*workspace);
        QVERIFY(view.sweep() != second);
        QCOMPARE(view.kept().names(), QStringList{QStringLiteral("Sweep 1")}); // no undo loses what was found
        redoAll(*workspace);
        QVERIFY(view.sweep() == second);
    }

    /// Back to each that was asked, whichever was run.
    void undoGoesBackPastARun()
    {
        const auto workspace = openedWorkspace();
        SweepView view(*workspace);
        show(view);
        const explore::Sweep first = view.sweep();
        view.setPattern(explore::Pattern::OneByOne);
        const explore::Sweep second = view.sweep();
        view.axes().setAxes({{{"batch"}, {{"1"}, {"2"}}, {}}});
        runAll(view);
        workspace->undoStack().undo();
        QVERIFY(view.sweep().axes == second.axes && view.sweep().pattern == second.pattern);
        workspace->undoStack().undo();
        QVERIFY(view.sweep().axes == first.axes && view.sweep().pattern == first.pattern);
        QVERIFY(!workspace->undoStack().canUndo());
    }

    /// What is edited after a run is another edit, so that what was run can be gone back to.
    void aRunEndsTheTypingOfANumber()
    {
        const auto workspace = openedWorkspace();
        SweepView view(*workspace);
        show(view);
        view.axes().setAxes({{{"batch"}, {}, explore::Range{1, 8, false}}});
        view.setPattern(explore::Pattern::Sobol, 2);
        runAll(view);
        view.setPattern(explore::Pattern::Sobol, 3);
        view.setPattern(explore::Pattern::Sobol, 4);
        workspace->undoStack().undo();
        QCOMPARE(view.sweep().sobolCount, std::size_t{2});
        QVERIFY(view.sweep() == view.service().sweep());
    }

    /// As of an edit of the problem.
    void aCrashLosesNoQuestion()
    {
        const auto workspace = openedWorkspace();
        const QTemporaryDir folder;
        DocumentFiles files(*workspace, folder.path());
        SweepView view(*workspace);
        show(view);
        view.setPattern(explore::Pattern::OneByOne);
        const auto copies = [&folder] {
            return QDir(folder.path()).entryInfoList({QStringLiteral("*.tilescape")}, QDir::Files);
        };
        QTRY_VERIFY_WITH_TIMEOUT(!copies().isEmpty(), 30'000);
        const auto text = io::readFile(copies().front().filePath().toStdString());
        QVERIFY(text && io::readProjectFile(text.value(), "copy").value().explorations.asked.sweep.has_value());
    }

    /// A limit may be of a network, which is to be chosen then.
    void aSearchWithALimitOfItsNetworkKeepsBoth()
    {
        const auto workspace = openedWorkspace();
        SearchView view(*workspace);
        io::SearchRun run{view.search(), {{"pe_rows=4", {}}}};
        run.search.limits = {{"gops", run.search.workloads.front().network, 1}};
        workspace->explorations().show({"", run});
        QVERIFY(view.search() == view.service().search());
    }

    /// What is complete is not solved again unasked.
    void beginningAnewIsAskedAbout()
    {
        const auto workspace = openedWorkspace();
        SweepView view(*workspace);
        show(view);
        setAxes(view, 2, 2);
        runAll(view);
        const QSignalSpy runs(&workspace->explorations().sweeps(), &ui::workspace::ExplorationRun::runningChanged);
        answer(QMessageBox::Cancel);
        press(view, "runSweep");
        QCOMPARE(runs.count(), 0);
        answer(QMessageBox::Yes);
        press(view, "runSweep");
        QTRY_VERIFY(runs.count() == 2);
        QVERIFY(view.kept().names().isEmpty());
    }

    /// In a narrow panel the question is above what was found, and makes room for it: buttons stay under the hand.
    void buttonsStayWhereTheyAre()
    {
        const auto workspace = openedWorkspace();
        SweepView view(*workspace);
        show(view, {360, 700});
        setAxes(view, 2, 2);
        const auto* stop = view.findChild<QPushButton*>(QStringLiteral("stopSweep"));
        const auto placeOf = [&view](const QWidget& widget) { return widget.mapTo(&view, QPoint()); };
        const QPoint before = placeOf(*stop);
        runAll(view);
        QTest::qWait(50);
        QVERIFY(!view.findChild<QWidget*>(QStringLiteral("question"))->isVisible());
        QCOMPARE(placeOf(*stop), before);
        runAndStop(view, 64, 64);
        QTest::qWait(50);
        QCOMPARE(placeOf(*stop), before);
    }

    /// What decides comparisons of small chips stands beside them, as on the command line.
    void staticPowerThatDoesNotFollowTheChipIsSaidTo()
    {
        const auto workspace = openedWorkspace();
        workspace->setParameter(QStringLiteral("static_milliwatts"), 500);
        SweepView view(*workspace);
        show(view);
        view.axes().rows()[0]->setKey("pe_rows");
        view.axes().rows()[0]->setRange(4, 8, 2);
        view.axes().rows()[1]->setKey("batch");
        view.axes().rows()[1]->setRange(1, 2, 2);
        runAll(view);
        const QString said = view.findChild<QLabel*>(QStringLiteral("stateSweep"))->text();
        QVERIFY2(said.contains(QStringLiteral("Note: static power is 500 mW whatever the size of the chip")),
                 qPrintable(said));
    }

    void aQuestionOfAFileIsOneEdit()
    {
        const auto workspace = openedWorkspace();
        SweepView view(*workspace);
        show(view);
        const schedule::Problem problem = workspace->problem();
        const explore::Sweep first = view.sweep();
        explore::Sweep other = first;
        other.base.problem.batch = 5;
        other.axes.resize(1);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("other.json"));
        QVERIFY(io::writeFile(path.toStdString(), io::writeSweep(other)).empty());
        QVERIFY(view.open(path));
        QCOMPARE(view.sweep().axes.size(), std::size_t{1});
        QCOMPARE(workspace->problem().batch, Count{5});
        QCOMPARE(workspace->undoStack().count(), 1);
        workspace->undoStack().undo();
        QVERIFY(workspace->problem() == problem);
        QVERIFY(view.sweep() == first);
    }
};

TILESCAPE_TEST(TestEditedQuestions)

} // namespace tst_edited_questions
#include "tst_edited_questions.moc"
