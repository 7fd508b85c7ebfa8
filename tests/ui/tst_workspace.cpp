#include "tests/registered.h"
#include "workspace_samples.h"

#include <QSignalSpy>

#include <atomic>
#include <mutex>
#include <new>
#include <thread>

namespace tst_workspace {

using namespace tilescape;
using samples::bufferKey;
using samples::Fixture;
using samples::smallProblem;
using samples::SlowSolver;
using ui::workspace::Workspace;

class TestWorkspace : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anEditIsSolvedAndTheOldScheduleStaysUntilThen()
    {
        Fixture f;
        const auto before = f.workspace.schedule();
        f.workspace.setBatch(7);
        QVERIFY(f.workspace.isStale());
        QCOMPARE(f.workspace.schedule(), before);
        QTRY_VERIFY(!f.workspace.isStale());
        QVERIFY(f.workspace.schedule() != before);
        QCOMPARE(f.workspace.schedule()->problem->batch, 7);
    }

    void trainingShowsTheLayersThatItAdds()
    {
        Workspace workspace; // with the solver of the program
        workspace.open(smallProblem(), {});
        QSignalSpy changed(&workspace, &Workspace::networkChanged);
        const std::size_t forward = workspace.network().layers.size();
        search::SearchSpace space = workspace.problem().space;
        space.training = true;
        workspace.setSpace(space);
        QCOMPARE(changed.size(), 1);
        const std::size_t all = workspace.network().layers.size();
        QVERIFY(all > 2 * forward);
        QCOMPARE(workspace.problem().network.layers.size(), forward); // the document keeps what was opened
        QTRY_VERIFY_WITH_TIMEOUT(!workspace.isStale(), 60'000);
        QCOMPARE(workspace.schedule()->problem->network.layers, workspace.network().layers);
        workspace.setSelectedLayer(all - 1);
        QCOMPARE(workspace.selectedLayer().value_or(0), all - 1);
        workspace.undoStack().undo();
        QCOMPARE(workspace.network().layers.size(), forward);
        QVERIFY(!workspace.selectedLayer());
    }

    void editsThatComeCloseAreSolvedOnce()
    {
        Fixture f;
        const int before = f.solver.started;
        for (int batch = 10; batch < 30; ++batch) {
            f.workspace.setBatch(batch);
        }
        QTRY_VERIFY(!f.workspace.isStale());
        QCOMPARE(f.solver.started - before, 1);
        QCOMPARE(f.workspace.schedule()->problem->batch, 29);
    }

    void aNewerEditStopsTheOlderSolve()
    {
        Fixture f;
        f.solver.released = false;
        f.workspace.setBatch(8);
        QTRY_COMPARE(f.solver.started.load(), 2);
        QSignalSpy published(&f.workspace, &Workspace::scheduleChanged);
        f.workspace.setBatch(9);
        QTRY_COMPARE(f.solver.stopped.load(), 1);
        f.solver.released = true;
        QTRY_VERIFY(!f.workspace.isStale());
        QCOMPARE(published.size(), 1);
        QCOMPARE(f.workspace.schedule()->problem->batch, 9);
    }

    /// As a slider that is dragged: faster than any solve, and without a pause.
    void aRowOfEditsIsAnsweredInBetween()
    {
        Workspace workspace([](const auto& problem, const auto&) {
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
            return samples::scheduleFor(problem);
        });
        workspace.open(smallProblem(), {});
        QTRY_VERIFY(!workspace.isStale());
        int between = 0;
        Count newest = 0;
        connect(&workspace, &Workspace::scheduleChanged, &workspace, [&] {
            const Count answered = workspace.schedule()->problem->batch;
            QVERIFY2(answered > newest, "no answer gives way to an older one");
            QCOMPARE(workspace.isStale(), answered != workspace.problem().batch);
            between += workspace.isStale() ? 1 : 0;
            newest = answered;
        });
        for (Count batch = 101; batch <= 200; ++batch) {
            workspace.setBatch(batch);
            QTest::qWait(4);
        }
        QVERIFY2(between >= 3, qPrintable(QString::number(between)));
        QTRY_VERIFY(!workspace.isStale());
        QCOMPARE(newest, Count{200});
        QVERIFY(!workspace.looksStale());
    }

    void anAnswerForAnotherNetworkIsNotShownInBetween()
    {
        SlowSolver solver;
        Workspace workspace([&solver](const auto& problem, const auto& control) { return solver(problem, control); });
        workspace.open(smallProblem(), {});
        QTRY_COMPARE(solver.started.load(), 1);
        schedule::Problem other = smallProblem();
        other.network.layers.back().name = "renamed";
        connect(&workspace, &Workspace::scheduleChanged, &workspace, [&] {
            QVERIFY(!workspace.schedule() || workspace.schedule()->problem->network == other.network);
        });
        solver.released = true;
        workspace.open(other, {});
        QTRY_VERIFY(!workspace.isStale());
    }

    void aCancelledSolveLeavesTheOldScheduleMarkedAsOld()
    {
        Fixture f;
        const auto before = f.workspace.schedule();
        f.solver.released = false;
        f.workspace.setBatch(8);
        QTRY_COMPARE(f.solver.started.load(), 2);
        f.workspace.cancelSolve();
        QVERIFY(!f.workspace.isSolving());
        QTRY_COMPARE(f.solver.stopped.load(), 1);
        QVERIFY(f.workspace.isStale());
        QCOMPARE(f.workspace.schedule(), before);

        f.solver.released = true;
        f.workspace.solveAgain();
        QTRY_VERIFY(!f.workspace.isStale());
        QCOMPARE(f.workspace.schedule()->problem->batch, 8);
    }

    void aCancelledSolveHandsOutTheBestSoFar()
    {
        Fixture f;
        f.workspace.setSolver(QStringLiteral("kapla"));
        QTRY_VERIFY(!f.workspace.isStale());
        f.solver.released = false;
        f.workspace.setBatch(8);
        QTRY_COMPARE(f.solver.started.load(), 3);
        f.workspace.cancelSolve();
        QTRY_VERIFY(!f.workspace.isSolving());
        QCOMPARE(f.solver.stopped.load(), 0);
        QVERIFY(!f.workspace.isStale());
        QCOMPARE(f.workspace.schedule()->status, schedule::Status::Stopped);
        QCOMPARE(f.workspace.schedule()->problem->batch, 8);
    }

    void progressIsReportedInTheWindowsThread()
    {
        Fixture f;
        QSignalSpy progressed(&f.workspace, &Workspace::progressed);
        QThread* thread = nullptr;
        connect(&f.workspace, &Workspace::progressed, &f.workspace, [&] { thread = QThread::currentThread(); });
        f.workspace.setBatch(8);
        QTRY_VERIFY(!f.workspace.isStale());
        QCOMPARE(progressed.size(), 1);
        QCOMPARE(progressed[0][0].toInt(), 1);
        QCOMPARE(progressed[0][1].toInt(), 2);
        QCOMPARE(thread, QThread::currentThread());
    }

    void aClosedWorkspaceStopsItsSolve()
    {
        SlowSolver solver;
        {
            Workspace workspace([&](const auto& problem, const auto& control) { return solver(problem, control); });
            workspace.open(smallProblem(), {});
            QTRY_COMPARE(solver.started.load(), 1);
        }
        QCOMPARE(solver.stopped.load(), 1);
    }

    void aSolverThatRunsOutOfMemoryIsReportedNotFatal()
    {
        Workspace workspace([](const auto&, const auto&) -> schedule::Schedule { throw std::bad_alloc(); });
        workspace.open(smallProblem(), {});
        QTRY_VERIFY(!workspace.isStale());
        QCOMPARE(workspace.schedule()->status, schedule::Status::Infeasible);
        QVERIFY(workspace.schedule()->problem);
        QCOMPARE(workspace.schedule()->diagnostics.size(), std::size_t{1});
        QVERIFY(!workspace.schedule()->diagnostics[0].remedy.empty());
    }

    void theTopologySignalComesOnlyWithAnotherNetwork()
    {
        Fixture f;
        QSignalSpy networks(&f.workspace, &Workspace::networkChanged);
        f.workspace.setParameter(bufferKey, 2048);
        f.workspace.setBatch(2);
        QCOMPARE(networks.size(), 0);
        f.workspace.setNetwork(samples::oneLayer());
        QCOMPARE(networks.size(), 1);
        f.workspace.undoStack().undo();
        QCOMPARE(networks.size(), 2);
    }

    void theSelectionSurvivesASolveButNotItsNetwork()
    {
        Fixture f;
        QSignalSpy selections(&f.workspace, &Workspace::selectionChanged);
        f.workspace.setSelectedLayer(3);
        f.workspace.setSelectedLayer(3);
        QCOMPARE(selections.size(), 1);
        f.workspace.setBatch(2);
        QTRY_VERIFY(!f.workspace.isStale());
        QCOMPARE(f.workspace.selectedLayer(), std::optional<std::size_t>(3));
        f.workspace.setSelectedLayer(1000);
        QVERIFY(!f.workspace.selectedLayer());
        f.workspace.setSelectedLayer(3);
        f.workspace.setHoveredLayer(2);
        f.workspace.setNetwork(samples::oneLayer());
        QVERIFY(!f.workspace.selectedLayer());
        QVERIFY(!f.workspace.hoveredLayer());
    }

    void aScheduleOfAnotherNetworkIsNeverShown()
    {
        Fixture f;
        f.solver.released = false;
        f.workspace.setNetwork(samples::oneLayer());
        QVERIFY(!f.workspace.schedule());
        f.solver.released = true;
        QTRY_VERIFY(f.workspace.schedule() != nullptr);
        QCOMPARE(f.workspace.schedule()->problem->network.name, samples::oneLayer().name);
    }
};

TILESCAPE_TEST(TestWorkspace)

} // namespace tst_workspace
#include "tst_workspace.moc"
