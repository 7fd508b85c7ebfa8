#include "core/search/bounds/segment_bounds.h"

#include "core/io/library.h"
#include "core/schedule/solve.h"
#include "tests/core/search/bounds/segments_against_bounds.h"
#include "tests/registered.h"

#include <QTest>

#include <memory>

namespace tst_segment_bounds {

using namespace tilescape;
using samples::Dice;
using schedule::Problem;
using schedule::Schedule;

namespace {

samples::SegmentLeasts leastsOf(const samples::BoundedTask& of, const Schedule&)
{
    return [bounds = std::make_shared<search::SegmentBounds>(of.task)](std::size_t, const pipeline::Segment& segment, double cyclePj) {
        return samples::SegmentLeast{bounds->energyOf(segment, cyclePj).energyPj, bounds->cyclesOf(segment)};
    };
}

} // namespace

class TestSegmentBounds : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void noRandomScheduleIsBelow();
    void noSolverIsBelow_data();
    void noSolverIsBelow();
};

void TestSegmentBounds::noRandomScheduleIsBelow() { samples::verifyNoRandomScheduleIsBelow(11, leastsOf); }

void TestSegmentBounds::noSolverIsBelow_data()
{
    QTest::addColumn<QString>("solver");
    QTest::addColumn<int>("problems");
    QTest::newRow("KAPLA") << "kapla" << 120;
    QTest::newRow("exhaustive") << "exhaustive" << 25;
}

/// Whatever the options of the problem.
void TestSegmentBounds::noSolverIsBelow()
{
    QFETCH(QString, solver);
    QFETCH(int, problems);
    const int factor = std::max(1, qEnvironmentVariableIntValue("TILESCAPE_LONGER"));
    Dice dice(static_cast<unsigned>(12 + qEnvironmentVariableIntValue("TILESCAPE_SEED")));
    int compared = 0;
    for (int number = 0; number < problems * factor; ++number) {
        Problem problem = samples::boundedProblem(dice);
        problem.solver = solver.toStdString();
        problem.space.roundedFactors = solver == "kapla" && dice.once(5);
        const Schedule schedule = schedule::solve(problem);
        if (!schedule.hasResult()) {
            continue;
        }
        const QString fault = samples::firstAbove(schedule, dice.once(2) ? 0 : 1e4, leastsOf, compared);
        QVERIFY2(fault.isEmpty(), qPrintable(QStringLiteral("problem %1, %2").arg(number).arg(fault)));
    }
    QVERIFY(compared > problems);
}

TILESCAPE_TEST(TestSegmentBounds)

} // namespace tst_segment_bounds
#include "tst_segment_bounds.moc"
