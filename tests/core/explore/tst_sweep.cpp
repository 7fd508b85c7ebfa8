#include "core/explore/sweep_run.h"
#include "core/io/library.h"
#include "tests/registered.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <set>

namespace tst_sweep {

using namespace tilescape;
using explore::Axis;
using explore::Pattern;
using explore::PointResult;
using explore::Setting;
using explore::Sweep;

namespace {

/// A small network on one tile, where a solve takes a few milliseconds.
Sweep smallSweep()
{
    Sweep sweep;
    sweep.base.problem.network = io::loadNetwork("lenet_c").value();
    sweep.base.problem.hardware = io::loadHardware("eyeriss_isca16").value();
    sweep.base.problem.solver = "kapla";
    sweep.objectives = {"energy_pj", "area_mm2"};
    sweep.axes = {Axis{{"buffer_bytes_per_tile"}, {{"1024"}, {"8192"}, {"65536"}}, {}},
                  Axis{{"register_bytes_per_pe"}, {{"4"}, {"64"}}, {}}, // 4 bytes are too few for any schedule
                  Axis{{"dram_pj"}, {{"100"}, {"400"}}, {}}};
    return sweep;
}

QString problemsOf(const Sweep& sweep) { return QString::fromStdString(support::describe(check(sweep))); }

explore::RunControl withThreads(int threads)
{
    explore::RunControl control;
    control.threads = threads;
    return control;
}

} // namespace

class TestSweep : public QObject {
    Q_OBJECT

private slots:
    void aGridHasEveryCombinationTheLastAxisTurningFastest()
    {
        const Sweep sweep = smallSweep();
        QCOMPARE(pointCount(sweep), std::size_t{12});
        const std::vector<Setting> second{{"buffer_bytes_per_tile", "1024"}, {"register_bytes_per_pe", "4"}, {"dram_pj", "400"}};
        const std::vector<Setting> last{{"buffer_bytes_per_tile", "65536"}, {"register_bytes_per_pe", "64"}, {"dram_pj", "400"}};
        QCOMPARE(settingsAt(sweep, 1), second);
        QCOMPARE(settingsAt(sweep, 11), last);
    }

    /// Of every point's problem, and of none that differs in something else.
    void theSettingsOfAProblemAreFound()
    {
        Sweep sweep = smallSweep();
        sweep.base.networks = {{"a", io::loadNetwork("mlp_m").value()}, {"b", sweep.base.problem.network}};
        sweep.base.chips = {{"x", io::loadHardware("eyeriss_isca16").value()}, {"y", io::loadHardware("tangram_16x16").value()}};
        sweep.axes.push_back({{"network"}, {{"a"}, {"b"}}, {}});
        sweep.axes.push_back({{"hardware"}, {{"x"}, {"y"}}, {}});
        QCOMPARE(problemsOf(sweep), QString());
        for (std::size_t point = 0; point < pointCount(sweep); ++point) {
            schedule::Problem problem = problemWith(sweep.base, settingsAt(sweep, point));
            QVERIFY(settingsOf(problem, sweep.base, keysOf(sweep)) == settingsAt(sweep, point));
            problem.batch += 1;
            QVERIFY(!settingsOf(problem, sweep.base, keysOf(sweep)));
        }
    }

    void aListTakesTheValuesOfAllAxesTogether()
    {
        Sweep sweep = smallSweep();
        sweep.pattern = Pattern::List;
        sweep.axes = {Axis{{"pe_rows", "pe_columns"}, {{"4", "4"}, {"8", "16"}}, {}}, Axis{{"batch"}, {{"1"}, {"64"}}, {}}};
        QCOMPARE(problemsOf(sweep), QString());
        QCOMPARE(pointCount(sweep), std::size_t{2});
        const schedule::Problem problem = problemWith(sweep.base, settingsAt(sweep, 1));
        QCOMPARE(problem.hardware.peArray, (Extent{8, 16}));
        QCOMPARE(problem.batch, Count{64});
    }

    /// The base, then each value with all else as in the base.
    void oneByOneVariesOneAxisAtATime()
    {
        Sweep sweep = smallSweep();
        sweep.pattern = Pattern::OneByOne;
        sweep.axes = {Axis{{"pe_rows", "pe_columns"}, {{"4", "4"}, {"8", "16"}}, {}}, Axis{{"goal"}, {{"delay"}}, {}}};
        sweep.base.settings = {{"pe_rows", "5"}};
        QCOMPARE(problemsOf(sweep), QString());
        QCOMPARE(pointCount(sweep), std::size_t{4});
        const auto row = [](const char* rows, const char* columns, const char* goal) {
            return std::vector<Setting>{{"pe_rows", rows}, {"pe_columns", columns}, {"goal", goal}};
        };
        QCOMPARE(settingsAt(sweep, 0), row("5", "16", "energy"));
        QCOMPARE(settingsAt(sweep, 2), row("8", "16", "energy"));
        QCOMPARE(settingsAt(sweep, 3), row("5", "16", "delay"));
        sweep.axes.push_back(Axis{{"network"}, {{"lenet_c"}}, {}});
        QVERIFY(problemsOf(sweep).contains("at /axes/2: network is varied one by one;"));
    }

    /// Whole numbers are drawn alike often, and never lie outside.
    void sobolPointsLieInTheirRanges()
    {
        Sweep sweep = smallSweep();
        sweep.pattern = Pattern::Sobol;
        sweep.sobolCount = 64;
        sweep.axes = {Axis{{"pe_rows"}, {}, explore::Range{1, 4, false}}, Axis{{"dram_pj"}, {}, explore::Range{10, 1000, true}},
                      Axis{{"goal"}, {{"energy"}, {"delay"}}, {}}};
        QCOMPARE(problemsOf(sweep), QString());
        std::map<std::string, int> rows;
        int below100 = 0;
        for (std::size_t i = 0; i < 64; ++i) {
            const std::vector<Setting> settings = settingsAt(sweep, i);
            ++rows[settings[0].value];
            const double price = std::stod(settings[1].value);
            QVERIFY(price >= 10 && price <= 1000);
            below100 += price < 100;
        }
        QCOMPARE(rows, (std::map<std::string, int>{{"1", 16}, {"2", 16}, {"3", 16}, {"4", 16}}));
        QCOMPARE(below100, 32);
    }

    void aRangeIsTakenInSteps()
    {
        Axis axis{{"batch"}, {}, explore::Range{1, 64, true}};
        expand(axis, 4);
        QCOMPARE(axis.values, (std::vector<std::vector<std::string>>{{"1"}, {"4"}, {"16"}, {"64"}}));
        axis = {{"pe_rows"}, {}, explore::Range{1, 3, false}};
        expand(axis, 9); // what is rounded to the same is there once
        QCOMPARE(axis.values, (std::vector<std::vector<std::string>>{{"1"}, {"2"}, {"3"}}));
    }

    /// Network and chip first, whatever the order of the axes, then what holds for all points, then the point's own.
    void settingsApplyToTheChipOfThePoint()
    {
        Sweep sweep = smallSweep();
        sweep.base.chips["kapla_16x16"] = io::loadHardware("kapla_16x16").value();
        sweep.base.settings = {{"clock_mhz", "100"}, {"dram_pj", "7"}};
        const schedule::Problem problem = problemWith(sweep.base, {{"dram_pj", "9"}, {"hardware", "kapla_16x16"}});
        QCOMPARE(problem.hardware.tiles, (Extent{16, 16}));
        QCOMPARE(problem.hardware.clockMhz, 100.0);
        QCOMPARE(problem.hardware.dramPj, 9.0);
    }

    void allFaultsAreFoundAtOnce()
    {
        Sweep sweep = smallSweep();
        sweep.axes = {Axis{{"pe_rows"}, {{"4"}, {"0"}, {"many"}}, {}}, Axis{{"pe_colums"}, {{"4"}}, {}},
                      Axis{{"network"}, {{"nonesuch"}}, {}}, Axis{{"pe_rows"}, {{"8"}}, {}},
                      Axis{{"pe_rows", "batch"}, {{"8"}}, {}}};
        sweep.objectives = {"energy"};
        const QString faults = problemsOf(sweep);
        for (const char* sentence :
             {"at /axes/0/values/1: pe_rows is 0;", "at /axes/0/values/2: pe_rows is 'many';",
              "at /axes/1: pe_colums: there is no parameter of that name; perhaps 'pe_columns' is meant.",
              "at /axes/2/values/0: there is no network 'nonesuch';", "at /axes/3: pe_rows is turned by another axis as well;",
              "at /axes/4/values/0: this row has 1 values; one for each of the 2 keys is needed.",
              "at /objectives/0: there is no measure 'energy'; perhaps"}) {
            QVERIFY2(faults.contains(sentence), qPrintable(QString(sentence) + "\nis not in\n" + faults));
        }
    }

    /// Every point is what a solve of its problem by itself gives.
    void pointsAreSchedulesOfTheirProblems()
    {
        const Sweep sweep = smallSweep();
        const explore::PointResults results = runSweep(sweep, {}, withThreads(2));
        QCOMPARE(results.size(), pointCount(sweep));
        for (const auto& [number, result] : results) {
            const schedule::Schedule alone = schedule::solve(problemWith(sweep.base, settingsAt(sweep, number)));
            QCOMPARE(result.hasSchedule(), alone.hasResult());
            QCOMPARE(result.energyPj, alone.totals.energy.total());
            QCOMPARE(result.cycles, alone.totals.cycles);
        }
        const PointResult& none = results.at(0);
        QVERIFY(!none.hasSchedule());
        QVERIFY2(none.reason.find("registers need") != std::string::npos, none.reason.c_str());
    }

    void neitherThreadsNorWhatIsKnownChangeAResult()
    {
        const Sweep sweep = smallSweep();
        const explore::PointResults all = runSweep(sweep, {}, withThreads(1));
        QCOMPARE(runSweep(sweep, {}, withThreads(3)), all);
        explore::PointResults known = all;
        known.erase(3);
        known.erase(7);
        explore::RunControl control = withThreads(1);
        std::vector<std::size_t> solved;
        control.onPoint = [&](std::size_t number, const PointResult&) { solved.push_back(number); };
        QCOMPARE(runSweep(sweep, known, control), all);
        QCOMPARE(std::set<std::size_t>(solved.begin(), solved.end()), (std::set<std::size_t>{3, 7}));
        QCOMPARE(solved.size(), std::size_t{2});
    }

    void equalPointsAreSolvedOnce()
    {
        Sweep sweep = smallSweep();
        sweep.axes = {Axis{{"dram_pj"}, {{"100"}, {"100"}, {"200"}}, {}}};
        std::atomic<int> begun = 0;
        explore::RunControl control = withThreads(2);
        control.beforePoint = [&] { ++begun; };
        const explore::PointResults results = runSweep(sweep, {}, control);
        QCOMPARE(begun.load(), 2);
        QCOMPARE(results.at(0), results.at(1));
    }

    void stopsBetweenPoints()
    {
        const Sweep sweep = smallSweep();
        std::stop_source source;
        explore::RunControl control = withThreads(1);
        control.stop = source.get_token();
        control.onPoint = [&](std::size_t, const PointResult&) { source.request_stop(); };
        QCOMPARE(runSweep(sweep, {}, control).size(), std::size_t{1});
    }

    /// Of what is better when it is more, more is better.
    void theFrontFollowsTheObjectives()
    {
        explore::PointResults results;
        const auto point = [](double energy, double gops, double area) {
            return PointResult{schedule::Status::Feasible, energy, 1, 1, area, gops, 0, 1, {}};
        };
        results = {{0, point(1, 1, 1)}, {1, point(2, 2, 1)}, {2, point(3, 1, 1)}, {3, {}}};
        const std::vector<std::string> objectives{"energy_pj", "gops"};
        QCOMPARE(frontOf(results, objectives), (std::vector<std::size_t>{0, 1}));
    }
};

TILESCAPE_TEST(TestSweep)

} // namespace tst_sweep
#include "tst_sweep.moc"
