#include "tests/registered.h"
#include "view_samples.h"

#include "core/io/library.h"
#include "ui/adaptflow/adaptflow_view.h"
#include "ui/adaptflow/interconnect_picture.h"
#include "ui/adaptflow/volume_rows.h"
#include "ui/plot/labelled_bars.h"
#include "ui/widgets/quantity_box.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QComboBox>
#include <QTabWidget>
#include <QTableView>
#include <QTest>

namespace tst_adaptflow_view {

using namespace tilescape;
using namespace tilescape::training::adaptflow;
using ui::adaptflow::AdaptflowTable;
using ui::adaptflow::AdaptflowView;
using ui::workspace::Workspace;

namespace {

std::unique_ptr<Workspace> workspaceWith(network::Network network, Count bufferBytes)
{
    auto workspace = samples::workspace();
    schedule::Problem problem = samples::problem(std::move(network), {1, 1});
    problem.batch = 1;
    problem.training.adaptflow.bufferBytes = bufferBytes;
    workspace->open(problem, {});
    return workspace;
}

void show(AdaptflowView& view, QSize size = {1000, 700})
{
    view.resize(size);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QTRY_VERIFY_WITH_TIMEOUT(view.study() && !view.isBusy(), 60000);
}

network::Network alexnet() { return io::loadNetwork("alexnet").value(); }

} // namespace

class TestAdaptflowView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QApplication::setPalette(samples::lightPalette()); }

    void aClickOnARowSelectsItsLayer();
    void tableAndSelectionAgree();
    void theInterconnectFollowsTheChoice();
    void anotherBufferIsOneUndoStepAndAnotherStudy();
    void aBufferTooSmallIsSaid();
    void aNetworkWithoutWeightsHasNothingToChoose();
    void nothingIsSearchedWhileHidden();
    void aThousandLayersAreShown();
    void figuresAreVectorsOfAllRows();
    void picturesInLightAndDark();
};

void TestAdaptflowView::aClickOnARowSelectsItsLayer()
{
    const auto workspace = workspaceWith(alexnet(), 108 << 10);
    AdaptflowView view(*workspace);
    show(view);
    for (const std::size_t row : {1, 0}) {
        QTest::mouseClick(view.rows().viewport(), Qt::LeftButton, {}, view.rows().rowRect(row).center());
        QCOMPARE(workspace->selectedLayer(), std::optional(view.study()->selection[row].layer));
    }
    view.rows().setFocus();
    QTest::keyClick(&view.rows(), Qt::Key_Down);
    QCOMPARE(workspace->selectedLayer(), std::optional(view.study()->selection[1].layer));
}

void TestAdaptflowView::tableAndSelectionAgree()
{
    const auto workspace = workspaceWith(alexnet(), 108 << 10);
    AdaptflowView view(*workspace);
    show(view);
    AdaptflowTable model;
    model.setStudy(view.study());
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(view.table().model()->rowCount(), static_cast<int>(view.study()->selection.size()));
    view.findChild<QTabWidget*>(QStringLiteral("adaptflowTabs"))->setCurrentIndex(1);
    view.table().sortByColumn(AdaptflowTable::Ws, Qt::DescendingOrder);
    view.table().selectRow(0);
    QCOMPARE(workspace->network().layers[*workspace->selectedLayer()].name, std::string("fc1"));
    workspace->setSelectedLayer(view.study()->selection[2].layer);
    QCOMPARE(view.table().selectionModel()->selectedRows().front().data().toString(), QString::fromStdString(view.study()->selection[2].name));
}

void TestAdaptflowView::theInterconnectFollowsTheChoice()
{
    const auto workspace = workspaceWith(alexnet(), 108 << 10);
    AdaptflowView view(*workspace);
    show(view);
    workspace->setSelectedLayer(view.study()->selection[0].layer); // input stationary
    auto* operand = view.findChild<QComboBox*>(QStringLiteral("adaptflowOperand"));
    operand->setCurrentIndex(0);
    QVERIFY2(view.interconnect().text().contains(QStringLiteral("multicast")), qPrintable(view.interconnect().text()));
    const std::size_t multicast = view.interconnect().activeWires();
    operand->setCurrentIndex(1);
    QVERIFY(view.interconnect().text().contains(QStringLiteral("unicast")));
    QCOMPARE(view.interconnect().activeWires(), std::size_t(6 * 16)); // sixteen ways through six gaps
    QVERIFY(multicast < view.interconnect().activeWires());
}

void TestAdaptflowView::anotherBufferIsOneUndoStepAndAnotherStudy()
{
    const auto workspace = workspaceWith(alexnet(), 108 << 10);
    AdaptflowView view(*workspace);
    show(view);
    const double before = view.study()->totals.chosenElements;
    auto* box = view.findChild<ui::widgets::QuantityBox*>(QStringLiteral("adaptflow_buffer_bytes"));
    box->setFocus();
    box->selectAll();
    QTest::keyClicks(box, QStringLiteral("16 KiB"));
    QTest::keyClick(box, Qt::Key_Return);
    QCOMPARE(workspace->problem().training.adaptflow.bufferBytes, Count(16 << 10));
    QTRY_VERIFY(!view.isBusy() && view.study()->totals.chosenElements > before);
    workspace->undoStack().undo();
    QTRY_VERIFY(!view.isBusy() && view.study()->totals.chosenElements == before);
    view.findChild<QAction*>(QStringLiteral("adaptflow_tiles_literal"))->trigger();
    QCOMPARE(workspace->problem().training.adaptflow.tiles, Tiles::Literal);
}

void TestAdaptflowView::aBufferTooSmallIsSaid()
{
    const auto workspace = workspaceWith(alexnet(), 8);
    AdaptflowView view(*workspace);
    show(view);
    QVERIFY2(view.message().contains(QStringLiteral("No tile fits")), qPrintable(view.message()));
    QVERIFY(samples::leaveScreenshots(view, QStringLiteral("adaptflow_view_nothing_fits")));
}

void TestAdaptflowView::aNetworkWithoutWeightsHasNothingToChoose()
{
    network::Network pooling;
    pooling.input = {"input", 3, {8, 8}};
    pooling.layers.push_back({"pool", {"input"}, network::Pooling{{2, 2}, {2, 2}}, 3, 3, {4, 4}});
    const auto workspace = workspaceWith(pooling, 1 << 20);
    AdaptflowView view(*workspace);
    show(view);
    QVERIFY(view.message().contains(QStringLiteral("nothing to choose")));
    QVERIFY(samples::leaveScreenshots(view, QStringLiteral("adaptflow_view_empty")));
    auto empty = samples::workspace();
    AdaptflowView none(*empty);
    show(none);
    QVERIFY(none.study()->selection.empty());
}

void TestAdaptflowView::nothingIsSearchedWhileHidden()
{
    const auto workspace = workspaceWith(alexnet(), 108 << 10);
    AdaptflowView view(*workspace);
    QTest::qWait(50);
    QVERIFY(!view.study() && !view.isBusy());
}

void TestAdaptflowView::aThousandLayersAreShown()
{
    const auto workspace = workspaceWith(samples::longNetwork(1000), 64 << 10);
    AdaptflowView view(*workspace);
    show(view);
    QCOMPARE(view.study()->selection.size(), std::size_t(667));
    workspace->setSelectedLayer(view.study()->selection[600].layer);
    QVERIFY(view.rows().viewport()->rect().contains(view.rows().rowRect(600)));
    QVERIFY(samples::leaveScreenshots(view, QStringLiteral("adaptflow_view_1000_layers")));
}

void TestAdaptflowView::figuresAreVectorsOfAllRows()
{
    const auto workspace = workspaceWith(alexnet(), 108 << 10);
    AdaptflowView view(*workspace);
    show(view, {700, 400});
    workspace->setSelectedLayer(view.study()->selection[2].layer);
    const QString rows = samples::leaveFigure(view.rows().figure(), ui::widgets::oneColumnMm);
    for (const LayerChoice& layer : view.study()->selection) {
        QVERIFY2(rows.contains(QString::fromStdString(layer.name)), layer.name.c_str());
    }
    for (const QString& svg : {rows, samples::leaveFigure(view.interconnect().figure()),
                               samples::leaveFigure(view.totals().figure(QStringLiteral("dataflow-totals"), QStringLiteral("Totals")))}) {
        QVERIFY(svg.contains(QStringLiteral("<text")) && !svg.contains(QStringLiteral("<image")));
    }
}

void TestAdaptflowView::picturesInLightAndDark()
{
    const auto workspace = workspaceWith(alexnet(), 108 << 10);
    AdaptflowView view(*workspace);
    show(view);
    workspace->setSelectedLayer(view.study()->selection[2].layer);
    view.findChild<QComboBox*>(QStringLiteral("adaptflowOperand"))->setCurrentIndex(0);
    QVERIFY(samples::leaveScreenshots(view, QStringLiteral("adaptflow_view")));
    view.findChild<QTabWidget*>(QStringLiteral("adaptflowTabs"))->setCurrentIndex(1);
    QVERIFY(samples::leaveScreenshots(view, QStringLiteral("adaptflow_view_table")));
    view.findChild<QTabWidget*>(QStringLiteral("adaptflowTabs"))->setCurrentIndex(0);
    view.resize(620, 620);
    QVERIFY(samples::leaveScreenshots(view, QStringLiteral("adaptflow_view_narrow")));
}

TILESCAPE_TEST(TestAdaptflowView)

} // namespace tst_adaptflow_view
#include "tst_adaptflow_view.moc"
