#include "tests/registered.h"
#include "view_samples.h"

#include "core/io/library.h"
#include "core/schedule/proven_bounds.h"
#include "ui/comparison/comparison_view.h"
#include "ui/widgets/elided_label.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QThread>

#include <atomic>

namespace tst_comparison_view {

using namespace tilescape;
using ui::comparison::ComparisonModel;
using ui::comparison::ComparisonView;
using ui::workspace::Workspace;

namespace {

constexpr int kapla = 0;
constexpr int exhaustive = 1;
constexpr int directives = 2;
constexpr int random_ = 3;
constexpr int annealing = 4;

QString textAt(ComparisonView& view, int row, int column) { return view.model().index(row, column).data().toString(); }

void choose(ComparisonView& view, int row, bool on)
{
    view.model().setData(view.model().index(row, 0), on ? Qt::Checked : Qt::Unchecked, Qt::CheckStateRole);
}

void press(ComparisonView& view, const char* name)
{
    auto* button = view.findChild<QPushButton*>(QLatin1String(name));
    QVERIFY2(button && button->isEnabled(), name);
    QTest::mouseClick(button, Qt::LeftButton);
}

void show(ComparisonView& view, QSize size = {980, 260})
{
    view.resize(size);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
}

std::unique_ptr<Workspace> workspaceWith(network::Network network)
{
    auto workspace = samples::workspace();
    schedule::Problem problem = samples::problem(std::move(network), {2, 2});
    problem.hardware = io::loadHardware("kapla_16x16").value();
    problem.hardware.tiles = {2, 2};
    problem.solver = "kapla";
    workspace->open(problem, {});
    return workspace;
}

} // namespace

class TestComparisonView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QApplication::setPalette(samples::lightPalette()); }

    void theModelKeepsTheRulesOfModels()
    {
        ComparisonModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), static_cast<int>(schedule::solvers().size()));
        QVERIFY(model.isChosen(kapla) && !model.isChosen(directives));
        QVERIFY(model.setData(model.index(directives, 0), Qt::Checked, Qt::CheckStateRole));
        QVERIFY(model.isChosen(directives));
        QVERIFY(!model.setData(model.index(directives, 1), Qt::Checked, Qt::CheckStateRole));
        model.setPhase(kapla, ComparisonModel::Phase::Waiting);
        model.setSchedule(kapla, std::make_shared<const schedule::Schedule>(
                                     samples::scheduleFor(samples::problem(samples::oneLayer(), {1, 1}))));
        QVERIFY(model.hasResults());
        model.forgetResults();
        QVERIFY(!model.hasResults());
    }

    void tickedSolversRunOneAfterAnother()
    {
        const auto workspace = workspaceWith(io::loadNetwork("mlp_s").value());
        ComparisonView view(*workspace);
        show(view);
        choose(view, directives, true);
        press(view, "compareSolvers");
        QVERIFY(view.isRunning());
        QTRY_VERIFY_WITH_TIMEOUT(!view.isRunning(), 60000);
        for (const int row : {kapla, exhaustive, directives, random_}) {
            QVERIFY2(!textAt(view, row, ComparisonModel::Energy).isEmpty(), qPrintable(QString::number(row)));
            QVERIFY(view.model().index(row, ComparisonModel::OverBest).data(Qt::UserRole).toDouble() >= 0);
            QVERIFY(view.model().index(row, ComparisonModel::OverBound).data(Qt::UserRole).toDouble() > 0);
        }
        QCOMPARE(textAt(view, annealing, ComparisonModel::State), QString());
        QCOMPARE(textAt(view, exhaustive, ComparisonModel::Energy), textAt(view, directives, ComparisonModel::Energy));
        QVERIFY(view.findChild<QLabel*>(QStringLiteral("comparisonAbout"))->text().contains(QStringLiteral("batch 4")));
        QCOMPARE(workspace->problem().solver, std::string("kapla"));
    }

    void whatIsOverTheBoundIsOverTheRaisedOne_data()
    {
        QTest::addColumn<search::Goal>("goal");
        QTest::newRow("energy") << search::Goal::Energy;
        QTest::newRow("delay") << search::Goal::Delay;
        QTest::newRow("energy x delay") << search::Goal::EnergyDelay;
    }

    /// The window has one bound for the problem, here and in the status line, of what the goal makes small.
    void whatIsOverTheBoundIsOverTheRaisedOne()
    {
        QFETCH(search::Goal, goal);
        ui::workspace::Workspace workspace; // with the real solver
        QSignalSpy raised(&workspace, &ui::workspace::Workspace::boundChanged);
        schedule::Problem problem = workspaceWith(io::loadNetwork("alexnet").value())->problem();
        problem.goal = goal;
        workspace.open(std::move(problem), {});
        ComparisonView view(workspace);
        show(view);
        for (const int row : {exhaustive, random_}) {
            choose(view, row, row == random_);
        }
        press(view, "compareSolvers");
        QTRY_VERIFY_WITH_TIMEOUT(!view.isRunning() && raised.size() > 0, 60000);
        const auto known = workspace.schedule();
        QVERIFY(known->bound.energyPj > schedule::networkBound(*known->problem)->energyPj);
        const auto over = [&view](int row, int column) {
            return view.model().index(row, column).data(Qt::UserRole).toDouble();
        };
        QCOMPARE(over(kapla, ComparisonModel::OverBound), workspace.gap() - 1);
        QCOMPARE(over(kapla, ComparisonModel::OverBest), 0.0);
        // Both columns say how much more another solver's schedule takes of the same.
        QVERIFY(over(random_, ComparisonModel::OverBest) > 0);
        const double ratio =
            (1 + over(random_, ComparisonModel::OverBound)) / (1 + over(kapla, ComparisonModel::OverBound));
        QVERIFY(std::abs(ratio - 1 - over(random_, ComparisonModel::OverBest)) < 1e-9);
    }

    void cancelStopsWhatRunsAndWhatWaits()
    {
        const auto workspace = workspaceWith(samples::oneLayer());
        std::atomic<int> started = 0;
        ComparisonView view(*workspace, [&started](const schedule::Problem& problem, const schedule::SolveControl& control) {
            ++started;
            while (!control.stop.stop_requested()) {
                QThread::msleep(1);
            }
            schedule::Schedule stopped;
            stopped.problem = std::make_shared<const schedule::Problem>(problem);
            stopped.status = schedule::Status::Stopped;
            return stopped;
        });
        show(view);
        press(view, "compareSolvers");
        QTRY_COMPARE(started.load(), 1);
        QCOMPARE(textAt(view, kapla, ComparisonModel::State), QStringLiteral("running"));
        QCOMPARE(textAt(view, random_, ComparisonModel::State), QStringLiteral("waiting"));
        press(view, "cancelComparison");
        QVERIFY(!view.isRunning());
        for (const int row : {kapla, exhaustive, random_}) {
            QCOMPARE(textAt(view, row, ComparisonModel::State), QStringLiteral("cancelled"));
        }
        QTest::qWait(50);
        QCOMPARE(started.load(), 1);
    }

    void anEditedProblemKeepsWhatWasFoundUntilItIsUndone()
    {
        const auto workspace = workspaceWith(samples::oneLayer());
        ComparisonView view(*workspace);
        show(view);
        press(view, "compareSolvers");
        QTRY_VERIFY_WITH_TIMEOUT(!view.isRunning(), 60000);
        view.findChild<QTableView*>(QStringLiteral("comparisonTable"))->selectRow(exhaustive);
        press(view, "useSolver");
        QCOMPARE(workspace->problem().solver, std::string("exhaustive"));
        const auto isMuted = [&view] {
            return view.model().index(kapla, ComparisonModel::Energy).data(Qt::ForegroundRole).isValid();
        };
        const auto* const about = view.findChild<ui::widgets::ElidedLabel*>(QStringLiteral("comparisonAbout"));
        const QString energy = textAt(view, kapla, ComparisonModel::Energy);
        QVERIFY(!energy.isEmpty() && !isMuted());
        workspace->setBatch(8);
        QCOMPARE(textAt(view, kapla, ComparisonModel::Energy), energy);
        QVERIFY(isMuted() && about->text().startsWith(QStringLiteral("Before the last edits: ")));
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("comparison_view_before_edits")));
        workspace->undoStack().undo();
        QCOMPARE(textAt(view, kapla, ComparisonModel::Energy), energy);
        QVERIFY(!isMuted() && !about->text().contains(QStringLiteral("edits")));
    }

    void anEditEndsASolverThatRuns()
    {
        const auto workspace = workspaceWith(samples::oneLayer());
        ComparisonView view(*workspace, [](const schedule::Problem&, const schedule::SolveControl& control) {
            while (!control.stop.stop_requested()) {
                QThread::msleep(1);
            }
            return schedule::Schedule();
        });
        show(view);
        press(view, "compareSolvers");
        QTRY_VERIFY(view.isRunning());
        workspace->setBatch(8);
        QVERIFY(!view.isRunning());
        QCOMPARE(textAt(view, kapla, ComparisonModel::State), QStringLiteral("cancelled"));
    }

    void anotherProjectForgetsThem()
    {
        const auto workspace = workspaceWith(samples::oneLayer());
        ComparisonView view(*workspace);
        show(view);
        press(view, "compareSolvers");
        QTRY_VERIFY_WITH_TIMEOUT(!view.isRunning(), 60000);
        workspace->open(workspace->problem(), QString());
        QVERIFY(!view.model().hasResults());
    }

    void whatHasNoScheduleSaysWhy()
    {
        const auto workspace = workspaceWith(samples::oneLayer());
        ComparisonView view(*workspace, [](const schedule::Problem& problem, const schedule::SolveControl&) {
            return samples::infeasible(problem);
        });
        show(view);
        press(view, "compareSolvers");
        QTRY_VERIFY(!view.isRunning());
        QCOMPARE(textAt(view, kapla, ComparisonModel::State), QStringLiteral("infeasible"));
        QVERIFY(view.model().index(kapla, ComparisonModel::State).data(Qt::ToolTipRole).toString().contains(QStringLiteral("registers need")));
        QVERIFY(textAt(view, kapla, ComparisonModel::Energy).isEmpty());
    }

    void anEmptyProjectHasNothingToCompare()
    {
        const auto workspace = samples::workspace();
        ComparisonView view(*workspace);
        show(view);
        QVERIFY(!view.findChild<QPushButton*>(QStringLiteral("compareSolvers"))->isEnabled());
    }

    void picturesInLightAndDark()
    {
        const auto workspace = workspaceWith(io::loadNetwork("mlp_s").value());
        ComparisonView view(*workspace);
        show(view);
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("comparison_view_at_first")));
        choose(view, directives, true);
        choose(view, annealing, true);
        press(view, "compareSolvers");
        QTRY_VERIFY_WITH_TIMEOUT(!view.isRunning(), 60000);
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("comparison_view")));
        view.resize(620, 260);
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("comparison_view_narrow")));
    }
};

TILESCAPE_TEST(TestComparisonView)

} // namespace tst_comparison_view
#include "tst_comparison_view.moc"
