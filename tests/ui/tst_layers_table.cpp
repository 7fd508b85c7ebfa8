#include "core/io/library.h"
#include "tests/registered.h"
#include "tests/ui/layer_samples.h"
#include "ui/layers/layers_model.h"
#include "ui/layers/layers_table.h"
#include "ui/style/palette.h"
#include "ui/workspace/workspace.h"

#include <QAbstractItemModel>
#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QThread>
#include <QToolButton>

#include <atomic>

namespace tst_layers_table {

using namespace Qt::StringLiterals;
using namespace tilescape;
using ui::layers::LayersModel;
using ui::layers::LayersTable;
using ui::workspace::SolverService;
using ui::workspace::Workspace;

namespace {

/// A workspace with its table, shown.
struct Bench {
    explicit Bench(const schedule::Problem& problem, SolverService::Solve solve = samples::madeUp)
        : workspace(std::move(solve)), table(workspace)
    {
        workspace.open(problem, {});
        table.resize(1100, 300);
        table.show();
    }
    bool solved() { return QTest::qWaitFor([this] { return workspace.schedule() && !workspace.isStale(); }, 60000); }
    [[nodiscard]] QTableView* view() const { return table.view(); }
    [[nodiscard]] QAbstractItemModel* rows() const { return table.view()->model(); }
    [[nodiscard]] QModelIndex at(int row, int column) const { return rows()->index(row, column); }
    [[nodiscard]] QString text(int row, int column) const { return at(row, column).data().toString(); }
    [[nodiscard]] bool isDimmed() const
    {
        return table.findChild<QLabel*>(u"layersState"_s)->text().contains(u"old result"_s);
    }
    void click(int row) const
    {
        QTest::mouseClick(view()->viewport(), Qt::LeftButton, {}, view()->visualRect(at(row, 0)).center());
    }

    Workspace workspace;
    LayersTable table;
};

/// Solves that take until they are let go.
struct Brake {
    std::atomic<bool> held = false;
    SolverService::Solve solve()
    {
        return [this](const schedule::Problem& problem, const schedule::SolveControl& control) {
            while (held && !control.stop.stop_requested()) {
                QThread::msleep(1);
            }
            return samples::madeUp(problem, control);
        };
    }
};

QString clipboard() { return QGuiApplication::clipboard()->text(); }

} // namespace

class TestLayersTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QApplication::setStyle(u"Fusion"_s);
        QApplication::setPalette(ui::style::lightPalette());
    }

    void theModelIsSoundThroughItsLife();
    void aRealScheduleFillsEveryColumn();
    void sharesAddUpToTheWhole();
    void numbersStandRightAndHeadingsNameUnits();
    void withoutAScheduleTheLayersStandAlone();
    void anInfeasibleScheduleSaysSo();
    void rowsSortByRawValues();
    void theFilterTakesNameAndKind();
    void aFilteredOutLayerStaysSelected();
    void anotherNetworkShowsAllItsLayers();
    void theTableAndTheWorkspaceSelectAlike();
    void hoverGoesBothWays();
    void copyingTakesSelectedRowsOrAll();
    void copyingForAPaperTakesWhatIsShown();
    void namesWithCommasAreQuotedInCsv();
    void aNewScheduleKeepsSelectionAndScroll();
    void aThousandLayersRefreshQuickly();
    void pictures();
};

void TestLayersTable::theModelIsSoundThroughItsLife()
{
    Workspace workspace(samples::madeUp);
    LayersModel model(workspace);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    workspace.open(samples::chainProblem(5), {});
    QCOMPARE(model.rowCount(), 5);
    QTRY_VERIFY(workspace.schedule());
    QVERIFY(model.index(4, LayersModel::Energy).data(Qt::UserRole).toDouble() > 0);
    workspace.open(samples::chainProblem(2), {});
    QCOMPARE(model.rowCount(), 2);
    QTRY_VERIFY(workspace.schedule());
}

void TestLayersTable::aRealScheduleFillsEveryColumn()
{
    schedule::Problem problem;
    problem.network = io::loadNetwork("alexnet").value();
    problem.hardware = io::loadHardware("eyeriss_isca16").value();
    problem.hardware.tiles = {2, 2};
    problem.batch = 4;
    Bench bench(problem, schedule::solve);
    QVERIFY(bench.solved());
    const auto schedule = bench.workspace.schedule();
    QVERIFY(schedule->hasResult());
    QCOMPARE(bench.rows()->rowCount(), static_cast<int>(problem.network.layers.size()));
    for (int row = 0; row < bench.rows()->rowCount(); ++row) {
        for (int column = 0; column < LayersModel::ColumnCount; ++column) {
            QVERIFY2(!bench.text(row, column).isEmpty(), qPrintable(u"row %1, column %2"_s.arg(row).arg(column)));
        }
        const schedule::ScheduledLayer* layer = schedule->find(static_cast<std::size_t>(row));
        QCOMPARE(bench.at(row, LayersModel::Energy).data(Qt::UserRole).toDouble(), layer->cost.energy.total());
    }
    QVERIFY(bench.text(0, LayersModel::Dataflow).contains(u"×"_s));
    samples::takePicture(bench.table, u"layers-alexnet"_s);
}

void TestLayersTable::sharesAddUpToTheWhole()
{
    Bench bench(samples::chainProblem(6));
    QVERIFY(bench.solved());
    double sum = 0;
    for (int row = 0; row < 6; ++row) {
        sum += bench.at(row, LayersModel::Share).data(Qt::UserRole).toDouble();
    }
    QVERIFY(std::abs(sum - 1) < 1e-12);
}

void TestLayersTable::numbersStandRightAndHeadingsNameUnits()
{
    Bench bench(samples::chainProblem(2));
    QVERIFY(bench.solved());
    QCOMPARE(bench.at(0, LayersModel::Energy).data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight, int(Qt::AlignRight));
    QCOMPARE(bench.at(0, LayersModel::Name).data(Qt::TextAlignmentRole).toInt() & Qt::AlignLeft, int(Qt::AlignLeft));
    const auto heading = [&](int column) { return bench.rows()->headerData(column, Qt::Horizontal).toString(); };
    QCOMPARE(heading(LayersModel::Energy), u"Energy (mJ)"_s);
    QCOMPARE(heading(LayersModel::DramWords), u"DRAM (words)"_s);
    // Layer 0: 1000 words of 401.89 pJ, over 250 cycles.
    QCOMPARE(bench.at(0, LayersModel::Energy).data(Qt::UserRole).toDouble(), 401890.0);
    QCOMPARE(bench.text(0, LayersModel::Energy), u"0.0004019"_s);
    QCOMPARE(bench.text(0, LayersModel::Cycles), u"250"_s);
    QCOMPARE(bench.text(0, LayersModel::PesBusy), u"50.0"_s);
}

void TestLayersTable::withoutAScheduleTheLayersStandAlone()
{
    Workspace workspace(samples::madeUp);
    LayersTable empty(workspace);
    QCOMPARE(empty.view()->model()->rowCount(), 0);
    QCOMPARE(empty.asCsv(false).count(u"\n"_s), 1);
    workspace.open(samples::chainProblem(3), {});
    QVERIFY(!workspace.schedule());
    QCOMPARE(empty.view()->model()->rowCount(), 3);
    QCOMPARE(empty.view()->model()->index(2, LayersModel::Kind).data().toString(), u"pooling"_s);
    QVERIFY(empty.view()->model()->index(2, LayersModel::Energy).data().toString().isEmpty());
    QVERIFY(!empty.view()->model()->index(2, LayersModel::Energy).data(Qt::UserRole).isValid());
}

void TestLayersTable::anInfeasibleScheduleSaysSo()
{
    Bench bench(samples::chainProblem(3), samples::foundInfeasible);
    QVERIFY(bench.solved());
    QCOMPARE(bench.rows()->rowCount(), 3);
    QVERIFY(bench.table.findChild<QLabel*>(u"layersState"_s)->text().contains(u"no valid schedule"_s));
    bench.rows()->sort(LayersModel::Energy, Qt::DescendingOrder);
    QCOMPARE(bench.text(0, LayersModel::Energy), QString());
}

void TestLayersTable::rowsSortByRawValues()
{
    Bench bench(samples::chainProblem(10));
    QVERIFY(bench.solved());
    QCOMPARE(bench.text(0, LayersModel::Name), u"layer 0"_s);
    const auto clickHeading = [&] {
        QHeaderView* heading = bench.view()->horizontalHeader();
        const int x = heading->sectionViewportPosition(LayersModel::Energy) + heading->sectionSize(LayersModel::Energy) / 2;
        QTest::mouseClick(heading->viewport(), Qt::LeftButton, {}, QPoint(x, heading->height() / 2));
    };
    bench.table.resize(1800, 400);
    clickHeading();
    const bool ascending = bench.view()->horizontalHeader()->sortIndicatorOrder() == Qt::AscendingOrder;
    for (int row = 1; row < 10; ++row) {
        const double above = bench.at(row - 1, LayersModel::Energy).data(Qt::UserRole).toDouble();
        const double below = bench.at(row, LayersModel::Energy).data(Qt::UserRole).toDouble();
        QVERIFY(ascending ? above < below : above > below);
    }
    clickHeading();
    clickHeading();
    QCOMPARE(bench.text(0, LayersModel::Name), u"layer 0"_s);
    QCOMPARE(bench.text(9, LayersModel::Name), u"layer 9"_s);
}

void TestLayersTable::theFilterTakesNameAndKind()
{
    Bench bench(samples::chainProblem(10));
    bench.table.setFilter(u"POOL"_s);
    QCOMPARE(bench.rows()->rowCount(), 3);
    QCOMPARE(bench.text(0, LayersModel::Name), u"layer 2"_s);
    bench.table.setFilter(u"pool 8"_s);
    QCOMPARE(bench.rows()->rowCount(), 1);
    QVERIFY(bench.table.findChild<QLabel*>(u"layersState"_s)->text().startsWith(u"1 of 10 layers"_s));
    bench.table.setFilter({});
    QCOMPARE(bench.rows()->rowCount(), 10);
    QVERIFY(QTest::qWaitForWindowActive(&bench.table));
    bench.view()->setFocus();
    QTest::keySequence(bench.view(), QKeySequence::Find);
    QVERIFY(bench.table.findChild<QLineEdit*>(u"layersFilter"_s)->hasFocus());
    Bench one(samples::chainProblem(1));
    QCOMPARE(one.table.findChild<QLabel*>(u"layersState"_s)->text(), u"1 layer"_s);
}

void TestLayersTable::aFilteredOutLayerStaysSelected()
{
    Bench bench(samples::chainProblem(10));
    bench.workspace.setSelectedLayer(1);
    bench.table.setFilter(u"pool"_s);
    QCOMPARE(bench.workspace.selectedLayer(), std::optional<std::size_t>(1));
    QVERIFY(!bench.view()->selectionModel()->hasSelection());
    bench.table.setFilter({});
    QVERIFY(bench.view()->selectionModel()->isRowSelected(1));
}

void TestLayersTable::anotherNetworkShowsAllItsLayers()
{
    Bench bench(samples::chainProblem(10));
    auto* filter = bench.table.findChild<QLineEdit*>(u"layersFilter"_s);
    filter->setText(u"pool"_s);
    schedule::Problem longer = samples::chainProblem(12);
    bench.workspace.open(longer, {});
    QCOMPARE(filter->text(), u"pool"_s); // of the same name: an edit
    longer.network.name = "another";
    bench.workspace.open(longer, {});
    QVERIFY(filter->text().isEmpty());
    QCOMPARE(bench.rows()->rowCount(), 12);
}

void TestLayersTable::theTableAndTheWorkspaceSelectAlike()
{
    Bench bench(samples::chainProblem(40));
    QVERIFY(QTest::qWaitForWindowActive(&bench.table));
    QVERIFY(bench.solved());
    bench.click(2);
    QCOMPARE(bench.workspace.selectedLayer(), std::optional<std::size_t>(2));
    QTest::keyClick(bench.view(), Qt::Key_Down);
    QCOMPARE(bench.workspace.selectedLayer(), std::optional<std::size_t>(3));

    bench.rows()->sort(LayersModel::Energy, Qt::DescendingOrder);
    QCOMPARE(bench.workspace.selectedLayer(), std::optional<std::size_t>(3));
    bench.workspace.setSelectedLayer(30);
    const QModelIndexList rows = bench.view()->selectionModel()->selectedRows();
    QCOMPARE(rows.size(), 1);
    QCOMPARE(rows[0].data().toString(), u"layer 30"_s);
    QVERIFY(bench.view()->viewport()->rect().intersects(bench.view()->visualRect(rows[0])));

    bench.view()->setFocus();
    QTest::keyClick(bench.view(), Qt::Key_Escape);
    QVERIFY(!bench.workspace.selectedLayer());
    QVERIFY(!bench.view()->selectionModel()->hasSelection());
}

void TestLayersTable::hoverGoesBothWays()
{
    Bench bench(samples::chainProblem(5));
    QVERIFY(QTest::qWaitForWindowActive(&bench.table));
    QTest::mouseMove(bench.view()->viewport(), bench.view()->visualRect(bench.at(1, 0)).center());
    QTRY_COMPARE(bench.workspace.hoveredLayer(), std::optional<std::size_t>(1));
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(bench.view()->viewport(), &leave);
    QVERIFY(!bench.workspace.hoveredLayer());

    const QRect row = bench.view()->visualRect(bench.at(3, LayersModel::Name));
    const QImage before = bench.view()->viewport()->grab(row).toImage();
    bench.workspace.setHoveredLayer(3);
    QVERIFY(bench.view()->viewport()->grab(row).toImage() != before);
}

void TestLayersTable::copyingTakesSelectedRowsOrAll()
{
    Bench bench(samples::chainProblem(4));
    QVERIFY(QTest::qWaitForWindowActive(&bench.table));
    QVERIFY(bench.solved());
    bench.click(1);
    QTest::mouseClick(bench.view()->viewport(), Qt::LeftButton, Qt::ControlModifier,
                      bench.view()->visualRect(bench.at(3, 0)).center());
    QTest::keySequence(bench.view(), QKeySequence::Copy);
    const QStringList lines = clipboard().trimmed().split(u"\n"_s);
    QCOMPARE(lines.size(), 3);
    QCOMPARE(lines[0], u"layer,kind,segment,region,tiles,dataflow,cycles,bound_by,pe_utilization,dram_words,noc_word_hops,"
                       u"energy_pj,energy_share"_s);
    QVERIFY(lines[1].startsWith(u"layer 1,convolution,1,0,1,one round,1000,compute,0.5,4000,0,"_s));
    QVERIFY(lines[2].startsWith(u"layer 3,"_s));

    bench.workspace.setSelectedLayer({});
    bench.table.findChild<QToolButton*>(u"layersCopy"_s)->click();
    QCOMPARE(clipboard().count(u"\n"_s), 5);
    bench.table.setFilter(u"pool"_s);
    bench.table.findChild<QToolButton*>(u"layersCopy"_s)->click();
    QCOMPARE(clipboard().count(u"\n"_s), 2);
}

/// For a paper: all layers with their sum; or those that are shown, which have none.
void TestLayersTable::copyingForAPaperTakesWhatIsShown()
{
    Bench bench(samples::chainProblem(4));
    QVERIFY(bench.solved());
    bench.table.view()->findChild<QAction*>(u"layersCopyLatex"_s)->trigger();
    QVERIFY(clipboard().contains(u"\\toprule"_s) && clipboard().contains(u"layer 1 & convolution & 1 & 0 & 1 & 1000 &"_s));
    QVERIFY(clipboard().contains(u"Network &"_s));
    bench.table.setFilter(u"pool"_s);
    bench.table.view()->findChild<QAction*>(u"layersCopyMarkdown"_s)->trigger();
    QCOMPARE(clipboard().count(u"\n"_s), 3);
    QVERIFY(!clipboard().contains(u"Network"_s));
}

void TestLayersTable::namesWithCommasAreQuotedInCsv()
{
    schedule::Problem problem = samples::chainProblem(1);
    problem.network.layers[0].name = "conv \"a\", first";
    Bench bench(problem);
    QVERIFY(bench.table.asCsv(false).contains(u"\n\"conv \"\"a\"\", first\",convolution,"_s));
}

void TestLayersTable::aNewScheduleKeepsSelectionAndScroll()
{
    Brake brake;
    Bench bench(samples::chainProblem(60), brake.solve());
    QVERIFY(QTest::qWaitForWindowActive(&bench.table));
    QVERIFY(bench.solved());
    bench.workspace.setSelectedLayer(5);
    bench.view()->verticalScrollBar()->setValue(20);
    QSignalSpy resets(bench.rows(), &QAbstractItemModel::modelReset);
    const QString before = bench.text(5, LayersModel::Energy);
    brake.held = true;
    bench.workspace.setParameter(u"dram_pj"_s, 1000);
    QTRY_VERIFY(bench.isDimmed());
    QCOMPARE(bench.text(5, LayersModel::Energy), before);
    brake.held = false;
    QVERIFY(bench.solved());
    QVERIFY(bench.text(5, LayersModel::Energy) != before);
    QVERIFY(!bench.isDimmed());
    QCOMPARE(resets.count(), 0);
    QCOMPARE(bench.view()->verticalScrollBar()->value(), 20);
    QVERIFY(bench.view()->selectionModel()->isRowSelected(5));
    QCOMPARE(bench.workspace.selectedLayer(), std::optional<std::size_t>(5));
}

void TestLayersTable::aThousandLayersRefreshQuickly()
{
    Bench bench(samples::chainProblem(1000));
    QVERIFY(bench.solved());
    QCOMPARE(bench.rows()->rowCount(), 1000);
    bench.rows()->sort(LayersModel::Energy, Qt::DescendingOrder);
    QElapsedTimer timer;
    timer.start();
    bench.workspace.setParameter(u"dram_pj"_s, 1000);
    QVERIFY(bench.solved());
    QCoreApplication::processEvents();
    QVERIFY2(timer.elapsed() < 2000, qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(bench.at(0, LayersModel::Energy).data(Qt::UserRole).toDouble(), 1000.0 * 1000 * 1000);
}

void TestLayersTable::pictures()
{
    Brake brake;
    Bench bench(samples::chainProblem(12), brake.solve());
    QVERIFY(QTest::qWaitForWindowActive(&bench.table));
    QVERIFY(bench.solved());
    bench.workspace.setSelectedLayer(4);
    bench.workspace.setHoveredLayer(6);
    samples::takePicture(bench.table, u"layers-light"_s);
    QApplication::setPalette(ui::style::darkPalette());
    samples::takePicture(bench.table, u"layers-dark"_s);
    QApplication::setPalette(ui::style::lightPalette());
    brake.held = true;
    bench.workspace.setParameter(u"dram_pj"_s, 1000);
    QTRY_VERIFY(bench.isDimmed());
    samples::takePicture(bench.table, u"layers-stale"_s);
    brake.held = false;
    QVERIFY(bench.solved());
}

TILESCAPE_TEST(TestLayersTable)

} // namespace tst_layers_table
#include "tst_layers_table.moc"
