#include "sweep_samples.h"

#include "core/explore/sobol.h"
#include "core/io/files.h"
#include "core/io/hardware_json.h"
#include "core/io/sweep_json.h"
#include "core/io/sweep_result.h"
#include "tests/registered.h"
#include "ui/explore/points_chart.h"
#include "ui/explore/points_model.h"
#include "ui/explore/values_editor.h"

#include <QSpinBox>
#include <QTemporaryDir>

namespace tst_sweep_runs {

using namespace samples;

namespace {

/// Shows the view, and opens a file that has this text from now on.
bool opensFile(SweepView& view, const QString& path, const std::string& text)
{
    show(view);
    return io::writeFile(path.toStdString(), text).empty() && view.open(path);
}

} // namespace

/// Sweeps that pause, stop, are killed and gone on with, and their files.
class TestSweepRuns : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QApplication::setPalette(samples::lightPalette()); }

    void pausesAndGoesOn()
    {
        const auto workspace = openedWorkspace();
        SweepView view(*workspace);
        show(view);
        setAxes(view, 100, 4);
        press(view, "runSweep");
        press(view, "pauseSweep");
        QVERIFY(stateOf(view).endsWith(QLatin1String(", paused")));
        QTest::qWait(300); // what had begun ends
        const std::size_t done = view.service().results().size();
        QTest::qWait(300);
        QCOMPARE(view.service().results().size(), done);
        QVERIFY(done < view.service().pointCount());
        press(view, "pauseSweep");
        QTRY_VERIFY_WITH_TIMEOUT(!view.service().isRunning(), 60'000);
        QCOMPARE(view.service().results().size(), view.service().pointCount());
    }

    /// What is pressed is disabled while the sweep runs: the keyboard goes to Pause, and back.
    void theKeyboardStaysAtTheRun()
    {
        const auto workspace = openedWorkspace();
        SweepView view(*workspace);
        show(view);
        view.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&view));
        setAxes(view, 6, 4);
        const auto button = [&view](const char* name) { return view.findChild<QPushButton*>(QLatin1String(name)); };
        button("runSweep")->setFocus();
        QTest::keyClick(button("runSweep"), Qt::Key_Space);
        QVERIFY(view.service().isRunning());
        QCOMPARE(view.focusWidget(), button("pauseSweep"));
        QTRY_VERIFY_WITH_TIMEOUT(!view.service().isRunning(), 60'000);
        QTRY_COMPARE(view.focusWidget(), button("runSweep"));
    }

    /// The sweep's file gives the command line the same points.
    void resultsAndSweepAreSaved()
    {
        const auto workspace = openedWorkspace();
        SweepView view(*workspace);
        show(view);
        setAxes(view, 3, 2);
        runAll(view);
        QTemporaryDir folder;
        QVERIFY(view.saveTo(folder.filePath(QStringLiteral("r.csv")), SweepView::Saved::Csv));
        QVERIFY(view.saveTo(folder.filePath(QStringLiteral("r.json")), SweepView::Saved::Json));
        QVERIFY(view.saveTo(folder.filePath(QStringLiteral("s.json")), SweepView::Saved::Question));
        const std::string file = folder.filePath(QStringLiteral("s.json")).toStdString();
        const auto sweep = io::readSweep(io::readFile(file).value(), file);
        QVERIFY2(sweep.ok(), sweep.ok() ? "" : support::describe(sweep.faults()).c_str());
        const explore::PointResults results = runSweep(sweep.value(), {}, {});
        QVERIFY(results == view.service().results());
        QCOMPARE(io::readFile(folder.filePath(QStringLiteral("r.csv")).toStdString()).value(), io::writeSweepCsv(sweep.value(), results));
        QVERIFY(!view.saveTo(folder.filePath(QStringLiteral("no/r.csv")), SweepView::Saved::Csv));
        QVERIFY2(stateOf(view).contains(QLatin1String("the file cannot be written")), qPrintable(stateOf(view)));
    }

    /// Points between others that are near enough are not solved, and say so.
    void betweenPricesOnlySomePointsAreSolved()
    {
        const auto workspace = openedWorkspace();
        SweepView view(*workspace);
        show(view);
        view.axes().rows()[0]->setKey("dram_pj");
        view.axes().rows()[0]->setRange(100, 200, 9);
        view.axes().rows()[1]->setKey("mac_pj");
        view.axes().rows()[1]->setRange(1, 2, 9);
        auto* within = view.findChild<QComboBox*>(QStringLiteral("within"));
        QVERIFY(within);
        QVERIFY(within->isEnabled());
        QCOMPARE(view.sweep().options.within, 0.001);
        within->setCurrentIndex(within->findText(QStringLiteral("what is not within 1 %")));
        QCOMPARE(view.sweep().options.within, 0.01);
        runAll(view);
        QVERIFY(view.service().results() == runSweep(view.sweep(), {}, {}));
        int taken = 0;
        for (int row = 0; row < view.model().rowCount(); ++row) {
            const QModelIndex index = view.model().index(row, 2);
            const bool italic = index.data(Qt::FontRole).value<QFont>().italic();
            taken += italic ? 1 : 0;
            QCOMPARE(index.data(Qt::ToolTipRole).toString().startsWith(QLatin1String("The schedule of another point, at most ")), italic);
        }
        QVERIFY2(taken > 40 && taken < 81, qPrintable(QString::number(taken)));
        const explore::Sweep asked = view.sweep();
        within->setCurrentIndex(0);
        view.setWithin(0.025); // as a file may have
        QCOMPARE(view.sweep().options.within, 0.025);
        QVERIFY(view.sweep() != asked);
        view.axes().rows()[0]->setKey("batch");
        QVERIFY(within->isEnabled());
        view.axes().rows()[1]->setKey("pe_rows");
        QVERIFY(!within->isEnabled());
        QCOMPARE(within->currentText(), QStringLiteral("every point"));
        QCOMPARE(view.sweep().options.within, 0.0);
    }

    /// What was found stays, and another run begins anew.
    void stopKeepsWhatWasFound()
    {
        const auto workspace = openedWorkspace();
        SweepView view(*workspace);
        show(view);
        runAndStop(view, 200, 4);
        const std::size_t done = view.service().results().size();
        QVERIFY(done > 0 && done < view.service().pointCount());
        QVERIFY(!view.service().isRunning());
        setAxes(view, 2, 2);
        runAll(view);
        QCOMPARE(view.service().results().size(), std::size_t{4});
    }

    /// What the command line reads, the window asks.
    void filesOfTheCommandLineAreOpened()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("s.json"));
        const std::string text =
            R"({"format": "tilescape-sweep", "version": 1, "name": "Small", "network": "lenet_c", "hardware": "eyeriss_isca16",)"
            R"("set": {"batch": 2, "dram_pj": 100}, "pattern": "sobol", "points": 6, "objectives": ["gops", "area_mm2"],)"
            R"("axes": [{"keys": ["pe_rows", "pe_columns"], "values": [8, [8, 16]]}, {"key": "buffer_bytes_per_tile", "from": "1 KiB", "to": "64 KiB", "scale": "linear"}]})";
        const auto workspace = openedWorkspace();
        SweepView view(*workspace);
        QVERIFY(opensFile(view, path, text));
        const explore::Sweep wanted = io::readSweep(text, path.toStdString()).value();
        const explore::Sweep asked = view.sweep();
        QCOMPARE(asked.pattern, explore::Pattern::Sobol);
        QCOMPARE(asked.axes, wanted.axes);
        QCOMPARE(asked.objectives, wanted.objectives);
        QCOMPARE(workspace->problem().batch, Count{2});
        QCOMPARE(workspace->problem().hardware.dramPj, 100.0);
        runAll(view);
        QVERIFY(view.service().results() == runSweep(wanted, {}, {}));
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("explore_opened")));
        workspace->undoStack().undo();
        QCOMPARE(workspace->problem().batch, openedWorkspace()->problem().batch);
        QVERIFY(!view.open(folder.filePath(QStringLiteral("none.json"))));
        QVERIFY2(stateOf(view).contains(QLatin1String("none.json")), qPrintable(stateOf(view)));
    }

    /// A range of a file is shown as a range, edited as one, and saved as one.
    void rangesStayRanges()
    {
        const std::string start = R"({"format": "tilescape-sweep", "version": 1, "network": "lenet_c", "hardware": "eyeriss_isca16", "within": 0,)";
        const std::string text = start + R"("axes": [{"key": "buffer_bytes_per_tile", "from": "1 KiB", "to": "64 KiB", "steps": 5, "scale": "linear"},)"
                                         R"({"keys": ["pe_rows", "pe_columns"], "from": 4, "to": 16, "steps": 3},)"
                                         R"({"key": "dram_pj", "from": 100, "to": 200, "steps": 12000}]})";
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("s.json"));
        const auto workspace = openedWorkspace();
        SweepView view(*workspace);
        QVERIFY(opensFile(view, path, text));
        const explore::Sweep wanted = io::readSweep(text, path.toStdString()).value();
        QVERIFY(view.sweep().axes[0] == wanted.axes[0]);
        QVERIFY(view.sweep().axes[1] == wanted.axes[1]);
        QCOMPARE(view.sweep().axes[2].values, wanted.axes[2].values); // more steps than the box takes: a list
        QVERIFY(!view.sweep().axes[2].spacing);
        const auto rows = view.axes().rows();
        QVERIFY(rows[0]->findChild<ui::explore::RangeEditor*>() && rows[1]->findChild<ui::explore::RangeEditor*>());
        QVERIFY(rows[2]->findChild<ui::explore::ListEditor*>());
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("explore_ranges")));
        rows[2]->setRange(100, 200, 2);
        rows[0]->findChild<QSpinBox*>()->setValue(7);
        const QString saved = folder.filePath(QStringLiteral("again.json"));
        QVERIFY(view.saveTo(saved, SweepView::Saved::Question));
        const std::string written = io::readFile(saved.toStdString()).value();
        const explore::Sweep again = io::readSweep(written, saved.toStdString()).value();
        QCOMPARE(again.axes[0].spacing, (explore::Spacing{{1024, 65536, false}, 7}));
        QCOMPARE(again.axes[1].spacing, wanted.axes[1].spacing);
        QVERIFY(again == view.sweep());
        SweepView other(*workspace);
        QVERIFY(other.open(saved));
        QVERIFY(other.sweep() == again);
    }

    /// A window that was killed left its journal: the same sweep is offered to be gone on with.
    void aKilledSweepIsOfferedAgain()
    {
        QTemporaryDir folder;
        {
            const auto workspace = openedWorkspace();
            workspace->explorations().setJournalFolder(folder.path());
            SweepView view(*workspace);
            show(view);
            setAxes(view, 150, 4);
            press(view, "runSweep");
            QTRY_VERIFY(!view.service().results().empty());
            press(view, "stopSweep");
            QCOMPARE(view.findChild<QPushButton*>(QStringLiteral("runSweep"))->text(), QStringLiteral("Resume"));
        } // the journal stays, as after a kill
        const auto workspace = openedWorkspace();
        workspace->explorations().setJournalFolder(folder.path());
        SweepView view(*workspace);
        show(view);
        auto* run = view.findChild<QPushButton*>(QStringLiteral("runSweep"));
        setAxes(view, 149, 4);
        QCOMPARE(run->text(), QStringLiteral("Run"));
        setAxes(view, 150, 4);
        QCOMPARE(run->text(), QStringLiteral("Resume"));
        QVERIFY(view.findChild<QAction*>(QStringLiteral("anewSweep"))->isEnabled());
        QVERIFY2(stateOf(view).endsWith(QLatin1String("of 600 points are known")), qPrintable(stateOf(view)));
        const QStringList unfinished = workspace->explorations().journals().questions();
        QCOMPARE(unfinished.size(), 1);
        setAxes(view, 2, 2);
        QVERIFY(view.open(unfinished.front()));
        QCOMPARE(run->text(), QStringLiteral("Resume"));
        press(view, "runSweep");
        QTRY_VERIFY_WITH_TIMEOUT(!view.service().isRunning(), 60'000);
        QCOMPARE(view.service().results().size(), std::size_t{600});
        QCOMPARE(run->text(), QStringLiteral("Run"));
        QVERIFY(view.service().results() == runSweep(view.service().sweep(), {}, {}));
    }

    /// A sweep that stopped half way is gone on with around its own base, after a point of it was opened and after it was saved.
    void openingAPointKeepsTheSweep()
    {
        const auto workspace = openedWorkspace();
        SweepView view(*workspace);
        show(view);
        runAndStop(view, 150, 4);
        const auto results = view.service().results();
        view.openPoint(results.rbegin()->first);
        QTRY_COMPARE(view.findChild<QPushButton*>(QStringLiteral("runSweep"))->text(), QStringLiteral("Resume"));
        const io::Explorations kept = workspace->explorations().saved();
        workspace->explorations().restore({});
        QCOMPARE(view.model().rowCount(), 0);
        workspace->explorations().restore(kept);
        QCOMPARE(view.model().rowCount(), static_cast<int>(results.size()));
        QCOMPARE(view.findChild<QPushButton*>(QStringLiteral("runSweep"))->text(), QStringLiteral("Resume"));
        workspace->setBatch(3);
        QTRY_COMPARE(view.findChild<QPushButton*>(QStringLiteral("runSweep"))->text(), QStringLiteral("Run"));
    }
};

TILESCAPE_TEST(TestSweepRuns)

} // namespace tst_sweep_runs
#include "tst_sweep_runs.moc"
