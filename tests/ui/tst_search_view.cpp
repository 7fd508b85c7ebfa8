#include "explore_samples.h"

#include "core/io/chip_search_json.h"
#include "core/io/files.h"
#include "tests/registered.h"
#include "ui/explore/explore_view.h"
#include "ui/explore/limit_list.h"
#include "ui/explore/measure_choice.h"
#include "ui/explore/points_chart.h"
#include "ui/explore/points_model.h"
#include "ui/explore/search_view.h"
#include "ui/explore/workload_list.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QTemporaryDir>
#include <QTest>

namespace tst_search_view {

using namespace tilescape;
using ui::explore::ExploreView;
using ui::explore::SearchView;

namespace {

/// Networks, limits and a short evolution.
void ask(SearchView& view, std::size_t generations)
{
    view.workloads().setWorkloads({{"lenet_c", 1}, {"mlp_s", 2}});
    explore::Limit area;
    area.measure = "area_mm2";
    area.atMost = 6;
    view.limits().setLimits({area});
    view.setEvolution({16, generations, 1});
}

QString stateOf(const SearchView& view) { return view.findChild<QLabel*>(QStringLiteral("stateSearch"))->text(); }

void show(QWidget& view, QSize size = {900, 520})
{
    view.resize(size);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
}

void runAll(SearchView& view)
{
    samples::press(view, "runSearch");
    QTRY_VERIFY_WITH_TIMEOUT(!view.service().isRunning(), 60'000);
}

} // namespace

class TestSearchView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!explore::canEvolve()) {
            QSKIP("This build has no pagmo.");
        }
    }
    void init() { QApplication::setPalette(samples::lightPalette()); }

    /// The same designs and front as the library finds, which the command line writes.
    void aFrontIsFound()
    {
        const auto workspace = samples::openedWorkspace();
        SearchView view(*workspace);
        show(view);
        ask(view, 3);
        QCOMPARE(stateOf(view), QStringLiteral("At most 48 designs"));
        runAll(view);
        const explore::ChipSearch asked = view.search();
        QCOMPARE(asked.workloads.size(), std::size_t{2});
        const explore::SearchResult found = searchChips(asked, {}, {});
        QVERIFY(view.service().result().designs == found.designs);
        QCOMPARE(view.service().result().front, found.front);
        QVERIFY(!found.front.empty());
        const auto allowed =
            std::count_if(found.designs.begin(), found.designs.end(), [](const auto& each) { return each.allowed(); });
        QCOMPARE(stateOf(view), QStringLiteral("%1 designs, %2 of them allowed, %3 on the front; the chip to begin "
                                               "with is not: %4. A click opens a design.")
                                    .arg(found.designs.size())
                                    .arg(allowed)
                                    .arg(found.front.size())
                                    .arg(QString::fromStdString(found.base.violation)));
        const QAbstractItemModelTester tester(&view.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(view.model().rowCount(), static_cast<int>(found.designs.size()) + 1); // and the chip to begin with
        // Every allowed design is a point, and the front of both objectives that of the search.
        const auto& chart = view.chart().scatter();
        QVERIFY(chart.reference.has_value());
        QCOMPARE(chart.points.size(), static_cast<std::size_t>(allowed) + 1);
        QCOMPARE(chart.line.size(), found.front.size());
        QCOMPARE(view.chart().figure().title, QStringLiteral("Designs of a search"));
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("search")));
        view.resize(420, 700);
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("search_narrow")));
    }

    /// A chip that breaks a limit is no point of the chart; the table says which one.
    void brokenLimitsAreSaid()
    {
        const auto workspace = samples::openedWorkspace();
        SearchView view(*workspace);
        show(view);
        ask(view, 1);
        runAll(view);
        const auto& points = view.model().points().points;
        const auto broken = std::find_if(points.begin(), points.end(), [](const auto& each) { return !each.isGood(); });
        QVERIFY(broken != points.end());
        const int row = static_cast<int>(broken - points.begin());
        const QString said = view.model().index(row, 0).data(Qt::ToolTipRole).toString();
        QVERIFY2(said.contains(QLatin1String("above 6")), qPrintable(said));
        QCOMPARE(view.model().index(row, static_cast<int>(broken->settings.size())).data().toString(),
                 QStringLiteral("not solved"));
    }

    void whereNoneKeepsTheLimitsThatIsSaid()
    {
        const auto workspace = samples::openedWorkspace();
        SearchView view(*workspace);
        show(view);
        ask(view, 1);
        explore::Limit area;
        area.measure = "area_mm2";
        area.atMost = 0.001;
        view.limits().setLimits({area});
        runAll(view);
        QVERIFY2(stateOf(view).contains(QLatin1String("designs, none has a schedule and keeps the limits")),
                 qPrintable(stateOf(view)));
    }

    /// Where it keeps the limits, designs are compared with it; where it does not, its point may lie below all others and says so.
    void theChipToBeginWithMayBreakALimit()
    {
        const auto workspace = samples::openedWorkspace();
        SearchView view(*workspace);
        show(view);
        ask(view, 2);
        runAll(view);
        QVERIFY(!view.service().result().base.allowed() && !view.service().result().front.empty());
        QCOMPARE(view.chart().scatter().referenceName, QStringLiteral("to begin with, not allowed"));
        view.limits().setLimits({});
        runAll(view);
        QVERIFY(view.service().result().base.allowed());
        QCOMPARE(view.chart().scatter().referenceName, QStringLiteral("to begin with"));
        const auto better = betterThanBase(view.service().search(), view.service().result()).size();
        QVERIFY2(stateOf(view).contains(QStringLiteral("%1 better than the chip to begin with").arg(better)),
                 qPrintable(stateOf(view)));
    }

    /// Where every variable has a list there are so many, however many are bred.
    void thereAreNoMoreDesignsThanValuesMake()
    {
        const auto workspace = samples::openedWorkspace();
        SearchView view(*workspace);
        show(view);
        view.variables().setAxes({{{"pe_rows"}, {{"4"}, {"8"}, {"12"}}, {}}, {{"pe_columns"}, {{"4"}, {"8"}}, {}}});
        QCOMPARE(stateOf(view), QStringLiteral("At most 6 designs"));
    }

    /// As one undo step, for the network that is open.
    void aClickOpensTheChip()
    {
        const auto workspace = samples::openedWorkspace();
        SearchView view(*workspace);
        show(view);
        ask(view, 2);
        runAll(view);
        const schedule::Problem before = workspace->problem();
        const std::size_t design = view.service().result().front.front();
        const auto& numbers = view.chart().content().numbers;
        const auto index = static_cast<std::size_t>(std::find(numbers.begin(), numbers.end(), design) - numbers.begin());
        QTest::mouseClick(&view.chart(), Qt::LeftButton, {}, view.chart().placeOf(index).toPoint());
        const auto& settings = view.service().result().designs[*view.chart().chosen()].settings;
        QCOMPARE(workspace->problem(), problemWith(view.service().search().base, settings));
        QCOMPARE(workspace->problem().network, before.network);
        QVERIFY(view.search() == view.service().search()); // what is asked stays
        view.openPoint(ui::explore::PointSet::baseNumber);
        QCOMPARE(workspace->problem(), before);
        workspace->undoStack().undo();
        workspace->undoStack().undo();
        QCOMPARE(workspace->problem(), before);
    }

    /// Designs come while it runs; what was stopped goes on to the same end.
    void theFrontGrowsAndGoesOn()
    {
        QTemporaryDir folder;
        const auto workspace = samples::openedWorkspace();
        workspace->explorations().setJournalFolder(folder.path());
        SearchView view(*workspace);
        show(view);
        view.workloads().setWorkloads({{"googlenet", 1}}); // a tenth of a second for each chip
        view.setEvolution({8, 40, 1});
        samples::press(view, "runSearch");
        QTRY_VERIFY_WITH_TIMEOUT(view.service().generation() > 0, 60'000);
        QVERIFY(view.service().isRunning());
        QVERIFY(view.chart().pointCount() > 0);
        samples::press(view, "pauseSearch");
        QVERIFY2(stateOf(view).endsWith(QLatin1String(", paused")), qPrintable(stateOf(view)));
        samples::press(view, "stopSearch");
        QVERIFY2(stateOf(view).startsWith(QLatin1String("Stopped in generation ")), qPrintable(stateOf(view)));
        QCOMPARE(view.findChild<QPushButton*>(QStringLiteral("runSearch"))->text(), QStringLiteral("Resume"));
        runAll(view);
        QVERIFY(view.service().isComplete());
        QVERIFY(view.service().result().designs == searchChips(view.search(), view.service().evaluations(), {}).designs);
    }

    void whatCannotBeSearchedSaysWhy()
    {
        const auto workspace = samples::openedWorkspace();
        SearchView view(*workspace);
        show(view);
        view.objectives().setMeasures({});
        QVERIFY2(stateOf(view).contains(QLatin1String("There is none")), qPrintable(stateOf(view)));
        QVERIFY(!view.findChild<QPushButton*>(QStringLiteral("runSearch"))->isEnabled());
        view.objectives().setMeasures({"area_mm2"});
        view.workloads().setWorkloads({{"lenet_c", 1}, {"lenet_c", 1}});
        QVERIFY2(stateOf(view).contains(QLatin1String("'lenet_c' is there already")), qPrintable(stateOf(view)));
        view.workloads().setWorkloads({{"lenet_c", 1}});
        QVERIFY(view.findChild<QPushButton*>(QStringLiteral("runSearch"))->isEnabled());
        samples::press(view, "addNetwork");
        QCOMPARE(view.search().workloads.size(), std::size_t{2});
        samples::press(view, "addLimit");
        QCOMPARE(view.search().limits.size(), std::size_t{1});
        QCOMPARE(view.search().limits.front().atMost, 100.0);
    }

    /// The files of the command line, whichever tab is in front; what is saved is the same search.
    void filesAreOpenedAndSaved()
    {
        QTemporaryDir folder;
        const auto workspace = samples::openedWorkspace();
        ExploreView view(*workspace);
        show(view);
        const QString path = QStringLiteral(TILESCAPE_SOURCE_DIR "/examples/explore/chip-search.json");
        QVERIFY(view.open(path));
        QCOMPARE(view.currentIndex(), 1);
        const auto wanted = io::readChipSearch(io::readFile(path.toStdString()).value(), path.toStdString()).value();
        const explore::ChipSearch asked = view.searches().search();
        QCOMPARE(asked.workloads, wanted.workloads);
        QCOMPARE(asked.variables, wanted.variables);
        QCOMPARE(asked.objectives, wanted.objectives);
        QCOMPARE(asked.limits, wanted.limits);
        QCOMPARE(asked.evolution, wanted.evolution);
        QCOMPARE(asked.base.problem, problemWith(wanted.base, {}));
        QTest::qWait(100); // rows that came with the file are laid out
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("search_opened")));
        const QString saved = folder.filePath(QStringLiteral("s.json"));
        QVERIFY(view.searches().saveTo(saved, SearchView::Saved::Question));
        const auto again = io::readChipSearch(io::readFile(saved.toStdString()).value(), saved.toStdString());
        QVERIFY2(again.ok(), again.ok() ? "" : support::describe(again.faults()).c_str());
        QVERIFY(again.value() == asked);
        QVERIFY(view.open(QStringLiteral(TILESCAPE_SOURCE_DIR "/examples/explore/buffer-against-array.json")));
        QCOMPARE(view.currentIndex(), 0);
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("explore_example")));
    }
};

TILESCAPE_TEST(TestSearchView)

} // namespace tst_search_view
#include "tst_search_view.moc"
