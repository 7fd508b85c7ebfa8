#include "core/explore/sensitivity.h"
#include "core/io/library.h"
#include "tests/registered.h"

#include <QTest>

#include <cmath>

namespace tst_sensitivity {

using namespace tilescape;
using namespace tilescape::explore;
using schedule::Problem;
using schedule::Schedule;

namespace {

Problem problem()
{
    Problem made;
    made.network = io::loadNetwork("lenet_c").value();
    made.hardware = io::loadHardware("kapla_16x16").value();
    made.hardware.tiles = {4, 4};
    made.batch = 16;
    made.solver = "kapla";
    return made;
}

double stepOf(const char* key, double value, int direction)
{
    return stepFrom(*hardware::findParameter(key), value, direction).value_or(-1);
}

} // namespace

class TestSensitivity : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aStepIsThatOfTheBox()
    {
        QCOMPARE(stepOf("buffer_bytes_per_tile", 32768, 1), 65536.0);
        QCOMPARE(stepOf("buffer_bytes_per_tile", 32768, -1), 16384.0);
        QCOMPARE(stepOf("tile_rows", 16, 1), 17.0);
        QCOMPARE(stepOf("tile_rows", 1, -1), -1.0);
        QCOMPARE(stepOf("dram_gigabytes_per_second", 25.6, 1), 32.0);
        QCOMPARE(stepOf("dram_gigabytes_per_second", hardware::unlimited, -1), -1.0);
        QCOMPARE(stepOf("shared_buffer_bytes", 0, 1), -1.0);
        QCOMPARE(stepOf("memory_placement", 0, 1), 1.0);
        QCOMPARE(stepOf("memory_placement", 1, -1), 0.0);
        QCOMPARE(stepOf("memory_placement", 1, 1), -1.0);
    }

    void stepsStayInRange()
    {
        for (const hardware::Parameter& parameter : hardware::parameters()) {
            for (const double value : {parameter.smallest, parameter.defaultValue, parameter.largest}) {
                for (const int direction : {-1, 1}) {
                    const auto step = stepFrom(parameter, value, direction);
                    QVERIFY2(!step || hardware::checkValue(parameter, *step).empty(), parameter.key.data());
                    QVERIFY2(!step || (direction > 0 ? *step > value : *step < value), parameter.key.data());
                }
            }
        }
    }

    /// Each outcome is that of the problem with the stepped parameter.
    void whatIsSaidIsWhatASolveGives()
    {
        const Problem given = problem();
        const Schedule standing = schedule::solve(given);
        const std::vector<Sensitivity> all = sensitivities(given, standing);
        QCOMPARE(all.size(), hardware::parameters().size());
        int outcomes = 0;
        for (std::size_t i = 0; i < all.size(); ++i) {
            QCOMPARE(all[i].parameter, &hardware::parameters()[i]);
            QCOMPARE(all[i].standing.energyPj, standing.totals.energy.total());
            for (const std::optional<Step>& step : {all[i].down, all[i].up}) {
                if (step) {
                    Problem changed = given;
                    all[i].parameter->set(changed.hardware, step->value);
                    const Schedule schedule = schedule::solve(changed);
                    QCOMPARE(step->outcome.has_value(), schedule.hasResult());
                    QVERIFY(!step->outcome || (step->outcome->energyPj == schedule.totals.energy.total()
                                               && step->outcome->cycles == schedule.totals.cycles));
                    outcomes += step->outcome ? 1 : 0;
                }
            }
        }
        QVERIFY(outcomes > 30);
    }

    /// Prices have the signs that they must have.
    void dearerDramCostsMore()
    {
        const Problem given = problem();
        const auto own = sensitivityTo(*hardware::findParameter("dram_pj"), given, schedule::solve(given));
        QVERIFY(own && *own->change(own->up, SensitivityMeasure::Energy) > 0);
        QVERIFY(*own->change(own->down, SensitivityMeasure::Energy) < 0);
        QVERIFY(own->largestChange(SensitivityMeasure::Energy) >= *own->change(own->up, SensitivityMeasure::Energy));
    }

    /// A clock a quarter faster takes a fifth less time wherever memory is no limit, though as many cycles.
    void aFasterClockTakesLessTime()
    {
        Problem given = problem();
        given.goal = search::Goal::Delay;
        given.hardware.dramGigabytesPerSecond = hardware::unlimited;
        const auto own = sensitivityTo(*hardware::findParameter("clock_mhz"), given, schedule::solve(given));
        QVERIFY(own && own->up && own->up->outcome);
        QCOMPARE(own->up->outcome->cycles, own->standing.cycles);
        QCOMPARE(1 + *own->change(own->up, SensitivityMeasure::Delay), own->value / own->up->value);
        QVERIFY(*own->change(own->up, SensitivityMeasure::EnergyDelay) < 0);
    }

    void whatDoesNotFitHasNoOutcome()
    {
        Problem given = problem();
        given.hardware.registerBytesPerPe = 64;
        const Schedule standing = schedule::solve(given);
        QVERIFY(standing.hasResult());
        Problem smaller = given;
        while (schedule::solve(smaller).hasResult()) {
            given = smaller;
            smaller.hardware.registerBytesPerPe /= 2;
        }
        const auto own = sensitivityTo(*hardware::findParameter("register_bytes_per_pe"), given, schedule::solve(given));
        QVERIFY(own && own->down && !own->down->outcome);
        QVERIFY(!own->change(own->down, SensitivityMeasure::Energy));
    }

    void whenStoppedThereIsNone()
    {
        const Problem given = problem();
        const Schedule standing = schedule::solve(given);
        std::stop_source stop;
        stop.request_stop();
        schedule::SolveControl control;
        control.stop = stop.get_token();
        QVERIFY(sensitivities(given, standing, control).empty());
    }
};

TILESCAPE_TEST(TestSensitivity)

} // namespace tst_sensitivity
#include "tst_sensitivity.moc"
