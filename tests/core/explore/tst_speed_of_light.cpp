#include "tests/core/schedule/random_schedules.h"

#include "core/explore/speed_of_light.h"
#include "core/io/library.h"
#include "core/schedule/solve.h"
#include "tests/registered.h"

#include <QTest>

#include <cmath>

namespace tst_speed_of_light {

using namespace tilescape;
using namespace tilescape::explore;
using schedule::Schedule;

namespace {

void checkShares(const SpeedOfLight& speed, bool hasBus, bool hasDram)
{
    for (const Resource resource : allResources) {
        const bool limited = resource == Resource::Compute || (resource == Resource::Dram ? hasDram : hasBus);
        QCOMPARE(speed[resource].has_value(), limited);
        QVERIFY2(!speed[resource] || (*speed[resource] >= 0 && *speed[resource] <= 1), nameOf(resource).data());
    }
}

} // namespace

class TestSpeedOfLight : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingIsFasterThanItsPeak()
    {
        samples::Dice dice(41);
        for (int number = 0; number < 100; ++number) {
            samples::RandomSchedule random = samples::randomSchedule(dice);
            const bool hasBus = dice.once(2);
            random.problem.hardware.busBitsPerCycle = hasBus ? static_cast<double>(16 * dice.upTo(8)) : hardware::unlimited;
            const bool hasDram = std::isfinite(random.problem.hardware.dramGigabytesPerSecond);
            const Schedule schedule = random.evaluated();
            const SpeedOfLight network = speedOfNetwork(schedule);
            checkShares(network, hasBus, hasDram);
            QVERIFY(std::abs(*network[Resource::Compute] - schedule.totals.peUtilization) < 1e-12);
            for (std::size_t segment = 0; segment < schedule.segments.size(); ++segment) {
                checkShares(speedOfSegment(schedule, segment), hasBus, hasDram);
            }
            for (const schedule::ScheduledLayer& layer : schedule.layers) {
                const SpeedOfLight own = speedOfLayer(schedule, layer);
                checkShares(own, hasBus, hasDram);
                QVERIFY(std::abs(*own[Resource::Compute] - layer.peUtilization) < 1e-12);
            }
        }
    }

    /// What bounds a layer is at its peak.
    void theBoundIsAtItsPeak()
    {
        samples::Dice dice(42);
        int dram = 0;
        for (int number = 0; number < 50; ++number) {
            samples::RandomSchedule random = samples::randomSchedule(dice);
            random.problem.hardware.dramGigabytesPerSecond = 0.05;
            const Schedule schedule = random.evaluated();
            for (const schedule::ScheduledLayer& layer : schedule.layers) {
                if (layer.cost.boundBy() == cost::BoundBy::Dram) {
                    QCOMPARE(*speedOfLayer(schedule, layer)[Resource::Dram], 1.0);
                    ++dram;
                }
            }
        }
        QVERIFY(dram > 50);
    }

    /// No point lies above the roofs, but for rounding.
    void pointsLieBeneathTheRoofs()
    {
        schedule::Problem problem;
        problem.network = io::loadNetwork("alexnet").value();
        problem.hardware = io::loadHardware("kapla_16x16").value();
        problem.batch = 16;
        problem.solver = "kapla";
        problem.space.spatialPipelining = true;
        const Schedule schedule = schedule::solve(problem);
        const Roofline roofline = rooflineOf(schedule);
        QVERIFY(roofline.dramGigabytesPerSecond.has_value());
        std::size_t layers = 0;
        double seconds = 0;
        for (const RooflinePoint& point : roofline.points) {
            QVERIFY2(point.gops <= roofline.peakGops * (1 + 1e-9), point.name.c_str());
            QVERIFY2(point.gops <= point.operationsPerByte * *roofline.dramGigabytesPerSecond * (1 + 1e-6), point.name.c_str());
            layers += point.segment ? 0 : 1;
            seconds += point.segment ? point.seconds : 0;
        }
        QCOMPARE(layers, schedule.layers.size());
        QVERIFY(seconds <= schedule.totals.seconds * (1 + 1e-9));
    }
};

TILESCAPE_TEST(TestSpeedOfLight)

} // namespace tst_speed_of_light
#include "tst_speed_of_light.moc"
