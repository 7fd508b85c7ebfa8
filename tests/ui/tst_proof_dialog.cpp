#include "core/io/library.h"
#include "core/io/project_json.h"
#include "core/schedule/advice.h"
#include "core/schedule/proven_bounds.h"
#include "core/schedule/solve.h"
#include "tests/registered.h"
#include "ui/proof/proof_dialog.h"
#include "ui/proof/proof_log_model.h"
#include "ui/style/format.h"
#include "ui/window/main_window.h"
#include "ui/window/theme.h"
#include "ui/workspace/workspace.h"

#include <QAction>
#include <QDir>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

namespace tst_proof_dialog {

using namespace tilescape;
using ui::proof::ProofDialog;
using ui::proof::ProofLogModel;
using ui::workspace::Workspace;

namespace {

constexpr int patience = 60000;

schedule::Problem problemOf(const char* network, Extent tiles)
{
    schedule::Problem problem;
    problem.network = io::loadNetwork(network).value();
    problem.hardware = io::loadHardware("kapla_16x16").value();
    problem.hardware.tiles = tiles;
    problem.solver = "kapla";
    problem.space.spatialPipelining = true;
    return problem;
}

/// A proof of a fraction of a second.
schedule::Problem smallProblem() { return problemOf("mlp_s", {4, 4}); }
/// One that nobody waits for in a test.
schedule::Problem longProblem() { return problemOf("vgg16", {16, 16}); }

/// A solver that leaves something to be found.
schedule::Schedule solveAtRandom(const schedule::Problem& problem, const schedule::SolveControl& control)
{
    schedule::Problem own = problem;
    own.solver = "random";
    return schedule::solve(own, control);
}

/// A schedule whose energy is 1.9 % above its bound.
schedule::Schedule solveWithin2Percent(const schedule::Problem& problem, const schedule::SolveControl& control)
{
    schedule::Schedule schedule = schedule::solve(problem, control);
    schedule.bound.energyPj = schedule.totals.energy.total() / 1.019;
    return schedule;
}

/// The dialog beside a workspace whose problem is solved.
struct Session {
    Workspace workspace;
    ProofDialog dialog{workspace};

    explicit Session(const schedule::Problem& problem, ui::workspace::SolverService::Solve solve = schedule::solve)
        : workspace(std::move(solve))
    {
        workspace.open(problem, {});
        waitForAnswer();
        dialog.show();
    }
    void waitForAnswer()
    {
        [this] { QTRY_VERIFY_WITH_TIMEOUT(workspace.schedule() && !workspace.isStale(), patience); }();
    }
    [[nodiscard]] QPushButton& button(const char* name) const { return *dialog.findChild<QPushButton*>(QLatin1String(name)); }
    [[nodiscard]] QString state() const { return dialog.findChild<QLabel*>(QStringLiteral("proofState"))->text(); }
    [[nodiscard]] const ProofLogModel& log() const { return *dialog.findChild<ProofLogModel*>(); }
    [[nodiscard]] bool isRunning() const { return workspace.proofs().isRunning(); }
    void setGap(double percent) const { dialog.findChild<QDoubleSpinBox*>(QStringLiteral("proofGap"))->setValue(percent); }
    [[nodiscard]] double gap() const { return dialog.findChild<QDoubleSpinBox*>(QStringLiteral("proofGap"))->value(); }
    void start() const { button("startProof").click(); }
    void prove()
    {
        start();
        [this] { QTRY_VERIFY_WITH_TIMEOUT(!isRunning(), patience); }();
    }
    /// Until the proof has a bound.
    void startAndWaitForALine()
    {
        setGap(0);
        start();
        [this] { QTRY_VERIFY_WITH_TIMEOUT(log().rowCount() > 0, patience); }();
    }
    [[nodiscard]] double measure() const
    {
        return schedule::measureOf(workspace.schedule()->totals, workspace.problem().goal);
    }
};

} // namespace

class TestProofDialog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Tilescape tests"));
        QCoreApplication::setApplicationName(QStringLiteral("proof dialog"));
    }

    void init()
    {
        QSettings().clear();
        ui::window::applyTheme(ui::window::Theme::Light);
    }

    void aProofClosesTheGapOfEachGoal_data()
    {
        QTest::addColumn<int>("goal");
        QTest::addColumn<QString>("unit");
        QTest::newRow("energy") << static_cast<int>(search::Goal::Energy) << QStringLiteral("J)");
        QTest::newRow("delay") << static_cast<int>(search::Goal::Delay) << QStringLiteral("(cycles)");
        QTest::newRow("energy x delay") << static_cast<int>(search::Goal::EnergyDelay) << QStringLiteral("× cycles)");
    }

    void aProofClosesTheGapOfEachGoal()
    {
        QFETCH(const int, goal);
        QFETCH(const QString, unit);
        schedule::Problem problem = smallProblem();
        problem.goal = static_cast<search::Goal>(goal);
        Session session(problem);
        const double before = schedule::gapOf(*session.workspace.schedule());
        session.setGap(0);
        session.prove();
        QVERIFY(session.workspace.proofBound());
        QVERIFY(session.workspace.gap() >= 1 - 1e-12);
        QVERIFY(session.workspace.gap() <= before);
        QVERIFY2(session.state().contains(ui::style::percent(session.workspace.gap() - 1)), qPrintable(session.state()));
        const std::vector<schedule::ProofProgress>& lines = session.log().lines();
        QCOMPARE(lines.back().bound, *session.workspace.proofBound());
        for (std::size_t i = 1; i < lines.size(); ++i) {
            QVERIFY(lines[i].bound >= lines[i - 1].bound && lines[i].incumbent <= lines[i - 1].incumbent);
        }
        for (const int column : {ProofLogModel::Incumbent, ProofLogModel::Bound}) {
            QVERIFY(session.log().headerData(column, Qt::Horizontal).toString().endsWith(unit));
        }
    }

    void itAsksForLessThanTheScheduleHas()
    {
        Session far(smallProblem(), solveAtRandom);
        QVERIFY(far.workspace.gap() > 1.05);
        QCOMPARE(far.gap(), 5.0);
        Session close(smallProblem(), solveWithin2Percent);
        QCOMPARE(close.gap(), 0.9);
        close.setGap(3);
        schedule::Problem other = smallProblem();
        other.batch = 2;
        close.workspace.open(other, {});
        close.waitForAnswer();
        QCOMPARE(close.gap(), 3.0); // what a person asked for stays
    }

    void itEndsAtTheGapAskedFor()
    {
        Session session(smallProblem());
        session.setGap(1000);
        session.prove();
        QVERIFY2(session.state().contains(QStringLiteral("the gap that was asked for is reached")), qPrintable(session.state()));
    }

    void aBetterScheduleIsShownOnDemand()
    {
        Session session(smallProblem(), solveAtRandom);
        QVERIFY(!session.button("useProven").isEnabled());
        const double before = session.measure();
        session.prove();
        const double gap = session.workspace.gap();
        QCOMPARE(session.measure(), before);
        QVERIFY2(session.state().contains(QStringLiteral("less than the one shown")), qPrintable(session.state()));
        session.button("useProven").click();
        QVERIFY(session.measure() < before);
        QVERIFY2(session.workspace.gap() < gap, "the bound is of the problem, whichever schedule is shown");
        QVERIFY(!session.workspace.isStale());
        QVERIFY(!session.button("useProven").isEnabled());

        // It is an edit, and saved.
        const double better = session.measure();
        QVERIFY(session.log().rowCount() > 0);
        const auto saved = io::readProject(io::writeProject(session.workspace.problem()), "p.tilescape");
        QVERIFY(saved
                && std::abs(schedule::measureOf(schedule::solve(saved.value()).totals, saved.value().goal) / better - 1)
                       < 1e-9);
        session.workspace.undoStack().undo();
        QCOMPARE(session.measure(), before);
        session.workspace.undoStack().redo();
        QCOMPARE(session.measure(), better);
        session.workspace.solveAgain();
        session.waitForAnswer();
        QVERIFY(!session.workspace.schedule()->isKept);
    }

    void anEditDropsTheProof()
    {
        Session session(longProblem());
        session.startAndWaitForALine();
        QVERIFY(session.isRunning());
        session.workspace.setParameter(QStringLiteral("dram_pj"), 300);
        QVERIFY(!session.isRunning());
        QCOMPARE(session.log().rowCount(), 0);
        QVERIFY2(session.state().contains(QStringLiteral("dropped")), qPrintable(session.state()));
        session.waitForAnswer();
        QVERIFY(!session.workspace.proofBound());
        QVERIFY(session.button("startProof").isEnabled());
    }

    void anEditForgetsWhatWasProven()
    {
        Session session(smallProblem());
        session.setGap(0);
        session.prove();
        QVERIFY(session.workspace.proofBound());
        session.workspace.setBatch(32);
        QVERIFY(!session.workspace.proofBound());
        QCOMPARE(session.log().rowCount(), 0);
        session.waitForAnswer();
        session.prove();
        session.workspace.undoStack().undo(); // the answer is known: it comes at once
        QVERIFY(!session.workspace.isStale());
        QVERIFY(!session.workspace.proofBound());
        QCOMPARE(session.log().rowCount(), 0);
        QVERIFY(!session.button("useProven").isEnabled());
    }

    void stoppedItKeepsWhatItHas()
    {
        Session session(longProblem());
        session.startAndWaitForALine();
        session.button("stopProof").click();
        QTRY_VERIFY_WITH_TIMEOUT(!session.isRunning(), patience);
        QVERIFY2(session.state().contains(QStringLiteral("stopped before it was done")), qPrintable(session.state()));
        QVERIFY(session.workspace.proofBound());
        QVERIFY(session.button("startProof").isEnabled());
    }

    void closingTheDialogStopsTheProof()
    {
        Session session(longProblem());
        session.startAndWaitForALine();
        session.dialog.close();
        QTRY_VERIFY_WITH_TIMEOUT(!session.isRunning(), patience);
        QVERIFY(session.workspace.proofBound());
    }

    void withoutAScheduleThereIsNothingToProve()
    {
        Session empty(schedule::Problem{});
        QVERIFY(!empty.button("startProof").isEnabled());
        QVERIFY(!empty.button("stopProof").isEnabled());
        QVERIFY(!empty.button("useProven").isEnabled());
        QCOMPARE(empty.state(), QStringLiteral("There is no schedule of the problem yet."));
    }

    void aChipWithTooManyTilesIsToldInASentence()
    {
        Session session(problemOf("mlp_s", {64, 32}));
        QVERIFY(!session.button("startProof").isEnabled());
        QVERIFY2(session.state().contains(QStringLiteral("1,024")) && session.state().contains(QStringLiteral("2,048")),
                 qPrintable(session.state()));
    }

    void theWindowProvesByKeyboardAlone()
    {
        QTemporaryDir folder;
        Workspace workspace;
        ui::window::MainWindow window(workspace, folder.filePath(QStringLiteral("copies")));
        const auto* action = window.findChild<QAction*>(QStringLiteral("actionProve"));
        QVERIFY2(!action->isEnabled(), "an empty project has no schedule");
        workspace.open(smallProblem(), {});
        QTRY_VERIFY_WITH_TIMEOUT(action->isEnabled(), patience);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QTest::keyClick(&window, Qt::Key_F5, Qt::ShiftModifier);
        auto* dialog = window.findChild<ProofDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        QCOMPARE(dialog->focusWidget()->objectName(), QStringLiteral("proofGap"));
        QTest::keyClicks(dialog->focusWidget(), QStringLiteral("0"));
        const QString before = window.findChild<QLabel*>(QStringLiteral("statusBound"))->text();
        QTest::keyClick(dialog->focusWidget(), Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(workspace.proofBound(), patience);
        const auto* status = window.findChild<QLabel*>(QStringLiteral("statusBound"));
        QVERIFY2(status->text().contains(ui::style::percent(workspace.gap() - 1)), qPrintable(status->text()));
        QVERIFY(status->text() != before);
        QTest::keyClick(dialog, Qt::Key_Escape);
        QVERIFY(!dialog->isVisible());
        workspace.setBatch(32);
        QTRY_VERIFY_WITH_TIMEOUT(!workspace.isStale(), patience);
        QVERIFY(status->text().contains(ui::style::percent(schedule::gapOf(*workspace.schedule()) - 1)));
    }

    void theWindowClosesWhileItProves()
    {
        QTemporaryDir folder;
        auto workspace = std::make_unique<Workspace>();
        auto window = std::make_unique<ui::window::MainWindow>(*workspace, folder.filePath(QStringLiteral("copies")));
        workspace->open(longProblem(), {});
        window->show();
        QTRY_VERIFY_WITH_TIMEOUT(!workspace->isStale(), patience);
        window->findChild<QAction*>(QStringLiteral("actionProve"))->trigger();
        window->findChild<ProofDialog*>()->start();
        QTest::qWait(50);
        QVERIFY(workspace->proofs().isRunning());
        QVERIFY(window->close());
        window.reset();
        workspace.reset();
    }

    void screenshots()
    {
        Session session(problemOf("alexnet", {16, 16}));
        session.dialog.resize(720, 620);
        leaveScreenshots(session.dialog, QStringLiteral("proof_idle"));
        session.startAndWaitForALine();
        leaveScreenshots(session.dialog, QStringLiteral("proof_running"));
        QTRY_VERIFY_WITH_TIMEOUT(!session.isRunning(), patience);
        leaveScreenshots(session.dialog, QStringLiteral("proof"));
        session.dialog.resize(session.dialog.minimumSizeHint());
        leaveScreenshots(session.dialog, QStringLiteral("proof_small"));
        session.dialog.resize(1400, 1000);
        leaveScreenshots(session.dialog, QStringLiteral("proof_large"));
    }

private:
    /// As the window looks, in both of its themes.
    static void leaveScreenshots(QWidget& dialog, const QString& name)
    {
        using ui::window::Theme;
        const QDir folder(QCoreApplication::applicationDirPath() + QStringLiteral("/../screenshots"));
        QVERIFY(folder.mkpath(QStringLiteral(".")));
        for (const Theme theme : {Theme::Dark, Theme::Light}) {
            ui::window::applyTheme(theme);
            QApplication::processEvents();
            const QImage image = dialog.grab().toImage();
            QCOMPARE(image.pixelColor(1, 1).lightness() < 128, theme == Theme::Dark);
            const QString ending = theme == Theme::Dark ? QStringLiteral("dark") : QStringLiteral("light");
            QVERIFY(image.save(folder.filePath(QStringLiteral("%1_%2.png").arg(name, ending))));
        }
    }
};

TILESCAPE_TEST(TestProofDialog)

} // namespace tst_proof_dialog
#include "tst_proof_dialog.moc"
