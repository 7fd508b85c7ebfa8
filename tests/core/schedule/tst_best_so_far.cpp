#include "law_problems.h"
#include "problem_samples.h"

#include "core/io/schedule_json.h"
#include "core/schedule/advice.h"
#include "core/schedule/evaluate.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_best_so_far {

using namespace tilescape;

namespace {

struct Observed {
    std::vector<schedule::Schedule> better;
    schedule::Schedule answer;
};

Observed observe(const schedule::Problem& problem, int threads)
{
    Observed observed;
    schedule::SolveControl control;
    control.threads = threads;
    control.onBetter = [&](schedule::Schedule better) { observed.better.push_back(std::move(better)); };
    observed.answer = schedule::solve(problem, control);
    return observed;
}

double valueOf(const schedule::Schedule& schedule)
{
    return schedule::measureOf(schedule.totals, schedule.problem->goal);
}

std::string bytesOf(schedule::Schedule schedule)
{
    schedule.solveSeconds = 0;
    return io::writeScheduleJson(schedule);
}

} // namespace

/// What KAPLA tells of on the way to its answer.
class BestSoFarTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Each is a schedule of the problem, with the numbers that its schemes have, better than those before and no better than the answer.
    void eachIsBetterThanThoseBefore()
    {
        int told = 0;
        for (unsigned seed = 0; seed < 80; ++seed) {
            samples::Dice dice(3000 + seed);
            const schedule::Problem problem = seed % 4 == 0 ? samples::anyProblemOfTheLibrary(dice) : samples::anyProblem(dice);
            const Observed observed = observe(problem, 2);
            double before = std::numeric_limits<double>::infinity();
            for (const schedule::Schedule& better : observed.better) {
                ++told;
                QVERIFY(better.hasResult());
                QVERIFY(better.status == schedule::Status::Feasible);
                const schedule::Schedule evaluated =
                    schedule::evaluate(better.problem, better.inputPartition, schedule::schemesOf(better));
                QCOMPARE(better.totals.energy.total(), evaluated.totals.energy.total());
                QCOMPARE(better.totals.cycles, evaluated.totals.cycles);
                const double value = valueOf(better);
                QVERIFY2(value <= before, samples::textOf(problem).c_str());
                before = value;
            }
            if (!observed.better.empty()) {
                QVERIFY2(valueOf(observed.answer) <= before,
                         (samples::textOf(problem) + ": " + std::to_string(valueOf(observed.answer) / before)).c_str());
            }
        }
        QVERIFY2(told > 80, std::to_string(told).c_str());
    }

    /// Looking on changes nothing, nor does the number of threads.
    void theAnswerIsTheSame()
    {
        for (unsigned seed = 0; seed < 28; ++seed) {
            samples::Dice dice(4000 + seed);
            const schedule::Problem problem = seed % 4 == 0 ? samples::anyProblemOfTheLibrary(dice) : samples::anyProblem(dice);
            const Observed one = observe(problem, 1);
            const Observed two = observe(problem, 2);
            QCOMPARE(bytesOf(one.answer), bytesOf(schedule::solve(problem)));
            QCOMPARE(one.better.size(), two.better.size());
            for (std::size_t i = 0; i < one.better.size(); ++i) {
                QCOMPARE(bytesOf(one.better[i]), bytesOf(two.better[i]));
            }
        }
    }

    /// After a stop nothing more is told.
    void aStopIsHeeded()
    {
        std::stop_source stop;
        schedule::SolveControl control;
        control.stop = stop.get_token();
        int told = 0;
        control.onBetter = [&](const schedule::Schedule&) {
            ++told;
            stop.request_stop();
        };
        const schedule::Schedule answer = schedule::solve(samples::pipelinedProblem(), control);
        QCOMPARE(told, 1);
        QVERIFY(answer.status == schedule::Status::Stopped);
        QVERIFY(!answer.hasResult());
    }
};

TILESCAPE_TEST(BestSoFarTest)

} // namespace tst_best_so_far
#include "tst_best_so_far.moc"
