#include "tests/registered.h"
#include "tests/ui/layer_samples.h"
#include "ui/problems/problems_list.h"
#include "ui/problems/problems_model.h"
#include "ui/style/palette.h"
#include "ui/workspace/workspace.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QLabel>
#include <QListView>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

namespace tst_problems_list {

using namespace Qt::StringLiterals;
using namespace tilescape;
using support::Diagnostic;
using support::Severity;
using ui::problems::ProblemsList;
using ui::problems::ProblemsModel;
using ui::workspace::Workspace;

namespace {

Diagnostic fileFault()
{
    return {Severity::Error, "net.json", "/layers/3/inputs/0", "conv4", "there is no layer 'conv33'", "did you mean 'conv3'"};
}

QString sentence(const ProblemsList& list, int row) { return list.view()->model()->index(row, 0).data().toString(); }

} // namespace

class TestProblemsList : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QApplication::setStyle(u"Fusion"_s);
        QApplication::setPalette(ui::style::lightPalette());
    }

    void nothingIsWrongAtFirst();
    void anInfeasibleScheduleIsExplained();
    void aClickSelectsTheLayer();
    void postedFaultsStayUntilCleared();
    void theGravestStandFirst();
    void sentencesAreCopied();
    void aSolvedScheduleTakesItsProblemsAway();
    void whatIsFoundLaterLeavesTheSelection();
    void otherProblemsLeaveTheSelection();
    void aFileThatIsReadAgainHasItsFaultsOnce();
    void pictures();
};

void TestProblemsList::nothingIsWrongAtFirst()
{
    Workspace workspace(samples::madeUp);
    ProblemsList list(workspace);
    QCOMPARE(list.count(), 0);
    QCOMPARE(list.findChild<QLabel*>(u"problemsState"_s)->text(), u"No problems."_s);
    QVERIFY(!list.findChild<QToolButton*>(u"problemsClear"_s)->isEnabled());
}

void TestProblemsList::anInfeasibleScheduleIsExplained()
{
    Workspace workspace(samples::foundInfeasible);
    ProblemsList list(workspace);
    const QAbstractItemModelTester tester(list.view()->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    QSignalSpy counts(&list, &ProblemsList::countChanged);
    workspace.open(samples::chainProblem(3), {});
    QTRY_COMPARE(list.count(), 1);
    QCOMPARE(counts.count(), 1);
    QCOMPARE(counts[0][0].toInt(), 1);
    QCOMPARE(sentence(list, 0), u"layer 'layer 1': registers need 27 words a PE, 16 are there; enlarge the registers."_s);
    QVERIFY(!list.view()->model()->index(0, 0).data(Qt::DecorationRole).value<QIcon>().isNull());
}

void TestProblemsList::aClickSelectsTheLayer()
{
    Workspace workspace(samples::foundInfeasible);
    ProblemsList list(workspace);
    list.resize(600, 200);
    list.show();
    QVERIFY(QTest::qWaitForWindowActive(&list));
    workspace.open(samples::chainProblem(3), {});
    QTRY_COMPARE(list.count(), 1);
    QTest::mouseClick(list.view()->viewport(), Qt::LeftButton, {},
                      list.view()->visualRect(list.view()->model()->index(0, 0)).center());
    QCOMPARE(workspace.selectedLayer(), std::optional<std::size_t>(1));
    // One that names a layer of another network changes nothing.
    list.post({fileFault()});
    QTest::mouseClick(list.view()->viewport(), Qt::LeftButton, {},
                      list.view()->visualRect(list.view()->model()->index(0, 0)).center());
    QCOMPARE(workspace.selectedLayer(), std::optional<std::size_t>(1));
}

void TestProblemsList::postedFaultsStayUntilCleared()
{
    Workspace workspace(samples::foundInfeasible);
    ProblemsList list(workspace);
    const QAbstractItemModelTester tester(list.view()->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    workspace.open(samples::chainProblem(3), {});
    QTRY_COMPARE(list.count(), 1);
    list.post({fileFault(), fileFault()});
    QCOMPARE(list.count(), 3);
    QCOMPARE(sentence(list, 0),
             u"net.json, at /layers/3/inputs/0, layer 'conv4': there is no layer 'conv33'; did you mean 'conv3'."_s);
    workspace.setParameter(u"dram_pj"_s, 7);
    QTRY_VERIFY(!workspace.isStale());
    QCOMPARE(list.count(), 3);
    list.findChild<QToolButton*>(u"problemsClear"_s)->click();
    QCOMPARE(list.count(), 1);
    QVERIFY(sentence(list, 0).contains(u"27 words"_s));
}

void TestProblemsList::theGravestStandFirst()
{
    Workspace workspace(samples::madeUp);
    ProblemsList list(workspace);
    list.post({{Severity::Note, "", "", "", "a note", ""},
               {Severity::Error, "", "", "", "an error", ""},
               {Severity::Warning, "", "", "", "a warning", ""}});
    QCOMPARE(sentence(list, 0), u"an error."_s);
    QCOMPARE(sentence(list, 1), u"a warning."_s);
    QCOMPARE(sentence(list, 2), u"a note."_s);
    const auto accessible = list.view()->model()->index(1, 0).data(Qt::AccessibleTextRole).toString();
    QCOMPARE(accessible, u"Warning: a warning."_s);
}

void TestProblemsList::sentencesAreCopied()
{
    Workspace workspace(samples::madeUp);
    ProblemsList list(workspace);
    list.post({{Severity::Error, "", "", "", "first", ""}, {Severity::Error, "", "", "", "second", ""}});
    list.show();
    QVERIFY(QTest::qWaitForWindowActive(&list));
    list.view()->setFocus();
    QTest::keySequence(list.view(), QKeySequence::Copy);
    QCOMPARE(QGuiApplication::clipboard()->text(), u"first.\nsecond."_s);
    list.view()->setCurrentIndex(list.view()->model()->index(1, 0));
    QTest::keySequence(list.view(), QKeySequence::Copy);
    QCOMPARE(QGuiApplication::clipboard()->text(), u"second."_s);
}

void TestProblemsList::aSolvedScheduleTakesItsProblemsAway()
{
    Workspace workspace([](const schedule::Problem& problem, const schedule::SolveControl& control) {
        return problem.hardware.registerBytesPerPe < 64 ? samples::foundInfeasible(problem, control)
                                                        : samples::madeUp(problem, control);
    });
    ProblemsList list(workspace);
    QSignalSpy counts(&list, &ProblemsList::countChanged);
    workspace.open(samples::chainProblem(3), {});
    QTRY_VERIFY(workspace.schedule());
    QCOMPARE(list.count(), 0);
    workspace.setParameter(u"register_bytes_per_pe"_s, 2);
    QTRY_COMPARE(list.count(), 1);
    workspace.undoStack().undo();
    QTRY_COMPARE(list.count(), 0);
    QCOMPARE(counts.count(), 2);
}

/// What would help is found one after another, and what gains more stands above.
void TestProblemsList::whatIsFoundLaterLeavesTheSelection()
{
    ProblemsModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QListView view;
    view.setModel(&model);
    tilescape::explore::Finding wider;
    wider.rule = &tilescape::explore::rules().front();
    wider.action = "wider";
    wider.problem = std::make_shared<const schedule::Problem>();
    wider.without = 10;
    wider.with = 9;
    tilescape::explore::Finding larger = wider;
    larger.action = "larger";
    larger.problem = std::make_shared<const schedule::Problem>();
    larger.with = 5;
    model.setScheduled({fileFault()});
    model.setFindings({wider});
    view.setCurrentIndex(model.index(1));
    model.setFindings({larger, wider});
    QCOMPARE(view.currentIndex().row(), 2);
    QCOMPARE(view.selectionModel()->selectedIndexes(), QModelIndexList{model.index(2)});
    QCOMPARE(view.currentIndex().data(ProblemsModel::FindingNumber).toInt(), 1);
    QVERIFY(view.currentIndex().data().toString().contains(u"Wider"_s));
    model.setFindings({});
    QCOMPARE(model.rowCount(), 1);
}

void TestProblemsList::otherProblemsLeaveTheSelection()
{
    Workspace workspace(samples::madeUp);
    ProblemsList list(workspace);
    const QAbstractItemModelTester tester(list.view()->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    Diagnostic remark{Severity::Note, "", "", "", "a remark", ""};
    list.post({remark});
    list.view()->setCurrentIndex(list.view()->model()->index(0, 0));
    list.post({fileFault()});
    QCOMPARE(list.view()->currentIndex().row(), 1);
    QCOMPARE(sentence(list, 1), QString::fromStdString(support::describe(remark)));
    QVERIFY(list.view()->selectionModel()->isSelected(list.view()->currentIndex()));
}

void TestProblemsList::aFileThatIsReadAgainHasItsFaultsOnce()
{
    Workspace workspace(samples::madeUp);
    ProblemsList list(workspace);
    Diagnostic other = fileFault();
    other.file = "chip.json";
    list.post({fileFault(), fileFault()});
    list.post({other});
    QCOMPARE(list.count(), 3);
    list.post({fileFault()});
    QCOMPARE(list.count(), 2);
    list.forgetFile(u"net.json"_s);
    QCOMPARE(list.count(), 1);
    QVERIFY(sentence(list, 0).startsWith(u"chip.json"_s));
}

void TestProblemsList::pictures()
{
    Workspace workspace(samples::foundInfeasible);
    ProblemsList list(workspace);
    list.resize(520, 200);
    list.show();
    workspace.open(samples::chainProblem(3), {});
    QTRY_COMPARE(list.count(), 1);
    list.post({fileFault(), {Severity::Warning, "chip.json", "/clock", "", "there is no key 'clock'", "did you mean 'clock_mhz'"}});
    samples::takePicture(list, u"problems-light"_s);
    QApplication::setPalette(ui::style::darkPalette());
    samples::takePicture(list, u"problems-dark"_s);
    QApplication::setPalette(ui::style::lightPalette());
    QCOMPARE(list.count(), 3);
}

TILESCAPE_TEST(TestProblemsList)

} // namespace tst_problems_list
#include "tst_problems_list.moc"
