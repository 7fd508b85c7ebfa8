#include "tests/registered.h"
#include "view_samples.h"

#include "core/io/files.h"
#include "core/io/library.h"
#include "core/io/project_json.h"
#include "core/schedule/solve.h"
#include "ui/inspector/fact_list.h"
#include "ui/inspector/filling_bar.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/inspector/layer_facts.h"
#include "ui/inspector/pe_array_picture.h"
#include "ui/style/palette.h"
#include "ui/style/scheme_text.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QSemaphore>
#include <QTableWidget>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>

namespace tst_inspector {

using namespace tilescape;
using namespace tilescape::ui::inspector;

class TestInspector : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Five copies of three taps fit over sixteen rows; of three input channels three work, and the picture shows no others.
    void thePictureOfTheArrayShowsThePesThatWork()
    {
        tilescape::network::Layer layer;
        layer.kind = tilescape::network::Convolution{{3, 3}, {2, 2}, 1};
        layer.inputChannels = 3;
        layer.outputChannels = 32;
        layer.outputSize = {112, 112};
        const tilescape::hardware::PeArray array(Extent{16, 16}, tilescape::hardware::ArrayDataflow::Systolic);
        const dataflow::Replication replication{3, 16, 3, 1};
        PeArrayPicture picture;
        picture.setPass({{layer, 1, 1}, array, replication}, Qt::blue);
        QCOMPARE(static_cast<double>(picture.workingPes()) / 256, dataflow::mappedShare(dataflow::mapOnArray(layer, array, replication), replication));
        QVERIFY2(picture.toolTip().contains(QStringLiteral("work for 144: 48 copies")), qPrintable(picture.toolTip()));
        picture.resize(160, 160);
        const QImage image = picture.grab().toImage();
        QCOMPARE(image.pixelColor(4, 8 * 9 + 6).rgb(), QColor(Qt::blue).rgb()); // the ninth row is of the third channel
        QCOMPARE(image.pixelColor(4, 9 * 9 + 6).rgb(), ui::style::idleFill(picture.palette()).rgb());
    }

    void init()
    {
        QApplication::setPalette(samples::lightPalette());
        m_workspace = samples::workspace();
    }

    void anEmptyProjectIsSaidInWords()
    {
        InspectorPanel panel(*m_workspace);
        panel.show();
        QVERIFY(panel.tableAsCsv().isEmpty());
        QVERIFY(!panel.findChild<QLabel*>()->text().isEmpty());
    }

    void whatIsRoundedUpIsSaid()
    {
        // 127 channels as 128: the loops cover more than there is, and the inspector says for how many.
        schedule::Problem problem = samples::problem(samples::oneLayer(), {1, 1});
        problem.network.input = {"input", 127, {13, 13}};
        problem.network.layers = {samples::convolution("primes", "input", 127, 127, 13, 3)};
        problem.hardware.bufferBytesPerTile = 16384;
        problem.hardware.registerBytesPerPe = 64;
        problem.solver = "kapla";
        problem.space.roundedFactors = true;
        const schedule::Schedule solved = schedule::solve(problem);
        QVERIFY2(solved.hasResult(), support::describe(solved.diagnostics).c_str());
        bool said = false;
        for (const Loop loop : allLoops) {
            const auto& factors = solved.layers[0].scheme.blocking.factors[loop];
            const Count needed = solved.layers[0].cost.iterations[loop];
            if (factors[0] * factors[1] * factors[2] > needed) {
                const QString label = loop == Loop::Batch ? QStringLiteral("  batch")
                    : loop == Loop::OutputChannel ? QStringLiteral("  output channels") : QStringLiteral("  input channels");
                const auto facts = layerFacts(solved, solved.layers[0]);
                const auto fact = std::find_if(facts.begin(), facts.end(), [&](const Fact& one) { return one.label == label; });
                QVERIFY(fact != facts.end() && fact->value.endsWith(QStringLiteral("(for %1)").arg(needed)));
                QVERIFY(fact->toolTip.contains(QStringLiteral("redundant")));
                said = true;
            }
        }
        QVERIFY(said);
        const auto totals = totalFacts(solved);
        QVERIFY(std::any_of(totals.begin(), totals.end(), [](const Fact& fact) {
            return fact.toolTip.contains(QStringLiteral("% of them redundant"));
        }));
        m_workspace = std::make_unique<ui::workspace::Workspace>(); // with the real solver
        m_workspace->open(problem, {});
        QTRY_VERIFY(m_workspace->schedule() && m_workspace->schedule()->hasResult());
        InspectorPanel panel(*m_workspace);
        m_workspace->setSelectedLayer(0);
        show(panel);
        QVERIFY(samples::leaveScreenshots(panel, QStringLiteral("inspector_rounded")));
    }

    void theSelectedLayerIsShownAndTheTotalsIfNoneIs()
    {
        open(samples::smallNetwork());
        InspectorPanel panel(*m_workspace);
        show(panel);
        auto* facts = panel.findChild<FactList*>();
        const QString total = facts->valueOf(QStringLiteral("Energy"));
        QVERIFY(!total.isEmpty());
        QVERIFY(!panel.findChild<QTextBrowser*>()->isVisible());
        m_workspace->setSelectedLayer(2);
        QVERIFY(facts->valueOf(QStringLiteral("Energy")) != total);
        QVERIFY(panel.findChild<QTextBrowser*>()->isVisible());
        QVERIFY(panel.findChild<QTextBrowser*>()->toPlainText().contains(QStringLiteral("parallel for")));
        m_workspace->setSelectedLayer(std::nullopt);
        QCOMPARE(facts->valueOf(QStringLiteral("Energy")), total);
    }

    void theBarsHoldWhatTheScheduleSays()
    {
        open(samples::smallNetwork());
        m_workspace->setSelectedLayer(2);
        InspectorPanel panel(*m_workspace);
        const auto bars = panel.findChildren<FillingBar*>();
        QCOMPARE(bars.size(), 2);
        const cost::LayerCost& cost = m_workspace->schedule()->find(2)->cost;
        for (const Tensor tensor : allTensors) {
            QCOMPARE(bars[0]->parts()[static_cast<std::size_t>(tensor)].words, cost.wordsHeld[Storage::Buffer][tensor]);
        }
        QCOMPARE(bars[0]->capacityWords(), 32768.0);
    }

    void aSectionStandsBeneathTheTableAndItsRemarkInTheHead()
    {
        open(samples::smallNetwork());
        InspectorPanel panel(*m_workspace);
        auto* section = new QLabel(QStringLiteral("a section"));
        panel.addSection(section);
        panel.setRemark(QStringLiteral("what-if: layer energy 1 mJ"));
        show(panel);
        const auto* table = panel.findChild<QTableWidget*>();
        QVERIFY(section->isVisible());
        QVERIFY(section->mapTo(&panel, QPoint()).y() > table->mapTo(&panel, QPoint(0, table->height() - 1)).y());
        const QLabel* remark = nullptr;
        for (const QLabel* label : panel.findChildren<QLabel*>()) {
            remark = label->text().startsWith(QStringLiteral("what-if")) ? label : remark;
        }
        QVERIFY(remark && remark->isVisible());
        panel.setRemark({});
        QCOMPARE(remark->text(), QString());
    }

    void copyPutsTheTableOnTheClipboard()
    {
        open(samples::smallNetwork());
        InspectorPanel panel(*m_workspace);
        show(panel);
        m_workspace->setSelectedLayer(0);
        auto* copy = panel.findChild<QToolButton*>();
        QTest::mouseClick(copy, Qt::LeftButton);
        const QString text = QGuiApplication::clipboard()->text();
        QCOMPARE(text, panel.tableAsCsv());
        QVERIFY(text.startsWith(QStringLiteral("component,weight,input,output,count,count_unit,each_pj,energy_pj\nDRAM,")));
        QCOMPARE(text.split(QLatin1Char('\n')).size(), panel.findChild<QTableWidget*>()->rowCount() + 2);
    }

    void everyNumberOfTheTableHasAToolTip()
    {
        open(samples::smallNetwork());
        m_workspace->setSelectedLayer(2);
        InspectorPanel panel(*m_workspace);
        const auto* table = panel.findChild<QTableWidget*>();
        for (int row = 0; row < table->rowCount(); ++row) {
            for (int column = 0; column < table->columnCount(); ++column) {
                const QTableWidgetItem* item = table->item(row, column);
                QVERIFY(item && (item->text().isEmpty() || !item->toolTip().isEmpty()));
            }
        }
    }

    void whatCountsNoTensorStandsUnderNone()
    {
        open(samples::smallNetwork());
        m_workspace->setSelectedLayer(2);
        InspectorPanel panel(*m_workspace);
        const auto* table = panel.findChild<QTableWidget*>();
        int found = 0;
        for (int row = 0; row < table->rowCount(); ++row) {
            const QString label = table->item(row, 0)->text();
            const bool whole = label == QStringLiteral("MAC") || label == QStringLiteral("Static");
            QCOMPARE(table->columnSpan(row, 1), whole ? 3 : 1);
            if (whole) {
                const QString unit = label == QStringLiteral("MAC") ? QStringLiteral(" operations") : QStringLiteral(" cycles");
                QVERIFY2(table->item(row, 1)->text().endsWith(unit), qPrintable(table->item(row, 1)->text()));
                ++found;
            }
        }
        QCOMPARE(found, 2);
    }

    /// What a layer's facts needed to be scrolled is not left over where there are none.
    void nothingIsNotScrolled()
    {
        bool fits = true;
        ui::workspace::Workspace workspace(
            [&fits](const schedule::Problem& problem, const schedule::SolveControl& control) {
                return fits ? schedule::solve(problem, control) : samples::infeasible(problem);
            });
        workspace.open(samples::problem(samples::smallNetwork(), {4, 4}), {});
        QTRY_VERIFY(!workspace.isStale() && workspace.schedule());
        workspace.setSelectedLayer(2);
        InspectorPanel panel(workspace);
        show(panel);
        panel.resize(300, 200);
        const auto* bar = panel.findChild<QScrollArea*>()->verticalScrollBar();
        QTRY_VERIFY(bar->isVisible());
        fits = false;
        workspace.setBatch(3);
        QTRY_VERIFY(!workspace.isStale());
        QTRY_VERIFY(!bar->isVisible());
        fits = true;
        workspace.setBatch(4);
        QTRY_VERIFY(bar->isVisible());
    }

    void anInfeasibleScheduleSaysWhy()
    {
        ui::workspace::Workspace workspace(
            [](const schedule::Problem& problem, const schedule::SolveControl&) { return samples::infeasible(problem); });
        workspace.open(samples::problem(samples::smallNetwork(), {4, 4}), {});
        QTRY_VERIFY(workspace.schedule());
        InspectorPanel panel(workspace);
        QVERIFY(panel.findChild<QLabel*>()->text().contains(QStringLiteral("registers need 27 words a PE")));
        panel.resize(360, 300);
        panel.show();
        QVERIFY(samples::leaveScreenshots(panel, QStringLiteral("inspector_infeasible")));
    }

    void theOldResultStaysMarkedWhileANewOneIsSolved()
    {
        QSemaphore mayFinish;
        ui::workspace::Workspace workspace([&](const schedule::Problem& problem, const schedule::SolveControl&) {
            mayFinish.acquire();
            return samples::scheduleFor(problem);
        });
        mayFinish.release();
        workspace.open(samples::problem(samples::smallNetwork(), {2, 2}), {});
        QTRY_VERIFY(workspace.schedule() && !workspace.isStale());
        InspectorPanel panel(workspace);
        show(panel);
        workspace.setSelectedLayer(2);
        const auto isMarked = [&panel] {
            const auto labels = panel.findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
                return label->isVisible() && label->text() == QStringLiteral("solving…");
            });
        };
        QVERIFY(!isMarked());
        const QString old = panel.tableAsCsv();
        workspace.setBatch(32);
        QTRY_VERIFY(isMarked());
        QCOMPARE(panel.tableAsCsv(), old);
        QVERIFY(samples::leaveScreenshots(panel, QStringLiteral("inspector_solving")));
        mayFinish.release(4);
        QTRY_VERIFY(!isMarked());
        QVERIFY(panel.tableAsCsv() != old);
    }

    /// At any width and whatever was shown before: no energy without its unit.
    void everyNumberOfTheTableIsShownWhole()
    {
        open(samples::smallNetwork());
        InspectorPanel panel(*m_workspace);
        show(panel);
        auto* table = panel.findChild<QTableWidget*>();
        for (const std::optional<std::size_t> selected : {std::optional<std::size_t>{}, {0}, {2}, {}}) {
            m_workspace->setSelectedLayer(selected);
            for (const int width : {400, 280, 600, 330, 400}) {
                panel.resize(width, 700);
                QCoreApplication::processEvents();
                const auto fits = [table](int row, int column) {
                    const auto* cell = table->item(row, column);
                    const QRect place = table->visualItemRect(cell);
                    return place.right() < table->viewport()->width()
                           && QFontMetrics(cell->font()).horizontalAdvance(cell->text()) < place.width();
                };
                for (int row = 0; row < table->rowCount(); ++row) {
                    for (int column = 0; column < table->columnCount(); ++column) {
                        if (table->item(row, column) && !table->isColumnHidden(column)
                            && !table->item(row, column)->text().isEmpty()) {
                            QVERIFY2(fits(row, column), qPrintable(QStringLiteral("%1 at %2").arg(table->item(row, column)->text()).arg(width)));
                        }
                    }
                }
            }
        }
    }

    void screenshots()
    {
        open(samples::smallNetwork());
        InspectorPanel panel(*m_workspace);
        show(panel);
        QVERIFY(samples::leaveScreenshots(panel, QStringLiteral("inspector_totals")));
        m_workspace->setSelectedLayer(2);
        panel.resize(400, 1000);
        QVERIFY(samples::leaveScreenshots(panel, QStringLiteral("inspector_layer")));
    }

    /// GoogLeNet's first inception module on the grid, as Tangram's Fig. 10b shows it.
    void theSegmentOfALayerIsDescribed()
    {
        m_workspace = std::make_unique<ui::workspace::Workspace>();
        m_workspace->open(example(QStringLiteral("googlenet-pipelined")), {});
        QTRY_VERIFY_WITH_TIMEOUT(!m_workspace->isStale() && m_workspace->schedule()->hasResult(), 60000);
        const std::shared_ptr<const schedule::Schedule> held = m_workspace->schedule();
        const schedule::Schedule& schedule = *held;
        InspectorPanel panel(*m_workspace);
        panel.resize(420, 1000);
        panel.show();
        auto* facts = panel.findChild<FactList*>(QStringLiteral("segmentFacts"));
        QVERIFY(facts && !facts->isVisible());
        bool handsOn = false;
        for (const schedule::ScheduledLayer& layer : schedule.layers) {
            m_workspace->setSelectedLayer(layer.layer);
            QVERIFY(facts->isVisible());
            QVERIFY(facts->valueOf(QStringLiteral("Segment")).startsWith(QString::number(layer.slot.segment)));
            const QString own = facts->valueOf(QStringLiteral("  R%1, here").arg(layer.slot.region));
            QVERIFY2(own.startsWith(QString::number(layer.scheme.region.extent.size())) && own.contains(QStringLiteral("column")), qPrintable(own));
            handsOn = handsOn || facts->valueOf(QStringLiteral("Hands on")).contains(QStringLiteral("to region"));
            // Every layer takes something and hands something on, in words.
            for (const char* label : {"Takes", "Hands on"}) {
                QVERIFY2(facts->valueOf(QLatin1String(label)).contains(QStringLiteral("words")), label);
            }
            QVERIFY(facts->valueOf(QStringLiteral("Segment takes")).contains(QStringLiteral("cycles")));
        }
        QVERIFY(handsOn);
        for (const schedule::ScheduledLayer& layer : schedule.layers) {
            if (schedule.problem->network.layers[layer.layer].name == "inception_3a_3x3") {
                m_workspace->setSelectedLayer(layer.layer);
                QVERIFY(samples::leaveScreenshots(panel, QStringLiteral("inspector_segment")));
            }
        }
    }

    void aMatrixProductHasASecondOperandInsteadOfWeights()
    {
        schedule::Problem problem = samples::problem(io::loadNetwork("bert_tiny").value(), {2, 2});
        problem.solver = "kapla";
        m_workspace = std::make_unique<ui::workspace::Workspace>();
        m_workspace->open(problem, {});
        QTRY_VERIFY_WITH_TIMEOUT(m_workspace->schedule() && m_workspace->schedule()->hasResult(), 60000);
        InspectorPanel panel(*m_workspace);
        panel.show();
        auto* table = panel.findChild<QTableWidget*>();
        auto* code = panel.findChild<QTextBrowser*>();
        int products = 0;
        for (const schedule::ScheduledLayer& layer : m_workspace->schedule()->layers) {
            const network::Layer& made = problem.network.layers[layer.layer];
            m_workspace->setSelectedLayer(layer.layer);
            const bool product = network::hasOperand(made);
            products += product ? 1 : 0;
            QCOMPARE(table->horizontalHeaderItem(1)->text(), product ? QStringLiteral("operand") : QStringLiteral("weight"));
            QVERIFY(!product || !code->toPlainText().contains(QStringLiteral("weight")));
            QCOMPARE(ui::style::tensorLabel(Tensor::Weight, made), product ? QStringLiteral("Second operand") : QStringLiteral("Weights"));
        }
        QVERIFY(products > 0);
    }

private:
    static schedule::Problem example(const QString& name)
    {
        const std::string path = (QStringLiteral(TILESCAPE_SOURCE_DIR "/examples/") + name + QStringLiteral(".tilescape")).toStdString();
        return io::readProject(io::readFile(path).value(), path).value();
    }

    void open(network::Network net)
    {
        m_workspace->open(samples::problem(std::move(net), {4, 4}), {});
        QTRY_VERIFY(!m_workspace->isStale() && m_workspace->schedule());
    }

    static void show(InspectorPanel& panel)
    {
        panel.resize(400, 700);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
    }

    std::unique_ptr<ui::workspace::Workspace> m_workspace;
};

TILESCAPE_TEST(TestInspector)

} // namespace tst_inspector
#include "tst_inspector.moc"
