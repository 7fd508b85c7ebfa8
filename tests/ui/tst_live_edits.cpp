#include "tests/core/schedule/problem_samples.h"
#include "slow_solve.h"
#include "tests/registered.h"
#include "view_samples.h"

#include "core/hardware/parameters.h"
#include "core/io/schedule_json.h"
#include "core/schedule/evaluate.h"
#include "ui/workspace/answer_cache.h"

#include <QSignalSpy>
#include <QTest>

#include <atomic>
#include <random>
#include <thread>

namespace tst_live_edits {

using namespace tilescape;
using ui::workspace::AnswerCache;
using ui::workspace::Workspace;

namespace {

constexpr int patience = 60000;

struct Session {
    samples::HeldSolve solve;
    Workspace workspace;

    explicit Session(ui::workspace::SolverService::Refine refine = {}) : workspace(solve, std::move(refine))
    {
        workspace.open(samples::pipelinedProblem(), {});
        [this] { QTRY_VERIFY_WITH_TIMEOUT(isAnswered(), patience); }();
    }
    [[nodiscard]] bool isAnswered() const { return workspace.schedule() && !workspace.isStale(); }
    void set(const char* key, double value) { workspace.setParameter(QString::fromUtf8(key), value); }
    [[nodiscard]] bool isRefined() const { return workspace.provisional() == Workspace::Provisional::Refined; }
    [[nodiscard]] double energy() const { return workspace.schedule()->totals.energy.total(); }
};

/// The schedule without the record of its search, which tells what earlier solves had left to find.
std::string bytesOf(schedule::Schedule schedule)
{
    schedule.counts = {};
    schedule.segmentCounts = {};
    schedule.segmentCountsByLayer.clear();
    schedule.chains = {};
    schedule.segmentSearches.clear();
    schedule.status = schedule::Status::Feasible;
    return io::writeScheduleJson(schedule);
}

/// The schemes of the standing schedule, evaluated for another problem.
schedule::Schedule evaluated(const schedule::Problem& problem, const schedule::Schedule& standing)
{
    schedule::Problem settled = problem;
    settled.space = schedule::usableSpace(problem);
    return schedule::evaluate(std::make_shared<const schedule::Problem>(settled), standing.inputPartition, schedule::schemesOf(standing));
}

} // namespace

/// An edit is answered in three steps: at once with the standing schedule priced anew, then with the best that has its segments and regions,
/// then with the best one.
class LiveEditsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theStandingScheduleIsPricedAtOnce_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<double>("factor");
        QTest::newRow("price of DRAM") << QByteArray("dram_pj") << 1.5;
        QTest::newRow("price of a hop") << QByteArray("hop_pj") << 2.0;
        QTest::newRow("static power") << QByteArray("static_milliwatts") << 3.0;
        QTest::newRow("clock") << QByteArray("clock_mhz") << 1.25;
        QTest::newRow("bandwidth") << QByteArray("dram_gigabytes_per_second") << 0.5;
        QTest::newRow("more buffer") << QByteArray("buffer_bytes_per_tile") << 2.0;
    }

    void theStandingScheduleIsPricedAtOnce()
    {
        QFETCH(const QByteArray, key);
        QFETCH(const double, factor);
        Session session;
        const auto standing = session.workspace.schedule();
        const hardware::Parameter* parameter = hardware::findParameter(key.toStdString());
        QVERIFY(parameter);
        double value = parameter->get(session.workspace.problem().hardware) * factor;
        if (!std::isfinite(value) || value == 0) {
            value = parameter->smallest * 10;
        }
        *session.solve.holds = true;
        QSignalSpy published(&session.workspace, &Workspace::scheduleChanged);
        session.set(key.constData(), value);
        QCOMPARE(published.size(), 1);
        QVERIFY(session.workspace.isProvisional());
        QVERIFY(session.workspace.isStale());
        QVERIFY(!session.workspace.looksStale());
        const schedule::Schedule expected = evaluated(session.workspace.problem(), *standing);
        QVERIFY(expected.hasResult());
        QCOMPARE(bytesOf(*session.workspace.schedule()), bytesOf(expected));
        *session.solve.holds = false;
        QTRY_VERIFY_WITH_TIMEOUT(session.isAnswered(), patience);
        QCOMPARE(published.size(), 2);
        QVERIFY(!session.workspace.isProvisional());
        QCOMPARE(bytesOf(*session.workspace.schedule()), bytesOf(schedule::solve(session.workspace.problem())));
    }

    void whatDoesNotFitIsNotPriced()
    {
        Session session;
        const auto standing = session.workspace.schedule();
        *session.solve.holds = true;
        session.set("buffer_bytes_per_tile", 256);
        QVERIFY(!session.workspace.isProvisional());
        QCOMPARE(session.workspace.schedule(), standing);
        session.workspace.undoStack().undo();
        session.workspace.setBatch(5);
        QVERIFY(!session.workspace.isProvisional());
        QCOMPARE(session.workspace.schedule(), standing);
        *session.solve.holds = false;
        QTRY_VERIFY_WITH_TIMEOUT(session.isAnswered(), patience);
    }

    /// More tiles: other ways to the memory. That takes long, and comes from a worker.
    void onAnotherGridItIsPricedInTheBackground()
    {
        Session session;
        const auto standing = session.workspace.schedule();
        *session.solve.holds = true;
        session.set("tile_rows", 6);
        QVERIFY(!session.workspace.isProvisional());
        QTRY_VERIFY_WITH_TIMEOUT(session.workspace.isProvisional(), patience);
        QCOMPARE(bytesOf(*session.workspace.schedule()), bytesOf(evaluated(session.workspace.problem(), *standing)));
        *session.solve.holds = false;
        QTRY_VERIFY_WITH_TIMEOUT(session.isAnswered(), patience);
    }

    /// Larger buffers: what stands gets better in its regions, long before the best schedule is there.
    void whatStandsIsRefined()
    {
        Session session(schedule::refine);
        const auto standing = session.workspace.schedule();
        *session.solve.holds = true;
        session.set("register_bytes_per_pe", 256);
        const double priced = session.energy();
        QTRY_VERIFY_WITH_TIMEOUT(session.isRefined(), patience);
        QVERIFY(session.workspace.isProvisional() && session.workspace.isStale() && session.workspace.isSolving());
        QVERIFY(!session.workspace.looksStale());
        QVERIFY(session.energy() < priced);
        const auto refined = schedule::refine(session.workspace.problem(), *standing);
        QCOMPARE(bytesOf(*session.workspace.schedule()), bytesOf(*refined));
        *session.solve.holds = false;
        QTRY_VERIFY_WITH_TIMEOUT(session.isAnswered(), patience);
        QVERIFY(!session.isRefined());
        QCOMPARE(bytesOf(*session.workspace.schedule()), bytesOf(schedule::solve(session.workspace.problem())));
    }

    /// A buffer that has become too small leaves nothing to price, another batch neither; refining has a schedule soon.
    void whatDoesNotFitIsRefined()
    {
        Session session(schedule::refine);
        *session.solve.holds = true;
        session.set("buffer_bytes_per_tile", 4096);
        QVERIFY(!session.workspace.isProvisional());
        QTRY_VERIFY_WITH_TIMEOUT(session.isRefined(), patience);
        QCOMPARE(session.workspace.schedule()->problem->hardware.bufferBytesPerTile, 4096.0);
        session.workspace.setBatch(5);
        QVERIFY(!session.isRefined());
        QTRY_VERIFY_WITH_TIMEOUT(session.isRefined(), patience);
        QCOMPARE(session.workspace.schedule()->problem->batch, Count{5});
        // Cancelled, it stays, and is marked as not searched.
        session.workspace.cancelSolve();
        QTRY_VERIFY_WITH_TIMEOUT(!session.workspace.isSolving(), patience);
        QVERIFY(session.isRefined() || !session.workspace.isStale());
        *session.solve.holds = false;
        session.workspace.solveAgain();
        QTRY_VERIFY_WITH_TIMEOUT(session.isAnswered(), patience);
        QVERIFY(!session.isRefined());
    }

    /// What is no better than what is shown is not shown; what breaks down is only missed.
    void whatIsNoBetterIsNotShown()
    {
        bool breaksDown = false;
        std::atomic<int> calls = 0;
        Session session([&](const schedule::Problem& problem, const schedule::Schedule& standing, const schedule::SolveControl&) {
            ++calls;
            if (breaksDown) {
                throw std::bad_alloc();
            }
            return schedule::priceAnew(problem, standing);
        });
        QSignalSpy published(&session.workspace, &Workspace::scheduleChanged);
        for (const double price : {500.0, 600.0}) {
            *session.solve.holds = true;
            const int before = calls;
            session.set("dram_pj", price);
            QTRY_COMPARE_WITH_TIMEOUT(calls.load(), before + 1, patience);
            QTest::qWait(20);
            QVERIFY(session.workspace.isProvisional() && !session.isRefined());
            *session.solve.holds = false;
            QTRY_VERIFY_WITH_TIMEOUT(session.isAnswered(), patience);
            breaksDown = true;
        }
        QCOMPARE(published.size(), 4);
    }

    /// A long solve from nothing: what it has found is shown, marked, until the answer is there; one that is worse is not.
    void whatTheSolveHasFoundIsShown()
    {
        std::atomic<bool> holds = true;
        const schedule::Problem problem = samples::pipelinedProblem();
        schedule::Problem fewer = problem;
        fewer.space = {};
        const schedule::Schedule first = schedule::solve(fewer);
        const schedule::Schedule best = schedule::solve(problem);
        QVERIFY(best.totals.energy.total() < first.totals.energy.total());
        Workspace workspace([&](const schedule::Problem& asked, const schedule::SolveControl& control) {
            if (!control.onBetter) {
                return schedule::solve(asked, control); // ahead, or to explain
            }
            for (const schedule::Schedule* found : {&first, &best, &first}) {
                control.onBetter(*found);
                std::this_thread::sleep_for(std::chrono::milliseconds(200));
            }
            while (holds && !control.stop.stop_requested()) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            return best;
        });
        std::vector<double> shown;
        QObject::connect(&workspace, &Workspace::scheduleChanged, &workspace, [&] {
            if (workspace.provisional() == Workspace::Provisional::BestSoFar) {
                shown.push_back(workspace.schedule()->totals.energy.total());
            }
        });
        workspace.open(problem, {});
        QTRY_COMPARE_WITH_TIMEOUT(shown.size(), std::size_t{2}, patience);
        QVERIFY(shown == (std::vector{first.totals.energy.total(), best.totals.energy.total()}));
        QVERIFY(workspace.isStale() && workspace.isSolving() && !workspace.looksStale());
        QTest::qWait(450);
        QCOMPARE(shown.size(), std::size_t{2});
        holds = false;
        QTRY_VERIFY_WITH_TIMEOUT(!workspace.isStale(), patience);
        QVERIFY(!workspace.isProvisional());
    }

    /// Solved again, an answer stays until the next is there, whatever the solve comes across on its way.
    void anAnswerThatIsSolvedAgainStays()
    {
        const schedule::Problem problem = samples::pipelinedProblem();
        schedule::Problem fewer = problem;
        fewer.space = {};
        const schedule::Schedule first = schedule::solve(fewer);
        const schedule::Schedule best = schedule::solve(problem);
        Workspace workspace([&](const schedule::Problem& asked, const schedule::SolveControl& control) {
            if (!control.onBetter) {
                return schedule::solve(asked, control); // ahead, or to explain
            }
            control.onBetter(first);
            std::this_thread::sleep_for(std::chrono::milliseconds(300));
            return best;
        });
        workspace.open(problem, {});
        QTRY_VERIFY_WITH_TIMEOUT(workspace.schedule() && !workspace.isStale(), patience);
        double worst = 0;
        QObject::connect(&workspace, &Workspace::scheduleChanged, &workspace,
                         [&] { worst = std::max(worst, workspace.schedule()->totals.energy.total()); });
        workspace.solveAgain();
        QVERIFY(workspace.isStale() && workspace.isProvisional());
        QTRY_VERIFY_WITH_TIMEOUT(!workspace.isStale(), patience);
        QCOMPARE(worst, best.totals.energy.total());
    }

    /// A quick answer comes without a flicker: what was found on the way to it is not shown.
    void ofAQuickSolveOnlyTheAnswerIsShown()
    {
        Workspace workspace([](const schedule::Problem& problem, const schedule::SolveControl& control) {
            schedule::Schedule answer = schedule::solve(problem);
            if (control.onBetter) {
                control.onBetter(answer);
            }
            return answer;
        });
        bool isFirstShown = false;
        QObject::connect(&workspace, &Workspace::scheduleChanged, &workspace, [&] { isFirstShown |= workspace.isProvisional(); });
        workspace.open(samples::pipelinedProblem(), {});
        QTRY_VERIFY_WITH_TIMEOUT(workspace.schedule() && !workspace.isStale(), patience);
        QVERIFY(!isFirstShown);
    }

    /// A slider that moves while each solve takes long: of what was asked in between, some is refined and shown, for the newest problem.
    void aRowOfEditsIsRefinedOnTheWay()
    {
        Session session(schedule::refine);
        *session.solve.holds = true;
        int shown = 0;
        QObject::connect(&session.workspace, &Workspace::scheduleChanged, &session.workspace,
                         [&] { shown += session.workspace.schedule()->problem->hardware.bufferBytesPerTile < 8192 ? 1 : 0; });
        for (int step = 0; step < 60; ++step) {
            session.set("buffer_bytes_per_tile", 4096 + 32 * step); // none of them fits what stood
            QTest::qWait(16);
        }
        QVERIFY2(shown >= 2, qPrintable(QString::number(shown)));
        QTRY_VERIFY_WITH_TIMEOUT(session.workspace.isProvisional(), 5000);
        *session.solve.holds = false;
        QTRY_VERIFY_WITH_TIMEOUT(session.isAnswered(), patience);
        QCOMPARE(bytesOf(*session.workspace.schedule()), bytesOf(schedule::solve(session.workspace.problem())));
    }

    void aCancelledSearchLeavesWhatIsPricedAnew()
    {
        Session session;
        *session.solve.holds = true;
        session.set("dram_pj", 777);
        QTRY_COMPARE(session.solve.calls->load(), 2);
        const double priced = session.energy();
        session.workspace.cancelSolve();
        *session.solve.holds = false;
        QTRY_VERIFY(!session.workspace.isSolving());
        QVERIFY(session.workspace.isProvisional() || !session.workspace.isStale()); // a best so far is an answer, too
        QVERIFY(session.energy() <= priced);
        session.workspace.solveAgain();
        QTRY_VERIFY_WITH_TIMEOUT(session.isAnswered(), patience);
        QCOMPARE(bytesOf(*session.workspace.schedule()), bytesOf(schedule::solve(session.workspace.problem())));
    }

    void randomEditsEndWithTheAnswerOfAFreshSolve_data()
    {
        QTest::addColumn<bool>("refines");
        QTest::newRow("in two steps") << false;
        QTest::newRow("in three steps") << true;
    }

    /// Whatever was edited, undone, cancelled or solved ahead before.
    void randomEditsEndWithTheAnswerOfAFreshSolve()
    {
        QFETCH(const bool, refines);
        Session session(refines ? ui::workspace::SolverService::Refine(schedule::refine) : nullptr);
        std::mt19937 dice(5);
        const std::vector<const char*> keys{"dram_pj", "hop_pj", "clock_mhz", "buffer_bytes_per_tile", "mac_pj", "bus_pj",
                                            "tile_rows", "register_bytes_per_pe"};
        for (int round = 0; round < 12; ++round) {
            const int edits = 1 + static_cast<int>(dice() % 6);
            for (int i = 0; i < edits; ++i) {
                const hardware::Parameter* parameter = hardware::findParameter(keys[dice() % keys.size()]);
                const double factor = std::vector{0.5, 0.9, 1.1, 2.0}[dice() % 4];
                const double value = parameter->get(session.workspace.problem().hardware) * factor;
                const QString key = QString::fromUtf8(parameter->key.data(), static_cast<qsizetype>(parameter->key.size()));
                switch (dice() % 8) {
                case 0: session.workspace.undoStack().undo(); break;
                case 1: session.workspace.cancelSolve(); break;
                case 2: session.workspace.setBatch(1 + static_cast<Count>(dice() % 4)); break;
                case 3: session.workspace.setGoal(static_cast<search::Goal>(dice() % 2)); break;
                case 4: session.workspace.expectValues(key, {value}); [[fallthrough]];
                default: session.workspace.setParameter(key, parameter->integer ? std::round(value) : value); break;
                }
                QTest::qWait(static_cast<int>(dice() % 12));
            }
            QTRY_VERIFY_WITH_TIMEOUT(!session.workspace.isSolving(), patience);
            if (!session.isAnswered() || session.workspace.schedule()->status == schedule::Status::Stopped) {
                session.workspace.solveAgain(); // it was cancelled
                QTRY_VERIFY_WITH_TIMEOUT(session.isAnswered(), patience);
            }
            QCOMPARE(bytesOf(*session.workspace.schedule()), bytesOf(schedule::solve(session.workspace.problem())));
        }
    }

    void anAnswerThatIsKnownComesAtOnce()
    {
        Session session;
        const auto first = session.workspace.schedule();
        session.set("dram_pj", 777);
        QTRY_VERIFY_WITH_TIMEOUT(session.isAnswered(), patience);
        const int calls = *session.solve.calls;
        QSignalSpy published(&session.workspace, &Workspace::scheduleChanged);
        session.workspace.undoStack().undo();
        QVERIFY(session.isAnswered());
        QVERIFY(!session.workspace.isSolving());
        QCOMPARE(session.workspace.schedule(), first);
        QCOMPARE(published.size(), 1);
        QCOMPARE(session.solve.calls->load(), calls);
    }

    void expectedValuesAreSolvedAhead()
    {
        Session session;
        session.workspace.expectValues(QStringLiteral("dram_pj"), {600, 700});
        QTRY_COMPARE_WITH_TIMEOUT(session.solve.finished->load(), 3, patience);
        QTest::qWait(100); // the last answer is on its way
        session.set("dram_pj", 700);
        QTRY_VERIFY_WITH_TIMEOUT(session.isAnswered(), patience);
        QCOMPARE(session.solve.calls->load(), 3);
        QCOMPARE(bytesOf(*session.workspace.schedule()), bytesOf(schedule::solve(session.workspace.problem())));
    }

    void anEditStopsWhatIsSolvedAhead()
    {
        Session session;
        *session.solve.holds = true;
        session.workspace.expectValues(QStringLiteral("dram_pj"), {600, 700, 800});
        QTRY_COMPARE_WITH_TIMEOUT(session.solve.calls->load(), 2, patience);
        session.workspace.expectValues(QStringLiteral("dram_pj"), {});
        session.set("mac_pj", 2);
        *session.solve.holds = false;
        QTRY_VERIFY_WITH_TIMEOUT(session.isAnswered(), patience);
        QTest::qWait(300);
        QCOMPARE(session.solve.calls->load(), 3); // 700 and 800 were never begun
    }

    void theCacheOfAnswersKeepsItsBound()
    {
        const schedule::Problem problem = samples::pipelinedProblem();
        const auto answer = std::make_shared<const schedule::Schedule>(schedule::solve(problem));
        AnswerCache one(std::size_t{1} << 30);
        one.add(problem, answer);
        const std::size_t bytes = one.bytes();
        QVERIFY(bytes > sizeof(schedule::ScheduledLayer) * answer->layers.size());
        AnswerCache cache(3 * bytes + bytes / 2);
        const auto variant = [&problem](int number) {
            schedule::Problem other = problem;
            other.hardware.dramPj += number;
            return other;
        };
        for (int number = 0; number < 20; ++number) {
            cache.add(variant(number), answer);
            QVERIFY(cache.bytes() <= 3 * bytes + bytes / 2);
            QVERIFY(cache.find(variant(number)));
            QVERIFY(number < 1 || cache.find(variant(0))); // in use all along
        }
        QVERIFY(!cache.find(variant(5)));
        cache.forget(variant(0));
        QVERIFY(!cache.find(variant(0)));
    }
};

TILESCAPE_TEST(LiveEditsTest)

} // namespace tst_live_edits
#include "tst_live_edits.moc"
