#include "tests/registered.h"
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

namespace tst_explain {

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
    /// The row of the first finding, or -1.
    [[nodiscard]] int findingRow() const
    {
        const QAbstractItemModel* model = list.view()->model();
        for (int row = 0; row < model->rowCount(); ++row) {
            if (model->index(row, 0).data(ProblemsModel::FindingNumber).isValid()) {
                return row;
            }
        }
        return -1;
    }
};

} // namespace

class TestExplain : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// A double click makes the change, and the schedule has what was said; Undo goes back.
    void aFindingIsTriedAndGainsWhatItSays()
    {
        Session session;
        QTRY_VERIFY_WITH_TIMEOUT(session.findingRow() >= 0, patience);
        const schedule::Problem before = session.workspace.problem();
        const explore::Finding finding = session.workspace.findings().front();
        QListView* view = session.list.view();
        const QModelIndex row = view->model()->index(session.findingRow(), 0);
        QCOMPARE(row.data().toString().toStdString(), explore::describe(finding) + ".");
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(row).center());
        QTest::mouseDClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(row).center());
        QVERIFY(session.workspace.problem() == *finding.problem);
        QVERIFY(session.workspace.findings().empty()); // it was on the problem before
        QTRY_VERIFY_WITH_TIMEOUT(session.isAnswered(), patience);
        QCOMPARE(explore::measurePerItem(session.workspace.schedule()->totals, finding.about, session.workspace.problem().batch), finding.with);
        QCOMPARE(session.workspace.undoStack().count(), 1);
        session.workspace.undoStack().undo();
        QVERIFY(session.workspace.problem() == before);
    }

    void theButtonTriesTheSelectedFinding()
    {
        Session session;
        auto* button = session.list.findChild<QToolButton*>(QStringLiteral("problemsTake"));
        QVERIFY(!button->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(session.findingRow() >= 0, patience);
        session.list.view()->setCurrentIndex(session.list.view()->model()->index(session.findingRow(), 0));
        QVERIFY(button->isEnabled());
        const explore::Finding finding = session.workspace.findings().front();
        button->click();
        QVERIFY(session.workspace.problem() == *finding.problem);
        QVERIFY(!button->isEnabled());
    }

    void enterTriesTheSelectedFinding()
    {
        Session session;
        QTRY_VERIFY_WITH_TIMEOUT(session.findingRow() >= 0, patience);
        QVERIFY(QTest::qWaitForWindowActive(&session.list));
        session.list.setFocus();
        session.list.view()->setCurrentIndex(session.list.view()->model()->index(session.findingRow(), 0));
        const explore::Finding finding = session.workspace.findings().front();
        QTest::keyClick(session.list.view(), Qt::Key_Return);
        QVERIFY(session.workspace.problem() == *finding.problem);
    }

    void aFindingIsNoProblem()
    {
        Session session;
        QTRY_VERIFY_WITH_TIMEOUT(session.findingRow() >= 0, patience);
        QCOMPARE(session.list.count(), 0);
        QVERIFY(samples::leaveScreenshots(session.list, QStringLiteral("findings")));
        QVERIFY(session.list.findChild<QLabel*>(QStringLiteral("problemsState"))->text().startsWith(QStringLiteral("No problems.")));
    }

    /// Edits that do not end keep it from beginning; whatever it finds belongs to the problem that stands.
    void anEditEndsTheSearchForFindings()
    {
        Session session;
        const QSignalSpy changes(&session.workspace, &Workspace::findingsChanged);
        for (int edit = 0; edit < 20; ++edit) {
            session.workspace.setBatch(2 + edit);
            QTest::qWait(50);
            QVERIFY(session.workspace.findings().empty());
        }
        QCOMPARE(changes.count(), 0);
        QTRY_VERIFY_WITH_TIMEOUT(!session.workspace.findings().empty(), patience);
        const explore::Finding finding = session.workspace.findings().front();
        QCOMPARE(finding.without, explore::measurePerItem(session.workspace.schedule()->totals, finding.about, session.workspace.problem().batch));
        session.workspace.setBatch(64);
        QVERIFY(session.workspace.findings().empty());
        QCOMPARE(session.findingRow(), -1);
    }
};

TILESCAPE_TEST(TestExplain)

} // namespace tst_explain
#include "tst_explain.moc"
