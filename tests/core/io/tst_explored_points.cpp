#include "core/explore/sensitivity.h"
#include "core/io/chip_search_json.h"
#include "core/io/chip_search_result.h"
#include "core/io/explored_points.h"
#include "core/io/library.h"
#include "core/io/result_project.h"
#include "core/io/sensitivity_text.h"
#include "core/io/sweep_json.h"
#include "core/io/sweep_result.h"
#include "tests/registered.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <limits>

namespace tst_explored_points {

using namespace tilescape;

namespace {

explore::PointResult solvedPoint(double energy)
{
    explore::PointResult point;
    point.status = schedule::Status::Feasible;
    point.energyPj = energy;
    point.cycles = 3;
    point.seconds = 1.0 / 3;
    point.areaMm2 = 0.1;
    point.gops = 7;
    point.dramWords = 11;
    point.gap = 1.25;
    return point;
}

explore::PointResult unsolvedPoint()
{
    explore::PointResult point;
    point.areaMm2 = 0.2;
    point.reason = "nothing fits";
    return point;
}

schedule::Problem sampleProblem()
{
    schedule::Problem problem;
    problem.network = io::loadNetwork("lenet_c").value();
    problem.hardware = io::loadHardware("eyeriss_isca16").value();
    problem.solver = "kapla";
    return problem;
}

explore::Base sampleBase()
{
    explore::Base base{sampleProblem(), {{"batch", "4"}}, {}, {}};
    base.networks["lenet_c"] = base.problem.network;
    return base;
}

explore::ChipSearch sampleSearch()
{
    explore::ChipSearch search;
    search.name = "Chip";
    search.objectives = {"energy_pj"};
    search.base = sampleBase();
    search.base.problem.network = io::loadNetwork("alexnet").value();
    search.workloads = {{"lenet_c", 1}};
    search.variables = {{{"pe_rows", "pe_columns"}, {{"4", "4"}, {"8", "8"}}, {}}};
    return search;
}

/// Numbers, fractions, and names along its axes.
explore::Sweep sampleSweep()
{
    explore::Sweep sweep;
    sweep.name = "Small";
    sweep.objectives = {"energy_pj", "delay_s"};
    sweep.base = sampleBase();
    sweep.base.networks["alexnet"] = io::loadNetwork("alexnet").value();
    sweep.axes = {{{"buffer_bytes_per_tile"}, {{"1024"}, {"4096"}}, {}}, {{"dram_pj"}, {{"0.25"}}, {}}, {{"network"}, {{"lenet_c"}, {"alexnet"}}, {}}};
    return sweep;
}

QString faultsOf(const auto& read) { return read.ok() ? QString() : QString::fromStdString(support::describe(read.faults())); }

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    const std::size_t at = text.find(from);
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

} // namespace

/// Result files read again.
class TestExploredPoints : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// To the last bit, with settings as the sweep has them.
    void pointsOfASweepComeBack()
    {
        const explore::Sweep sweep = sampleSweep();
        explore::PointResults results{{0, solvedPoint(0.1)}, {1, unsolvedPoint()}, {2, solvedPoint(0.3)}, {3, solvedPoint(0.2)}};
        results[2].within = 0.001;
        results[3].gap = std::numeric_limits<double>::infinity();
        const auto read = io::readExploredPoints(io::writeSweepJson(sweep, results), "r.json");
        QVERIFY2(read.ok(), qPrintable(faultsOf(read)));
        const io::ExploredPoints& found = read.value();
        QVERIFY(!found.isSearch && !found.base);
        QCOMPARE(found.name, sweep.name);
        QCOMPARE(found.keys, keysOf(sweep));
        QCOMPARE(found.objectives, sweep.objectives);
        QCOMPARE(found.points.size(), results.size());
        for (const auto& [number, result] : results) {
            explore::PointResult expected = result;
            if (!expected.hasSchedule()) { // those that are no numbers of it
                expected.energyPj = expected.cycles = expected.seconds = expected.gops = expected.dramWords = expected.gap =
                    std::numeric_limits<double>::infinity();
            }
            QCOMPARE(found.points[number].result, expected);
            QCOMPARE(found.points[number].settings, settingsAt(sweep, number));
            QCOMPARE(found.points[number].onFront, number == 0);
        }
    }

    void designsOfASearchComeBack()
    {
        const explore::ChipSearch search = sampleSearch();
        explore::SearchResult result;
        result.base.total = solvedPoint(0.7);
        const auto design = [](const char* side, double energy, const char* violation) {
            return explore::Design{{{"pe_rows", side}, {"pe_columns", side}}, solvedPoint(energy), {solvedPoint(energy)}, violation};
        };
        result.designs = {design("4", 0.5, ""), design("8", 0.4, "area is above 6")};
        result.front = {0};
        const auto read = io::readExploredPoints(io::writeSearchJson(search, result), "r.json");
        QVERIFY2(read.ok(), qPrintable(faultsOf(read)));
        const io::ExploredPoints& found = read.value();
        QVERIFY(found.isSearch && found.base);
        QCOMPARE(found.base->result, result.base.total);
        QCOMPARE(found.keys, keysOf(search.variables));
        QCOMPARE(found.points[1].settings, result.designs[1].settings);
        QCOMPARE(found.points[1].result, result.designs[1].total);
        QCOMPARE(found.points[1].violation, result.designs[1].violation);
        QVERIFY(found.points[0].onFront && !found.points[1].onFront);
    }

    /// A project shows the points that its result file has; without a sweep, those of its search.
    void pointsOfAProjectAreThoseOfItsResults()
    {
        const io::SweepRun run{sampleSweep(), {{0, solvedPoint(0.1)}, {2, solvedPoint(0.3)}}};
        const auto ofResults = io::readExploredPoints(io::writeSweepJson(run.sweep, run.results), "r.json").value();
        io::Project project = io::projectOf(run);
        QCOMPARE(project.view, std::string("explore"));
        const auto ofProject = io::readExploredPoints(io::writeProject(project), "p.tilescape").value();
        QCOMPARE(ofProject.keys, ofResults.keys);
        QCOMPARE(ofProject.points.size(), ofResults.points.size());
        for (std::size_t i = 0; i < ofResults.points.size(); ++i) {
            QCOMPARE(ofProject.points[i].result, ofResults.points[i].result);
            QCOMPARE(ofProject.points[i].settings, ofResults.points[i].settings);
            QCOMPARE(ofProject.points[i].onFront, ofResults.points[i].onFront);
        }

        explore::ChipSearch search = sampleSearch();
        search.evolution = {8, 1, 1};
        explore::Evaluations evaluations;
        explore::SearchControl control;
        control.onEvaluation = [&](const std::string& key, const explore::PointResult& result) {
            evaluations.emplace(key, result);
        };
        const explore::SearchResult found = searchChips(
            search, {}, control,
            [](const explore::Base&, const auto points, const explore::PointOptions&, const explore::RunControl& run) {
                for (std::size_t i = 0; i < points.size(); ++i) {
                    run.onPoint(i, solvedPoint(0.7));
                }
            });
        if (explore::canEvolve()) {
            project = io::projectOf(io::SearchRun{search, evaluations});
            const auto ofSearch = io::readExploredPoints(io::writeProject(project), "p.tilescape");
            QVERIFY2(ofSearch.ok(), qPrintable(faultsOf(ofSearch)));
            QCOMPARE(ofSearch.value().points.size(), found.designs.size());
        }

        project.explorations = {};
        QVERIFY2(faultsOf(io::readExploredPoints(io::writeProject(project), "p.tilescape"))
                     .contains("p.tilescape, at /explorations: the project has no results of a sweep or a search; "),
                 "nothing was explored");
    }

    /// Choices, and a parameter with a step one way only.
    void sensitivitiesComeBack()
    {
        const schedule::Problem problem = sampleProblem();
        const schedule::Schedule standing = schedule::solve(problem);
        std::vector<explore::Sensitivity> all;
        for (const char* key : {"buffer_bytes_per_tile", "register_bytes_per_pe", "array_dataflow", "tile_rows"}) {
            if (const hardware::Parameter* parameter = hardware::findParameter(key)) {
                all.push_back(explore::sensitivityTo(*parameter, problem, standing).value());
            }
        }
        QCOMPARE(all.size(), std::size_t{4});
        const std::string text = io::writeSensitivityJson(problem, all);
        const std::string csv = io::writeSensitivityCsv(all); // with the names that --set takes
        QVERIFY2(csv.find("\narray_dataflow,row_stationary,systolic,") != std::string::npos, csv.c_str());
        const auto read = io::readSensitivities(text, "r.json");
        QVERIFY2(read.ok(), qPrintable(faultsOf(read)));
        QCOMPARE(read.value().problem, std::optional(problem));
        QCOMPARE(io::writeSensitivityJson(problem, read.value().all), text);
        QVERIFY(std::any_of(all.begin(), all.end(), [](const auto& own) { return own.down.has_value() != own.up.has_value(); }));
    }

    /// The problem that results were made from, with what is set in it, and the question.
    void theQuestionTravels()
    {
        const explore::Sweep sweep = sampleSweep();
        const auto points = io::readExploredPoints(io::writeSweepJson(sweep, {{0, solvedPoint(1)}}), "r.json");
        QVERIFY2(points.ok() && points.value().project, qPrintable(faultsOf(points)));
        const io::Project& project = *points.value().project;
        QCOMPARE(project.problem.network.name, sweep.base.problem.network.name);
        QCOMPARE(project.problem.batch, Count{4});
        QVERIFY(project.explorations.sweep && project.explorations.sweep->results.empty());
        QCOMPARE(io::identityOf(project.explorations.sweep->sweep), io::identityOf(sweep));
        QCOMPARE(io::readProjectFile(io::writeProject(project), "p.tilescape").value(), project);

        const explore::ChipSearch search = sampleSearch();
        explore::SearchResult result;
        result.base.total = solvedPoint(0.7);
        result.designs = {{{{"pe_rows", "4"}, {"pe_columns", "4"}}, solvedPoint(0.5), {solvedPoint(0.5)}, ""}};
        const auto designs = io::readExploredPoints(io::writeSearchJson(search, result), "r.json");
        QVERIFY2(designs.ok() && designs.value().project, qPrintable(faultsOf(designs)));
        QCOMPARE(designs.value().project->problem.network, io::loadNetwork("lenet_c").value()); // of the first workload, not of the base
        QCOMPARE(io::identityOf(designs.value().project->explorations.search->search), io::identityOf(search));
    }

    void filesWithoutTheQuestionAreRead()
    {
        auto json = nlohmann::ordered_json::parse(io::writeSweepJson(sampleSweep(), {{0, solvedPoint(1)}}));
        QCOMPARE(json.erase("question"), std::size_t{1});
        const auto points = io::readExploredPoints(json.dump(), "r.json");
        QVERIFY2(points.ok(), qPrintable(faultsOf(points)));
        QVERIFY(!points.value().project);
        const auto steps = io::readSensitivities(R"({"format": "tilescape-sensitivity", "version": 1, "parameters": []})", "r.json");
        QVERIFY(steps.ok() && !steps.value().problem);
    }

    void wrongFilesAreSaid_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("format")
            << "tilescape-sweep-result"
            << "tilescape-sweep"
            << "r.json, at /format: the format is 'tilescape-sweep', and no results of a sweep or a search are here; "
               "give what 'tilescape-cli sweep' or 'search' wrote with --json, or a project with one of them.";
        QTest::newRow("version") << "\"version\": 1" << "\"version\": 2" << "r.json, at /version: the version is 2; this program reads version 1.";
        QTest::newRow("objective") << "\"delay_s\"],\n  \"points\"" << "\"delay\"],\n  \"points\"" << "r.json, at /objectives/1: there is no measure 'delay'; perhaps 'delay_s' is meant.";
        QTest::newRow("setting") << "\"dram_pj\": 0.25" << "\"dram_p\": 0.25" << "r.json, at /points/0: nothing can be set by the name 'dram_p'; perhaps 'dram_pj' is meant.";
        QTest::newRow("no energy") << "\"energy_pj\": 0.1," << "" << "r.json, at /points/0: the key 'energy_pj' is missing; it has no default.";
        QTest::newRow("question") << "\"pattern\": \"grid\"" << "\"pattern\": \"gird\""
                                  << "r.json, at /question/pattern: 'gird' is unknown; perhaps 'grid' is meant.";
        QTest::newRow("status") << "\"feasible\"" << "\"feasable\"" << "r.json, at /points/0/status: 'feasable' is unknown; perhaps 'feasible' is meant.";
    }

    void wrongFilesAreSaid()
    {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, sentence);
        const explore::Sweep sweep = sampleSweep();
        const std::string text = io::writeSweepJson(sweep, {{0, solvedPoint(0.1)}});
        const std::string broken = replaced(text, from.toStdString(), to.toStdString());
        QVERIFY(broken != text);
        QCOMPARE(faultsOf(io::readExploredPoints(broken, "r.json")), sentence);
    }

    void pointsHaveTheSameSettings()
    {
        const std::string text = io::writeSweepJson(sampleSweep(), {{0, solvedPoint(1)}, {1, solvedPoint(2)}});
        const std::string second = replaced(text.substr(text.rfind("\"settings\"")), "\"buffer_bytes_per_tile\": 1024, ", "");
        const auto read = io::readExploredPoints(text.substr(0, text.rfind("\"settings\"")) + second, "r.json");
        QCOMPARE(faultsOf(read), QString("r.json, at /points/1: the settings are not those of the first point; every point has a value for each key, in the same order."));
    }

    void aResultHasPoints()
    {
        QCOMPARE(faultsOf(io::readExploredPoints(io::writeSweepJson(sampleSweep(), {}), "r.json")),
                 QString("r.json, at /points: there is none; give the results of a run that found some."));
    }

    void wrongSensitivitiesAreSaid()
    {
        QCOMPARE(faultsOf(io::readSensitivities(R"({"format": "tilescape-sensitivity", "version": 1, "parameters": [{"key": "dram_p"}]})", "r.json")),
                 QString("r.json, at /parameters/0/key: there is no parameter 'dram_p'; perhaps 'dram_pj' is meant."));
        QCOMPARE(
            faultsOf(io::readSensitivities(
                R"({"format": "tilescape-sensitivity", "version": 1, "parameters": [{"key": "dram_pj", "value": "200",
                     "standing": {"energy_pj": 1, "cycles": 1, "seconds": 1}, "steps": [{"value": "160"}, {"value": "150"}]}]})",
                "r.json")),
            QString("r.json, at /parameters/0/steps/1: this is no other step; there is one below the value and one "
                    "above it."));
    }
};

TILESCAPE_TEST(TestExploredPoints)

} // namespace tst_explored_points
#include "tst_explored_points.moc"
