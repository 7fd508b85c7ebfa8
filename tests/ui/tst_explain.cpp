#include "view_samples.h"

#include "core/io/library.h"
#include "ui/problems/problems_list.h"
#include "ui/problems/problems_model.h"
#include "ui/workspace/workspace.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QListView>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace tilescape;
using ui::problems::ProblemsList;
using ui::problems::ProblemsModel;
using ui::workspace::Workspace;

namespace {

constexpr int patience = 60000;

/// Quick to solve, and with much to gain by partitions that are off.
schedule::Problem problem()
{
    schedule::Problem problem;
    problem.network = io::loadNetwork("lstm_phoneme").value();
    problem.hardware = io::loadHardware("tangram_16x16").value();
    problem.hardware.tiles = {8, 8};
    problem.solver = "kapla";
    return problem;
}

struct Session {
    Workspace workspace;
    ProblemsList list{workspace};
    QAbstractItemModelTester tester{list.view()->model()};

    Session()
    {
        list.resize(500, 300);
        list.show();
        workspace.open(problem(), {});
    }
    [[nodiscard]] bool isAnswered() const { return workspace.schedule() && !workspace.isStale(); }
    /// The row of the first advice, or -1.
    [[nodiscard]] int adviceRow() const
    {
        const QAbstractItemModel* model = list.view()->model();
        for (int row = 0; row < model->rowCount(); ++row) {
            if (model->index(row, 0).data(ProblemsModel::AdviceNumber).isValid()) {
                return row;
            }
        }
        return -1;
    }
};

} // namespace

class AdviceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// A double click turns the switch on, and the schedule has what was claimed; Undo turns it off.
    void adviceIsTakenAndKeepsItsWord()
    {
        Session session;
        QTRY_VERIFY_WITH_TIMEOUT(session.adviceRow() >= 0, patience);
        const schedule::Problem before = session.workspace.problem();
        const schedule::Advice advice = session.workspace.advice().front();
        QListView* view = session.list.view();
        const QModelIndex row = view->model()->index(session.adviceRow(), 0);
        QCOMPARE(row.data().toString().toStdString(), schedule::describe(advice) + ".");
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(row).center());
        QTest::mouseDClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(row).center());
        QVERIFY(session.workspace.problem() == schedule::problemWith(before, *advice.option));
        QVERIFY(session.workspace.advice().empty()); // it was on the problem before
        QTRY_VERIFY_WITH_TIMEOUT(session.isAnswered(), patience);
        QCOMPARE(schedule::measureOf(session.workspace.schedule()->totals, before.goal), advice.with);
        QCOMPARE(session.workspace.undoStack().count(), 1);
        session.workspace.undoStack().undo();
        QVERIFY(session.workspace.problem() == before);
    }

    void theButtonTakesTheSelectedAdvice()
    {
        Session session;
        auto* button = session.list.findChild<QToolButton*>(QStringLiteral("problemsTake"));
        QVERIFY(!button->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(session.adviceRow() >= 0, patience);
        session.list.view()->setCurrentIndex(session.list.view()->model()->index(session.adviceRow(), 0));
        QVERIFY(button->isEnabled());
        const schedule::Advice advice = session.workspace.advice().front();
        button->click();
        QVERIFY(session.workspace.problem().space.*(advice.option->value));
        QVERIFY(!button->isEnabled());
    }

    void adviceIsNoProblem()
    {
        Session session;
        QTRY_VERIFY_WITH_TIMEOUT(session.adviceRow() >= 0, patience);
        QCOMPARE(session.list.count(), 0);
        QVERIFY(samples::leaveScreenshots(session.list, QStringLiteral("advice")));
        QVERIFY(session.list.findChild<QLabel*>(QStringLiteral("problemsState"))->text().startsWith(QStringLiteral("No problems.")));
    }

    /// Edits that do not end keep it from beginning; whatever it finds belongs to the problem that stands.
    void anEditEndsTheSearchForAdvice()
    {
        Session session;
        const QSignalSpy changes(&session.workspace, &Workspace::adviceChanged);
        for (int edit = 0; edit < 20; ++edit) {
            session.workspace.setBatch(2 + edit);
            QTest::qWait(50);
            QVERIFY(session.workspace.advice().empty());
        }
        QCOMPARE(changes.count(), 0);
        QTRY_VERIFY_WITH_TIMEOUT(!session.workspace.advice().empty(), patience);
        const schedule::Advice advice = session.workspace.advice().front();
        QCOMPARE(advice.without, schedule::measureOf(session.workspace.schedule()->totals, advice.goal));
        session.workspace.setBatch(64);
        QVERIFY(session.workspace.advice().empty());
        QCOMPARE(session.adviceRow(), -1);
    }
};

QTEST_MAIN(AdviceTest)
#include "tst_explain.moc"
