#include "tests/registered.h"
#include "window_session.h"
#include "ui/chip/chip_view.h"
#include "ui/timeline/timeline_canvas.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QLabel>
#include <QListView>
#include <QScreen>
#include <QScrollBar>
#include <QTextBrowser>

namespace tst_main_window {

using namespace samples;
using namespace tilescape;

class MainWindowTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Tilescape tests"));
        QCoreApplication::setApplicationName(QStringLiteral("main window"));
    }

    void init()
    {
        QSettings().clear();
        ui::window::applyTheme(ui::window::Theme::Light);
    }

    void opensOnASolvedExample()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        QCOMPARE(session.find<QComboBox>("networkCombo")->currentText(), QStringLiteral("AlexNet"));
        QVERIFY(session.find<QComboBox>("chipCombo")->currentText().startsWith(QStringLiteral("Tangram, 16 x 16 tiles")));
        QCOMPARE(session.find<QuantityBox>("batchBox")->value(), 64.0);
        QCOMPARE(session.text("statusEnergy"), QStringLiteral("Energy ") + ui::style::energy(session.energy()));
        QCOMPARE(session.text("statusWord"), QStringLiteral("Feasible"));
        const schedule::Schedule& schedule = *session.workspace.schedule();
        const double bound = schedule.bound.energyPj;
        const QString gap = ui::style::percentOf(session.energy() - bound, bound);
        QCOMPARE(session.text("statusBound"), QStringLiteral("within %1 of the best possible energy").arg(gap));
        QVERIFY(session.text("statusEffort").startsWith(QStringLiteral("solved in ")));
        QVERIFY(session.workspace.selectedLayer().has_value());
        QVERIFY(!session.window.isWindowModified());
    }

    void turnedBoxChangesTableChartAndStatus()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        const QString status = session.text("statusEnergy");
        const QString table = energyInTable(session, QStringLiteral("fc1"));
        const double chart = energyInChart(session, 0);
        QVERIFY(!table.isEmpty());

        session.type("box_dram_pj", QStringLiteral("0.8 nJ"));
        QCOMPARE(session.workspace.problem().hardware.dramPj, 800.0);
        WAIT_FOR_ANSWER(session);
        QVERIFY(session.text("statusEnergy") != status);
        QCOMPARE(session.text("statusEnergy"), QStringLiteral("Energy ") + ui::style::energy(session.energy()));
        QVERIFY(energyInTable(session, QStringLiteral("fc1")) != table);
        QVERIFY(energyInChart(session, 0) > chart);
        QVERIFY(session.find<QComboBox>("chipCombo")->currentText().endsWith(QStringLiteral("(changed)")));
        QVERIFY(session.window.isWindowModified());

        session.trigger("actionUndo");
        WAIT_FOR_ANSWER(session);
        QCOMPARE(session.text("statusEnergy"), status);
        QCOMPARE(energyInTable(session, QStringLiteral("fc1")), table);
        QCOMPARE(energyInChart(session, 0), chart);
        QVERIFY(!session.window.isWindowModified());
    }

    /// Edits without a pause, on 256 tiles with every option on: new schedules all along, and numbers that are old look old.
    void aDraggedSliderIsAnsweredWhileItMoves()
    {
        Session session;
        session.window.resize(1500, 950);
        QVERIFY(session.window.openFile(QStringLiteral(TILESCAPE_SOURCE_DIR "/examples/alexnet-pipelined.tilescape")));
        WAIT_FOR_ANSWER(session);
        auto* slider = session.find<QSlider>("slider_dram_pj");
        QVERIFY(slider);
        const double before = session.energy();

        int answers = 0;
        connect(&session.workspace, &Workspace::scheduleChanged, &session.window, [&] { ++answers; });
        std::map<double, qint64> replaced; // when the slider went on, by the value that it left
        QElapsedTimer clock;
        clock.start();
        slider->setSliderDown(true);
        const int steps = std::min(slider->maximum() - slider->minimum(), 60);
        // To and fro, once at least: on a busy machine for as long as it takes.
        for (int step = 0; step <= steps || (answers < 3 && clock.elapsed() < 30'000); ++step) {
            replaced[session.workspace.problem().hardware.dramPj] = clock.elapsed();
            const int along = step % (2 * steps) <= steps ? step % (2 * steps) : 2 * steps - step % (2 * steps);
            slider->setSliderPosition(slider->minimum() + along * (slider->maximum() - slider->minimum()) / steps);
            QTest::qWait(8);
            const double shown = session.workspace.schedule()->problem->hardware.dramPj;
            const bool current = shown == session.workspace.problem().hardware.dramPj;
            const bool marked = session.find<QLabel>("statusEnergy")->foregroundRole() == QPalette::PlaceholderText;
            QVERIFY2(current || marked || clock.elapsed() - replaced.at(shown) < 500, "old numbers pass for new ones");
        }
        slider->setSliderDown(false);
        qInfo("%d schedules in %lld ms while the slider moved", answers, clock.elapsed());
        QVERIFY(answers >= 3);
        WAIT_FOR_ANSWER(session);
        QCOMPARE(session.workspace.schedule()->problem->hardware.dramPj, session.workspace.problem().hardware.dramPj);
        QCOMPARE(session.text("statusEnergy"), QStringLiteral("Energy ") + ui::style::energy(session.energy()));
        session.trigger("actionUndo");
        WAIT_FOR_ANSWER(session);
        QCOMPARE(session.energy(), before);
    }

    void countsAreRoundedUpWhereTheSolverCan()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        auto* solver = session.find<QComboBox>("solverCombo");
        const auto choose = [&](const QString& label) {
            solver->setCurrentIndex(solver->findText(label));
            Q_EMIT solver->activated(solver->currentIndex());
        };
        auto* pill = session.find<QToolButton>("roundedFactors");
        choose(QStringLiteral("KAPLA"));
        QVERIFY(pill->isEnabled());
        pill->click();
        QVERIFY(session.workspace.problem().space.roundedFactors);
        WAIT_FOR_ANSWER(session);
        QVERIFY(session.workspace.schedule()->hasResult());
        choose(QStringLiteral("Exhaustive"));
        QVERIFY(!pill->isEnabled());
        QVERIFY(pill->toolTip().contains(QStringLiteral("Choose the solver KAPLA")));
        // Its picture is drawn for whoever waits above it.
        QVERIFY(!pill->toolTip().contains(QStringLiteral("<img")));
        QHelpEvent waits(QEvent::ToolTip, {1, 1}, pill->mapToGlobal(QPoint(1, 1)));
        QCoreApplication::sendEvent(pill, &waits);
        QVERIFY(pill->toolTip().contains(QStringLiteral("<img"))
                && pill->toolTip().contains(QStringLiteral("Choose the solver KAPLA")));
        QVERIFY(session.workspace.problem().space.roundedFactors); // it waits for the solver's return
        session.trigger("actionUndo");
        session.trigger("actionUndo");
        QVERIFY(!session.workspace.problem().space.roundedFactors);
    }

    void toolBarAsksTheQuestion()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        auto* goal = session.find<QComboBox>("goalCombo");
        goal->setCurrentIndex(1);
        Q_EMIT goal->activated(1);
        QCOMPARE(session.workspace.problem().goal, search::Goal::Delay);
        Q_EMIT session.find<QuantityBox>("batchBox")->valueEdited(4);
        QCOMPARE(session.workspace.problem().batch, Count{4});
        session.find<QToolButton>("batchPartition")->click();
        QVERIFY(session.workspace.problem().space.batchPartition);
        session.find<QToolButton>("inputChannelPartition")->click();
        QVERIFY(session.workspace.problem().space.inputChannelPartition);
        session.find<QToolButton>("bufferBypass")->click();
        QVERIFY(!session.workspace.problem().space.bufferBypass[Tensor::Input]);
        // Splits of input channels need hybrid partition: both go in one step.
        session.find<QToolButton>("hybridPartition")->click();
        QVERIFY(!session.workspace.problem().space.inputChannelPartition);
        QVERIFY(!session.find<QToolButton>("inputChannelPartition")->isEnabled());
        session.trigger("actionUndo");
        QVERIFY(session.workspace.problem().space.inputChannelPartition);
        QVERIFY(session.find<QToolButton>("hybridPartition")->isChecked());

        auto* network = session.find<QComboBox>("networkCombo");
        const int other = network->findText(QString::fromStdString(io::loadNetwork("mlp_s").value().name));
        QVERIFY(other >= 0);
        Q_EMIT network->activated(other);
        QVERIFY(session.workspace.problem().network == io::loadNetwork("mlp_s").value());
        QCOMPARE(network->currentIndex(), other);
    }

    void cancelledSolveLeavesTheOldResultMarked()
    {
        Session session{SlowSolve{}};
        WAIT_FOR_ANSWER(session);
        const auto old = session.workspace.schedule();
        QCOMPARE(session.find<QLabel>("statusEnergy")->foregroundRole(), QPalette::WindowText);
        const auto loopNest = [&session] {
            auto* code = session.find("inspectorPanel")->findChild<QTextBrowser*>();
            const auto* scroll = session.find("inspectorPanel")->findChild<QScrollArea*>();
            // Once nothing moves any more. Its left part: a scroll bar may still come or go at the right.
            QImage last;
            for (int tries = 0; tries < 100; ++tries) {
                scroll->verticalScrollBar()->setValue(code->y());
                QTest::qWait(20);
                const QImage now = session.window.grab({code->mapTo(&session.window, QPoint()), QSize(300, 80)}).toImage();
                if (now == last) {
                    break;
                }
                last = now;
            }
            return last;
        };
        const QImage fresh = loopNest();
        session.workspace.setBatch(8);
        QTRY_VERIFY(session.find("cancelSolve")->isVisible());
        QVERIFY(session.find("solveProgress")->isVisible());
        QCOMPARE(session.find<QLabel>("statusEnergy")->foregroundRole(), QPalette::PlaceholderText);
        session.trigger("actionEscape");
        QTRY_VERIFY(!session.workspace.isSolving()); // this solver has no best so far: it is given a moment, then dropped
        QVERIFY(!session.find("cancelSolve")->isVisible());
        QCOMPARE(session.workspace.schedule(), old);
        QVERIFY(session.text("statusWord").startsWith(QStringLiteral("Cancelled")));
        // Dimmed on white: nowhere darker than before.
        const QImage dimmed = loopNest();
        QCOMPARE(dimmed.size(), fresh.size());
        QVERIFY(dimmed != fresh);
        for (int y = 0; y < fresh.height(); ++y) {
            for (int x = 0; x < fresh.width(); ++x) {
                QVERIFY(dimmed.pixelColor(x, y).lightness() + 8 >= fresh.pixelColor(x, y).lightness());
            }
        }
        QVERIFY(!session.find<QAction>("actionExportJson")->isEnabled());
        for (const auto* label : session.window.findChildren<QLabel*>()) {
            QVERIFY2(!label->isVisible() || !label->text().contains(QStringLiteral("solving")), qPrintable(label->text()));
        }
        // The next Esc clears the selection.
        session.workspace.setSelectedLayer(1);
        session.trigger("actionEscape");
        QVERIFY(!session.workspace.selectedLayer());
    }

    void infeasibleProblemIsShownClearly()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        session.type("box_register_bytes_per_pe", QStringLiteral("4"));
        WAIT_FOR_ANSWER(session);
        QCOMPARE(session.workspace.schedule()->status, schedule::Status::Infeasible);
        QCOMPARE(session.text("statusWord"), QStringLiteral("No valid schedule"));
        QVERIFY(!session.find("statusEnergy")->isVisible());
        QVERIFY(session.find<ui::problems::ProblemsList>("problemsList")->isVisible());
        QVERIFY(session.find<QDockWidget>("problemsDock")->windowTitle().startsWith(QStringLiteral("Problems (")));
        leaveScreenshots(session, QStringLiteral("infeasible"));
        session.trigger("actionUndo");
        WAIT_FOR_ANSWER(session);
        QVERIFY(session.find("statusEnergy")->isVisible());
        QTRY_VERIFY(session.find("layersTable")->isVisible());
    }

    void oneLayerIsEnough()
    {
        Session session;
        session.workspace.setNetwork(chainOf(1));
        WAIT_FOR_ANSWER(session);
        QCOMPARE(session.find<QTableView>("layersView")->model()->rowCount(), 1);
        leaveScreenshots(session, QStringLiteral("one_layer"));
    }

    void aThousandLayersAreNotTooMany()
    {
        Session session;
        QVERIFY(session.window.openFile(QStringLiteral(TILESCAPE_SOURCE_DIR "/examples/alexnet-eyeriss.tilescape")));
        session.workspace.setNetwork(chainOf(1000));
        WAIT_FOR_ANSWER(session);
        QCOMPARE(session.find<QTableView>("layersView")->model()->rowCount(), 1000);
        QTRY_VERIFY_WITH_TIMEOUT(!session.window.findChild<ui::network::NetworkView*>()->isLayingOut(), patience);
        leaveScreenshots(session, QStringLiteral("thousand_layers"));
    }

    void keyboardReachesEverything()
    {
        Session session;
        QVERIFY(QTest::qWaitForWindowActive(&session.window));
        QTest::keyClick(&session.window, Qt::Key_Question);
        QTRY_VERIFY(session.window.findChild<QDialog*>(QStringLiteral("keyboardSheet")));
        QVERIFY(session.window.findChild<QDialog*>(QStringLiteral("keyboardSheet"))
                    ->grab().save(QCoreApplication::applicationDirPath() + QStringLiteral("/../screenshots/keyboard_sheet.png")));
        session.window.findChild<QDialog*>(QStringLiteral("keyboardSheet"))->close();
        session.window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&session.window));
        session.find<QDockWidget>("layersDock")->hide();
        QTest::keyClick(&session.window, Qt::Key_6, Qt::ControlModifier);
        QTRY_VERIFY(!session.find<QDockWidget>("layersDock")->isHidden());
        // What has no visible text of its own has a name for screen readers.
        for (const QWidget* widget : session.find<QToolBar>("problemToolBar")->findChildren<QWidget*>()) {
            if (widget->focusPolicy() != Qt::NoFocus && !widget->objectName().isEmpty()
                && !widget->objectName().startsWith(QStringLiteral("qt_"))) {
                QVERIFY2(!widget->accessibleName().isEmpty(), qPrintable(widget->objectName()));
            }
        }
    }

    void namesAreShownAsTheyAreAndDoNotWidenTheWindow()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        network::Network network = chainOf(2);
        network.name = "<b>net</b> &amp; [*] " + std::string(300, 'n');
        network.layers[0].name = network.layers[1].inputs[0] = "<i>%1</i> & " + std::string(400, 'l');
        session.workspace.setNetwork(network);
        WAIT_FOR_ANSWER(session);
        const QString net = QString::fromStdString(network.name);
        const QString layer = QString::fromStdString(network.layers[0].name);
        const auto* title = session.find<QLabel>("inspectorTitle");
        QCOMPARE(title->textFormat(), Qt::PlainText);
        QVERIFY(title->text().endsWith(net));
        QVERIFY(session.window.windowTitle().startsWith(QStringLiteral("<b>net</b> &amp; [*][*] ")));
        session.workspace.setSelectedLayer(0);
        QCOMPARE(title->text(), layer);
        QCoreApplication::processEvents();
        QCOMPARE(session.window.size(), QSize(1680, 1040));
        QVERIFY(session.window.minimumSizeHint().width() <= 1280);
        for (const auto* label : session.window.findChildren<QLabel*>()) {
            QVERIFY2(label->textFormat() == Qt::PlainText || !label->text().contains(layer), qPrintable(label->text()));
        }
        leaveScreenshots(session, QStringLiteral("long_names"));
    }

    /// In the table it filters; where a panel has nothing to be found, layers are searched in the network.
    void ctrlFFindsWhereverTheKeyboardIs()
    {
        Session session(unsolved);
        WAIT_FOR_ANSWER(session);
        session.window.activateWindow();
        const auto focusAfter = [&](QWidget* widget) {
            widget->setFocus();
            QTest::keyClick(widget, Qt::Key_F, Qt::ControlModifier);
            return qobject_cast<QLineEdit*>(QApplication::focusWidget());
        };
        const QLineEdit* network = focusAfter(session.window.findChild<ui::network::NetworkView*>()->view());
        session.find<QDockWidget>("layersDock")->raise();
        const QLineEdit* table = focusAfter(session.find<QTableView>("layersView"));
        QVERIFY(network && table && network != table);
        QCOMPARE(focusAfter(session.find<QuantityBox>("batchBox")), network);
        QCOMPARE(focusAfter(session.find<QComboBox>("networkCombo")), network);
        QCOMPARE(focusAfter(session.find<QuantityBox>("box_dram_pj")), network);
        QCOMPARE(focusAfter(session.find<ui::problems::ProblemsList>("problemsList")->view()), network);
        QCOMPARE(focusAfter(session.window.findChild<ui::chip::ChipView*>()->view()), network);
        QCOMPARE(focusAfter(session.window.findChild<ui::timeline::TimelineCanvas*>()), network);
    }

    void tabGoesThroughTheWholeWindow()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        QVERIFY(QTest::qWaitForWindowActive(&session.window));
        const auto* first = session.find<QComboBox>("networkCombo");
        session.find<QComboBox>("networkCombo")->setFocus();
        QSet<const QWidget*> passed;
        do {
            QVERIFY(QApplication::focusWidget());
            passed.insert(QApplication::focusWidget());
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        } while (QApplication::focusWidget() != first && passed.size() < 500);
        QCOMPARE(QApplication::focusWidget(), first);
        for (const char* name : {"box_tile_rows", "slider_tile_rows", "layersFilter", "layersView"}) {
            QVERIFY2(passed.contains(session.find(name)), name);
        }
    }

    void lightAndDark()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        leaveScreenshots(session, QStringLiteral("light"));
        session.type("box_dram_pj", QStringLiteral("400"));
        WAIT_FOR_ANSWER(session);
        session.trigger("actionDark");
        QVERIFY(ui::style::isDark(session.window.palette()));
        QCOMPARE(ui::window::savedTheme(), ui::window::Theme::Dark);
        // Lines and fills are mixed with the ground, which a style sheet may not take away: they were black.
        for (const QDockWidget* dock : session.window.docks()) {
            for (const QWidget* widget : dock->findChildren<QWidget*>()) {
                QVERIFY2(widget->palette().color(QPalette::Base).alpha() == 255 || qobject_cast<const QScrollBar*>(widget),
                         qPrintable(dock->objectName() + QLatin1Char(' ') + QLatin1String(widget->metaObject()->className())));
            }
        }
        // What differs from the preset stays marked.
        const QWidget* marked = session.find("box_dram_pj");
        const QWidget* other = session.find("box_clock_mhz");
        QTRY_VERIFY(marked->palette().color(QPalette::Base) != other->palette().color(QPalette::Base));
        const QLabel* energy = session.find<QLabel>("statusEnergy");
        QVERIFY(energy->palette().color(energy->foregroundRole()).lightness() > 150);
        leaveScreenshots(session, QStringLiteral("dark"));
        session.window.resize(1280, 800);
        session.trigger("actionResetLayout");
        leaveScreenshots(session, QStringLiteral("small_dark"));
        session.trigger("actionLight");
        QVERIFY(!ui::style::isDark(session.window.palette()));
        leaveScreenshots(session, QStringLiteral("small_light"));
        // Everything is within reach: the window became no wider than asked, and the tool bar hides nothing.
        QCOMPARE(session.window.size(), QSize(1280, 800));
        QVERIFY(session.find("bufferBypass")->isVisible());
    }
};

TILESCAPE_TEST(MainWindowTest)

} // namespace tst_main_window
#include "tst_main_window.moc"
