#include "tests/registered.h"
#include "workspace_samples.h"

#include <QSignalSpy>

namespace tst_workspace_edits {

using namespace tilescape;
using samples::bufferKey;
using samples::Fixture;
using samples::smallProblem;
using samples::SlowSolver;
using ui::workspace::Workspace;

/// What an edit changes, what undo takes back, and what counts as saved.
class TestWorkspaceEdits : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyEditCanBeUndone()
    {
        Fixture f;
        const schedule::Problem before = f.workspace.problem();
        f.workspace.setParameter(bufferKey, 32768);
        f.workspace.setBatch(64);
        f.workspace.setGoal(search::Goal::Delay);
        search::SearchSpace space;
        space.batchPartition = true;
        f.workspace.setSpace(space);
        f.workspace.setNetwork(samples::oneLayer());
        f.workspace.setHardware(samples::chip({4, 4}));
        const schedule::Problem after = f.workspace.problem();
        QCOMPARE(f.workspace.undoStack().count(), 6);
        QVERIFY(f.workspace.isModified());
        for (int i = 0; i < 6; ++i) {
            f.workspace.undoStack().undo();
        }
        QVERIFY(f.workspace.problem() == before);
        QVERIFY(!f.workspace.isModified());
        for (int i = 0; i < 6; ++i) {
            f.workspace.undoStack().redo();
        }
        QVERIFY(f.workspace.problem() == after);
    }

    void theUndoListNamesTheSwitch()
    {
        Fixture f;
        search::SearchSpace space = f.workspace.problem().space;
        space.spatialPipelining = !space.spatialPipelining;
        f.workspace.setSpace(space);
        QCOMPARE(f.workspace.undoStack().undoText(),
                 space.spatialPipelining ? QStringLiteral("Switch Pipeline on") : QStringLiteral("Switch Pipeline off"));
        space.bufferSharing = !space.bufferSharing;
        space.accessForwarding = !space.accessForwarding;
        f.workspace.setSpace(space);
        QCOMPARE(f.workspace.undoStack().undoText(), QStringLiteral("Change search space"));
    }

    void settingsOfTrainingAreAStepThatSolvesNothing()
    {
        Fixture f;
        const int before = f.solver.started;
        const auto schedule = f.workspace.schedule();
        QSignalSpy changed(&f.workspace, &Workspace::problemChanged);
        training::Settings settings;
        settings.parallelism.levels = 7;
        f.workspace.setTraining(settings, QStringLiteral("Change levels"));
        QCOMPARE(f.workspace.undoStack().undoText(), QStringLiteral("Change levels"));
        f.workspace.undoStack().undo();
        QVERIFY(f.workspace.problem().training == training::Settings{});
        f.workspace.undoStack().redo();
        QVERIFY(f.workspace.problem().training == settings);
        QCOMPARE(changed.size(), 3);
        QVERIFY(!f.workspace.isStale());
        QVERIFY(!f.workspace.isSolving());
        QCOMPARE(f.workspace.schedule(), schedule);
        QCOMPARE(f.solver.started.load(), before);
        f.workspace.setBatch(3);
        QTRY_COMPARE(f.solver.started.load(), before + 1);
    }

    void anEditThatChangesNothingIsNoStep()
    {
        Fixture f;
        f.workspace.setBatch(f.workspace.problem().batch);
        f.workspace.setParameter(bufferKey, f.buffer());
        QCOMPARE(f.workspace.undoStack().count(), 0);
        QVERIFY(!f.workspace.isStale());
    }

    void aDragIsOneStepAndTheNextDragAnother()
    {
        Fixture f;
        const double first = f.buffer();
        f.workspace.beginDrag();
        for (double bytes = 1024; bytes <= 32768; bytes *= 2) {
            f.workspace.setParameter(bufferKey, bytes);
        }
        f.workspace.endDrag();
        QCOMPARE(f.workspace.undoStack().count(), 1);
        f.workspace.beginDrag();
        f.workspace.setParameter(bufferKey, 2048);
        f.workspace.setParameter(bufferKey, 4096);
        f.workspace.endDrag();
        QCOMPARE(f.workspace.undoStack().count(), 2);
        f.workspace.undoStack().undo();
        QCOMPARE(f.buffer(), 32768.0);
        f.workspace.undoStack().undo();
        QCOMPARE(f.buffer(), first);
    }

    void aDragThatEndsWhereItBeganIsNoStep()
    {
        Fixture f;
        const double first = f.buffer();
        f.workspace.beginDrag();
        f.workspace.setParameter(bufferKey, 2048);
        f.workspace.setParameter(bufferKey, first);
        f.workspace.endDrag();
        QCOMPARE(f.workspace.undoStack().count(), 0);
        QVERIFY(!f.workspace.isModified());
    }

    void editsOutsideADragStayApart()
    {
        Fixture f;
        f.workspace.setParameter(bufferKey, 2048);
        f.workspace.setParameter(bufferKey, 4096);
        QCOMPARE(f.workspace.undoStack().count(), 2);
    }

    void whatTheTableForbidsIsNotSet()
    {
        Fixture f;
        const double before = f.buffer();
        f.workspace.setParameter(bufferKey, -1);
        f.workspace.setParameter(QStringLiteral("no_such_key"), 1);
        QCOMPARE(f.buffer(), before);
        QCOMPARE(f.workspace.undoStack().count(), 0);
    }

    void anotherDocumentHasNothingToUndo()
    {
        Fixture f;
        f.workspace.setBatch(2);
        f.workspace.markSaved(QStringLiteral("/tmp/a.tilescape"));
        QVERIFY(!f.workspace.isModified());
        f.workspace.setBatch(3);
        QVERIFY(f.workspace.isModified());
        f.workspace.open(smallProblem(), QStringLiteral("/tmp/b.tilescape"));
        QVERIFY(!f.workspace.isModified());
        QCOMPARE(f.workspace.undoStack().count(), 0);
        QCOMPARE(f.workspace.filePath(), QStringLiteral("/tmp/b.tilescape"));
        QTRY_VERIFY(!f.workspace.isStale());
    }

    void recoveredWorkIsUnsaved()
    {
        Fixture f;
        QSignalSpy modified(&f.workspace, &Workspace::modifiedChanged);
        f.workspace.markRecovered();
        QVERIFY(f.workspace.isModified());
        QCOMPARE(modified.last()[0].toBool(), true);
        f.workspace.markSaved(QStringLiteral("/tmp/a.tilescape"));
        QVERIFY(!f.workspace.isModified());
    }
};

TILESCAPE_TEST(TestWorkspaceEdits)

} // namespace tst_workspace_edits
#include "tst_workspace_edits.moc"
