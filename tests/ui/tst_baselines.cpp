#include "tests/registered.h"
#include "window_session.h"

#include "ui/chip/chip_view.h"
#include "ui/comparison/baseline_view.h"
#include "ui/comparison/changes_model.h"
#include "ui/energy/energy_chart_view.h"
#include "ui/inspector/fact_list.h"
#include "ui/layers/layers_model.h"
#include "ui/network/network_scene.h"
#include "ui/network/network_view.h"
#include "ui/plot/legend_strip.h"
#include "ui/widgets/zoomable_view.h"
#include "ui/style/difference.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_view.h"
#include "ui/widgets/elided_label.h"
#include "ui/workspace/baselines.h"

#include <QAbstractItemModelTester>
#include <QTabBar>

namespace tst_baselines {

using namespace tilescape;
using samples::patience;
using samples::Session;
using ui::comparison::BaselineView;
using ui::comparison::ChangesModel;
using ui::layers::LayersModel;
using ui::workspace::Baselines;
using ui::workspace::Workspace;

namespace {

const QString bufferKey = QStringLiteral("buffer_bytes_per_tile");

/// A result is pinned, and another stands.
struct Compared : Session {
    double before = 0;

    Compared()
    {
        [this] { WAIT_FOR_ANSWER(*this); }();
        before = energy();
        trigger("actionPin");
        workspace.setParameter(bufferKey, 65536);
        [this] { WAIT_FOR_ANSWER(*this); }();
    }
    [[nodiscard]] Baselines& baselines() { return workspace.baselines(); }
    [[nodiscard]] const QAbstractItemModel* table() const { return find<QTableView>("layersView")->model(); }
};

double sumOf(const QAbstractItemModel& table, int column)
{
    double sum = 0;
    for (int row = 0; row < table.rowCount(); ++row) {
        sum += table.index(row, column).data(Qt::UserRole).toDouble();
    }
    return sum;
}

bool isClose(double a, double b, double scale) { return std::abs(a - b) <= 1e-9 * scale; }

} // namespace

class TestBaselines : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QStandardPaths::setTestModeEnabled(true);
        QSettings().clear();
    }

    void theGraphMarksWhatRunsOtherwise()
    {
        Compared session;
        const auto difference = session.baselines().difference();
        QVERIFY(difference);
        auto* view = session.window.findChild<ui::network::NetworkView*>();
        QVERIFY(view);
        const std::vector<network::Layer>& layers = session.workspace.problem().network.layers;
        const auto marksWhatChanged = [&](bool compares) {
            for (std::size_t layer = 0; layer < layers.size(); ++layer) {
                const bool changed = compares && difference->find(layers[layer].name)->isChanged();
                const ui::network::BoxItem* box = view->scene()->box(layer);
                if (box->isChanged() != changed
                    || view->scene()->describe(layer).contains(QLatin1String("from the baseline")) != changed) {
                    return false;
                }
            }
            return view->scene()->hasChanges() == compares;
        };
        QTRY_VERIFY_WITH_TIMEOUT(marksWhatChanged(true), patience);
        QVERIFY(view->grab().save(QCoreApplication::applicationDirPath() + QStringLiteral("/../screenshots/network_changes.png")));
        session.baselines().choose(std::nullopt);
        QTRY_VERIFY_WITH_TIMEOUT(marksWhatChanged(false), patience);
    }

    /// Half of a batch takes less, whatever an item takes.
    void ofOtherBatchesAnItemIsCompared()
    {
        Compared session;
        session.trigger("goTo_comparisonDock");
        session.workspace.setBatch(2 * session.workspace.problem().batch);
        WAIT_FOR_ANSWER(session);
        const QString item = ui::style::signedPercent(2 * session.before, session.energy());
        QVERIFY2(session.text("statusEnergy").contains(QStringLiteral("(per item %1)").arg(item)),
                 qPrintable(session.text("statusEnergy")));
        const schedule::Totals& before = session.baselines().difference()->before;
        const QString efficiency =
            ui::style::signedPercent(before.gopsPerWatt, session.workspace.schedule()->totals.gopsPerWatt);
        QVERIFY2(session.find<QLabel>("statusCycles")->toolTip().contains(QStringLiteral("for the whole batch")),
                 qPrintable(session.find<QLabel>("statusCycles")->toolTip()));
        QVERIFY2(session.text("statusGopsPerWatt").contains(QStringLiteral("(%1)").arg(efficiency)),
                 qPrintable(session.text("statusGopsPerWatt")));
        const QString sum =
            session.find<BaselineView>("baselineView")->model().index(0, ChangesModel::What).data().toString();
        QVERIFY2(sum.contains(QStringLiteral("per item %1 energy").arg(item)), qPrintable(sum));
    }

    void whatIsPinnedIsComparedWith()
    {
        Compared session;
        const auto difference = session.baselines().difference();
        QVERIFY(difference);
        QCOMPARE(difference->before.energy.total(), session.before);
        QCOMPARE(difference->after.energy.total(), session.energy());
        QVERIFY(session.text("statusEnergy").contains(ui::style::signedPercent(session.before, session.energy())));
        QVERIFY(session.find<QLabel>("statusCycles")->toolTip().contains(QStringLiteral("baseline 1")));
    }

    /// The table's differences add up to that of the network, and layers that run otherwise are marked.
    void theTableShowsDifferencesThatAddUp()
    {
        Compared session;
        const QAbstractItemModel* table = session.table();
        const auto* view = session.find<QTableView>("layersView");
        QVERIFY(!view->isColumnHidden(LayersModel::EnergyChange));
        QVERIFY(isClose(sumOf(*table, LayersModel::EnergyChange), session.energy() - session.before, session.before));
        int changed = 0;
        for (int row = 0; row < table->rowCount(); ++row) {
            const bool marked = table->index(row, 0).data(LayersModel::IsChangedRole).toBool();
            QCOMPARE(table->index(row, LayersModel::Changed).data().toString().isEmpty(), !marked);
            changed += marked ? 1 : 0;
        }
        QVERIFY(changed > 0);
        session.baselines().choose(std::nullopt);
        QVERIFY(view->isColumnHidden(LayersModel::EnergyChange));
        QVERIFY(!table->index(0, LayersModel::EnergyChange).data().isValid());
        QVERIFY(!session.text("statusEnergy").contains(u'('));
        session.workspace.undoStack().undo();
        QVERIFY(!view->isColumnHidden(LayersModel::EnergyChange));
        QVERIFY(!table->index(0, LayersModel::EnergyChange).data().toString().isEmpty());
    }

    void theTablesModelKeepsTheRulesOfModels()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        LayersModel model(session.workspace);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        session.trigger("actionPin");
        session.workspace.setBatch(32);
        WAIT_FOR_ANSWER(session);
        session.workspace.baselines().choose(std::nullopt);
        QVERIFY(!model.compares());
    }

    void barsHaveTwins()
    {
        Compared session;
        auto* chart = session.find<ui::energy::EnergyChart>("energyChart");
        const ui::plot::Chart& shown = chart->chartView()->chart();
        QCOMPARE(shown.twins.size(), shown.series.size());
        double before = 0;
        for (const auto& bar : chart->bars()) {
            before += bar.before.total();
        }
        QVERIFY(isClose(before, session.before, session.before));
        QVERIFY(chart->barToolTip(0, 0).contains(QStringLiteral("baseline 1")));
        session.baselines().remove(0);
        QVERIFY(chart->chartView()->chart().twins.empty());
    }

    void theInspectorTellsWhatChanged()
    {
        Compared session;
        auto* facts = session.find<ui::inspector::FactList>("differenceFacts");
        session.workspace.setSelectedLayer(std::nullopt);
        QCOMPARE(facts->valueOf(QStringLiteral("Energy")), ui::style::energyChange(session.before, session.energy()));
        session.workspace.setSelectedLayer(0);
        QVERIFY(facts->valueOf(QStringLiteral("Changed")).size() > 0);
        QVERIFY(facts->isVisible());
        session.baselines().choose(std::nullopt);
        QVERIFY(!facts->isVisible());
    }

    /// Parts and their sum; a click selects a layer of the part.
    void thePanelListsWhatChangedAndWhy()
    {
        Compared session;
        session.trigger("goTo_comparisonDock");
        auto* view = session.find<BaselineView>("baselineView");
        const QAbstractItemModelTester tester(&view->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto difference = session.baselines().difference();
        QCOMPARE(view->model().rowCount(), static_cast<int>(difference->parts.size()) + 1);
        auto* table = view->findChild<QTableView*>(QStringLiteral("changesTable"));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(view->model().index(1, ChangesModel::What)).center());
        QVERIFY(session.workspace.selectedLayer());
        QCOMPARE(session.workspace.network().layers[*session.workspace.selectedLayer()].name, difference->parts.front().layers.front());
        QCOMPARE(view->model().index(0, ChangesModel::Energy).data().toString(),
                 ui::style::energyChange(session.before, session.energy()));
    }

    /// From what to what, term by term, and where the equation stands; also where nothing changed.
    void everyDifferenceTellsWhatItIsBetween()
    {
        for (const bool changed : {true, false}) {
            Compared session;
            if (!changed) {
                session.trigger("actionPin");
            }
            session.trigger("goTo_comparisonDock");
            const ChangesModel& model = session.find<BaselineView>("baselineView")->model();
            QVERIFY(model.rowCount() > 1);
            for (int row = 0; row < model.rowCount(); ++row) {
                for (const int column : {ChangesModel::Energy, ChangesModel::Cycles}) {
                    QString told = model.index(row, column).data(Qt::ToolTipRole).toString();
                    QVERIFY2(told.contains(QStringLiteral(" before, ")) && told.contains(QStringLiteral("Manual: Cost model")), qPrintable(told));
                    QVERIFY2(!told.contains(QStringLiteral("\n\n")), qPrintable(told));
                }
            }
            const QString sum = model.index(0, ChangesModel::Energy).data(Qt::ToolTipRole).toString();
            QVERIFY2(sum.contains(ui::style::energy(session.energy()) + QStringLiteral(" now")), qPrintable(sum));
        }
    }

    void theComparisonIsCopiedForAPaper()
    {
        Compared session;
        const auto copied = [&](const char* action) {
            session.trigger(action);
            return QGuiApplication::clipboard()->text();
        };
        QVERIFY(copied("changesCopyLatex").contains(QStringLiteral("\\toprule")));
        QVERIFY(copied("changesCopyMarkdown").contains(QStringLiteral("| Before | After | Change (%) |")));
        const QString csv = copied("changesCopyCsv");
        const QString energy = QStringLiteral("\nEnergy,mJ,");
        QVERIFY2(csv.contains(energy), qPrintable(csv));
        QCOMPARE(csv.section(energy, 1).section(QLatin1Char(','), 0, 0).toDouble(), session.before / 1e9);
    }

    void editsOfBaselinesAreUndone()
    {
        Compared session;
        Baselines& baselines = session.baselines();
        baselines.rename(0, QStringLiteral("32 KiB"));
        baselines.pin(baselines.freeName());
        QCOMPARE(baselines.list().all.size(), std::size_t{2});
        QCOMPARE(baselines.list().chosen, std::optional<std::size_t>(1));
        baselines.rename(1, QStringLiteral("32 KiB")); // taken
        QCOMPARE(baselines.list().all[1].name, std::string("baseline 2"));
        baselines.remove(0);
        QCOMPARE(baselines.chosen()->name, std::string("baseline 2"));
        while (session.workspace.undoStack().canUndo()) {
            session.workspace.undoStack().undo();
        }
        QVERIFY(baselines.list().all.empty() && !baselines.difference());
        while (session.workspace.undoStack().canRedo()) {
            session.workspace.undoStack().redo();
        }
        QCOMPARE(baselines.list().all.size(), std::size_t{1});
        WAIT_FOR_ANSWER(session);
        QTRY_VERIFY_WITH_TIMEOUT(baselines.difference(), patience);
        QVERIFY(baselines.difference()->parts.size() == 1 && baselines.difference()->parts.front().runsAsBefore());
    }

    /// The file holds the problem; its schedule is found again in the background, and is the same.
    void baselinesComeBackFromTheFile()
    {
        Compared session;
        QVERIFY(session.window.saveTo(session.path("p.tilescape")));
        QVERIFY(!session.workspace.isModified());
        const double after = session.energy();
        Session other;
        WAIT_FOR_ANSWER(other);
        QVERIFY(other.window.openFile(session.path("p.tilescape")));
        QVERIFY(!other.workspace.isModified());
        WAIT_FOR_ANSWER(other);
        QTRY_VERIFY_WITH_TIMEOUT(other.workspace.baselines().difference(), patience);
        QCOMPARE(other.workspace.baselines().difference()->before.energy.total(), session.before);
        QCOMPARE(other.workspace.baselines().difference()->after.energy.total(), after);
        other.window.openExample();
        QVERIFY(other.workspace.baselines().list().all.empty());
    }

    /// B shows the baseline on chip and timeline, and the result again.
    void chipAndTimelineFlip()
    {
        Compared session;
        auto* timeline = session.find<ui::timeline::TimelineView>("timelineView");
        const double now = timeline->canvas()->content().end();
        QTest::keyClick(&session.window, Qt::Key_B);
        QVERIFY(session.baselines().isShown());
        QCOMPARE(timeline->canvas()->content().end(), session.baselines().schedule()->totals.cycles);
        QVERIFY(now != timeline->canvas()->content().end());
        QCOMPARE(session.find<ui::chip::ChipView>("chipView")->content().bufferWords, Count{32768 / 2});
        QTest::keyClick(&session.window, Qt::Key_B);
        QVERIFY(!session.baselines().isShown());
        QCOMPARE(timeline->canvas()->content().end(), now);
        QCOMPARE(session.find<ui::chip::ChipView>("chipView")->content().bufferWords, Count{65536 / 2});
    }

    /// In a window of a projector's width, too, the chips are told apart by whole words.
    void titlesSideBySideAreNotCut_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("projector") << QSize(1280, 720);
        QTest::newRow("wide") << QSize(1600, 1000);
    }

    void titlesSideBySideAreNotCut()
    {
        QFETCH(QSize, size);
        Session session;
        session.window.resize(size);
        WAIT_FOR_ANSWER(session);
        session.trigger("actionPin");
        session.trigger("actionSideBySide");
        QCoreApplication::processEvents();
        for (const char* layer : {"conv1_a", "pool3_b", "fc1"}) {
            const auto& layers = session.workspace.network().layers;
            session.workspace.setSelectedLayer(static_cast<std::size_t>(
                std::find_if(layers.begin(), layers.end(), [&](const auto& own) { return own.name == layer; }) - layers.begin()));
            QCoreApplication::processEvents();
            for (const char* side : {"chipOfBaseline", "chipOfResult"}) {
                const auto titles = session.find<QWidget>(side)->findChildren<ui::widgets::ElidedLabel*>();
                QVERIFY(!titles.isEmpty() && titles.front()->isVisible());
                const QString shown = titles.front()->shownForm();
                QVERIFY2(titles.front()->fontMetrics().horizontalAdvance(shown) <= titles.front()->contentsRect().width(),
                         qPrintable(QStringLiteral("%1: %2").arg(QLatin1String(side), shown)));
                QVERIFY(shown.contains(QLatin1String(side) == QStringLiteral("chipOfBaseline") ? QStringLiteral("aseline") : QString::fromLatin1(layer)));
            }
        }
        samples::leaveScreenshots(session, QStringLiteral("side_by_side_%1").arg(size.width()));
    }

    /// Shift+B shows both at once, whichever of them the panels are flipped to; a layer is selected in both.
    void chipsAndTimelinesStandSideBySide()
    {
        Compared session;
        const auto chip = [&](const char* side) { return session.find<ui::chip::ChipView>(side); };
        const auto timeline = [&](const char* side) { return session.find<ui::timeline::TimelineView>(side); };
        QTest::keyClick(&session.window, Qt::Key_B, Qt::ShiftModifier);
        QVERIFY(chip("chipOfBaseline")->isVisible() && chip("chipOfResult")->isVisible());
        QTest::keyClick(&session.window, Qt::Key_B);
        QVERIFY(session.baselines().isShown());
        QCOMPARE(chip("chipOfBaseline")->content().bufferWords, Count{32768 / 2});
        QCOMPARE(chip("chipOfResult")->content().bufferWords, Count{65536 / 2});
        session.find<QTabWidget>("sideBySide")->setCurrentIndex(1);
        QCOMPARE(timeline("timelineOfBaseline")->canvas()->content().end(), session.baselines().schedule()->totals.cycles);
        QCOMPARE(timeline("timelineOfResult")->canvas()->content().end(), session.workspace.schedule()->totals.cycles);
        session.find<QTabWidget>("sideBySide")->setCurrentIndex(0);
        session.workspace.setSelectedLayer(1);
        QCoreApplication::processEvents();
        for (const char* side : {"chipOfBaseline", "chipOfResult"}) {
            QCOMPARE(chip(side)->content().layer.name, session.workspace.network().layers[1].name);
        }
        session.find<QTabWidget>("sideBySide")->setCurrentIndex(1);
        session.baselines().choose(std::nullopt);
        QCoreApplication::processEvents();
        QVERIFY(timeline("timelineOfBaseline")->canvas()->content().empty());
    }

    /// The sign of a change stands last, and is not left out where the panel is narrow.
    void aNarrowGraphNamesAllItsSigns()
    {
        Compared session;
        ui::network::NetworkView view(session.workspace);
        view.show();
        auto* legend = view.findChild<ui::plot::LegendStrip*>(QStringLiteral("networkLegend"));
        QTRY_VERIFY(legend->texts().contains(QStringLiteral("Δ changed from the baseline")) && legend->texts().contains(QStringLiteral("bar: energy")));
        for (const int width : {300, 420, 560, 900, 1200}) {
            view.resize(width, 480);
            QCoreApplication::processEvents();
            QVERIFY2(legend->shownItems().size() == legend->items().size(), qPrintable(QString::number(width)));
            QVERIFY2(view.view()->height() > 320, qPrintable(QString::number(width)));
        }
        view.resize(300, 480);
        QCoreApplication::processEvents();
        QVERIFY(view.grab().save(QCoreApplication::applicationDirPath() + QStringLiteral("/../screenshots/network_narrow_changes.png")));
    }

    void anotherNetworkIsComparedByNames()
    {
        Compared session;
        network::Network shorter = session.workspace.problem().network;
        shorter.layers.back().name = "renamed";
        session.workspace.setNetwork(shorter);
        WAIT_FOR_ANSWER(session);
        const QAbstractItemModel* table = session.table();
        QCOMPARE(table->index(table->rowCount() - 1, LayersModel::Changed).data().toString(), QStringLiteral("new layer"));
        QVERIFY(table->index(0, LayersModel::EnergyChange).data().isValid());
    }

    void screenshots_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("dark");
        QTest::newRow("wide") << QSize(1680, 1040) << false;
        QTest::newRow("wide dark") << QSize(1680, 1040) << true;
        QTest::newRow("1280 dark") << QSize(1280, 720) << true;
        QTest::newRow("small") << QSize(1024, 640) << false;
    }

    void screenshots()
    {
        QFETCH(QSize, size);
        QFETCH(bool, dark);
        ui::window::applyTheme(dark ? ui::window::Theme::Dark : ui::window::Theme::Light);
        Compared session;
        session.window.resize(size);
        session.trigger("goTo_comparisonDock");
        QCoreApplication::processEvents();
        samples::leaveScreenshots(session, QStringLiteral("baseline_%1").arg(QString::fromLatin1(QTest::currentDataTag()).replace(u' ', u'_')));
        QTest::keyClick(&session.window, Qt::Key_B, Qt::ShiftModifier);
        for (const int kind : {0, 1}) {
            session.find<QTabWidget>("sideBySide")->setCurrentIndex(kind);
            QCoreApplication::processEvents();
            const QTabBar* tabs = session.find<QTabWidget>("sideBySide")->tabBar();
            for (int tab = 0; tab < tabs->count(); ++tab) { // none is scrolled out of sight
                QVERIFY(tabs->rect().contains(tabs->tabRect(tab)));
            }
            const QString name = QStringLiteral("side_by_side_%1_%2.png").arg(kind).arg(QString::fromLatin1(QTest::currentDataTag()));
            QVERIFY(session.find<QDockWidget>("comparisonDock")->grab().save(QCoreApplication::applicationDirPath() + QStringLiteral("/../screenshots/") + name));
        }
        ui::window::applyTheme(ui::window::Theme::Light);
    }
};

TILESCAPE_TEST(TestBaselines)

} // namespace tst_baselines
#include "tst_baselines.moc"
