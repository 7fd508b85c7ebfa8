#include "core/io/chip_search_json.h"
#include "core/io/files.h"
#include "core/io/library.h"
#include "core/io/project_json.h"
#include "core/io/sweep_json.h"
#include "core/io/sweep_result.h"
#include "tests/registered.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <set>

namespace tst_explore_files {

using namespace tilescape;

namespace {

std::string sweepText(const std::string& more = {}, const std::string& values = "[1024, \"4 KiB\"]")
{
    return R"({"format": "tilescape-sweep", "version": 1, "network": "lenet_c", "hardware": "eyeriss_isca16",)" + more
         + R"("axes": [{"key": "buffer_bytes_per_tile", "values": )" + values + "}]}";
}

std::string pricesText(const std::string& more = {})
{
    return R"({"format": "tilescape-sweep", "version": 1, "network": "lenet_c", "hardware": "eyeriss_isca16",)" + more
         + R"("axes": [{"key": "dram_pj", "values": [100, 200]}]})";
}

explore::Sweep sweepOf(const std::string& text)
{
    auto sweep = io::readSweep(text, "s.json");
    if (!sweep) {
        qFatal("%s", support::describe(sweep.faults()).c_str());
    }
    return sweep.value();
}

} // namespace

/// Files of sweeps and searches, and what is written of their results.
class TestExploreFiles : public QObject {
    Q_OBJECT

private slots:
    void allExamplesCanBeRead()
    {
        const QDir folder(TILESCAPE_SOURCE_DIR "/examples/explore");
        int sweeps = 0;
        int searches = 0;
        for (const QString& name : folder.entryList({"*.json"})) {
            const std::string path = folder.filePath(name).toStdString();
            const std::string text = io::readFile(path).value();
            const auto sweep = io::readSweep(text, path);
            const auto search = io::readChipSearch(text, path);
            sweeps += sweep.ok();
            searches += search.ok();
            QVERIFY2(sweep.ok() != search.ok(), qPrintable(name));
        }
        QCOMPARE(sweeps, 3);
        QCOMPARE(searches, 1);
    }

    /// Values are written as the program writes them, however the file does.
    void valuesAreWrittenInOneWay()
    {
        const explore::Sweep sweep = sweepOf(sweepText("", R"([1e3, "4 KiB", 8192.0])"));
        QCOMPARE(sweep.axes[0].values, (std::vector<std::vector<std::string>>{{"1000"}, {"4096"}, {"8192"}}));
    }

    /// The hash that guards a journal changes with all that results depend on, and with nothing else.
    void theIdentityIsOfWhatResultsDependOn()
    {
        const std::string identity = io::identityOf(sweepOf(sweepText()));
        QCOMPARE(io::identityOf(sweepOf(sweepText("", "[1000, 4096]"))) == identity, false);
        QCOMPARE(io::identityOf(sweepOf(sweepText("", "[\"1 KiB\", 4096]"))), identity);
        QCOMPARE(io::identityOf(sweepOf(sweepText(R"("objectives": ["gops"], "name": "x",)"))), identity);
        for (const char* more : {R"("set": {"batch": 2},)", R"("mode": "tangram",)", R"("prove_bounds": true,)"}) {
            QVERIFY2(io::identityOf(sweepOf(sweepText(more))) != identity, more);
        }
    }

    /// Of points that differ in prices only some are solved, unless the file says that all are; other points are solved each.
    void pricesAreTakenWithinAThousandth()
    {
        QCOMPARE(sweepOf(pricesText()).options.within, 0.001);
        QCOMPARE(sweepOf(pricesText(R"("within": 0,)")).options.within, 0.0);
        QCOMPARE(sweepOf(pricesText(R"("prove_bounds": true,)")).options.within, 0.0);
        QCOMPARE(sweepOf(sweepText(R"("within": 0.01,)")).options.within, 0.0);
        std::set<std::string> identities;
        for (const char* more : {"", R"("within": 0,)", R"("within": 0.01,)"}) {
            identities.insert(io::identityOf(sweepOf(pricesText(more))));
            QVERIFY(sweepOf(io::writeSweep(sweepOf(pricesText(more)))) == sweepOf(pricesText(more)));
        }
        QCOMPARE(identities.size(), std::size_t{3});
    }

    void pathsBeginInTheFolderOfTheFile()
    {
        QTemporaryDir folder;
        const std::string network = io::readFile(TILESCAPE_SOURCE_DIR "/resources/networks/lenet_c.json").value();
        QVERIFY(io::writeFile(folder.filePath("own.json").toStdString(), network).empty());
        std::string text = sweepText();
        text.replace(text.find("lenet_c"), 7, "own.json");
        const auto sweep = io::readSweep(text, folder.filePath("sweep.json").toStdString());
        QVERIFY2(sweep.ok(), sweep.ok() ? "" : support::describe(sweep.faults()).c_str());
        QCOMPARE(io::identityOf(sweep.value()), io::identityOf(sweepOf(sweepText())));
    }

    /// A sweep that is written stands alone, and is the same sweep.
    void whatIsWrittenIsReadBack()
    {
        for (const char* more : {"", R"("set": {"batch": 2, "training": true}, "objectives": ["gops"], "name": "x", "prove_bounds": true,)",
                                 R"("pattern": "one_by_one",)"}) {
            const explore::Sweep sweep = sweepOf(sweepText(more));
            const explore::Sweep again = sweepOf(io::writeSweep(sweep));
            QCOMPARE(io::identityOf(again), io::identityOf(sweep));
            QCOMPARE(again.objectives, sweep.objectives);
            QCOMPARE(again.name, sweep.name);
            QCOMPARE(io::writeSweep(again), io::writeSweep(sweep));
        }
    }

    /// A range stays one in what is written; to results it is the list of its values.
    void rangesAreWrittenAsRanges()
    {
        const std::string start = R"({"format": "tilescape-sweep", "version": 1, "network": "lenet_c", "hardware": "eyeriss_isca16",)";
        const explore::Sweep sweep = sweepOf(start + R"("axes": [{"key": "buffer_bytes_per_tile", "from": "4 KiB", "to": "100 KB", "steps": 6},)"
                                                     R"({"keys": ["pe_rows", "pe_columns"], "from": 4, "to": 16, "steps": 20, "scale": "linear"}]})");
        QCOMPARE(sweep.axes[0].values.size(), std::size_t{6});
        QCOMPARE(sweep.axes[1].values.size(), std::size_t{13}); // twenty steps, rounded
        QCOMPARE(sweep.axes[0].spacing, (explore::Spacing{{4096, 102400, true}, 6}));
        QCOMPARE(sweep.axes[1].spacing, (explore::Spacing{{4, 16, false}, 20}));
        const std::string text = io::writeSweep(sweep);
        QVERIFY2(text.find("\"values\"") == std::string::npos, text.c_str());
        QVERIFY(sweepOf(text) == sweep);
        explore::Sweep listed = sweep;
        for (explore::Axis& axis : listed.axes) {
            axis.spacing.reset();
        }
        QVERIFY(sweepOf(io::writeSweep(listed)) == listed);
        QCOMPARE(io::identityOf(listed), io::identityOf(sweep));
    }

    /// Networks and chips that are not the library's stand in the file, whatever they are called.
    void definitionsStandInTheFile()
    {
        explore::Sweep sweep = sweepOf(sweepText());
        sweep.base.networks["lenet_c"] = io::loadNetwork("lenet_c").value();
        sweep.base.networks["a"] = io::loadNetwork("mlp_m").value();
        sweep.base.chips["b"] = io::loadHardware("eyeriss_isca16").value();
        sweep.base.chips["b"].bufferBytesPerTile = 4321;
        sweep.axes.push_back({{"network"}, {{"a"}, {"lenet_c"}}, {}});
        sweep.axes.push_back({{"hardware"}, {{"b"}}, {}});
        const std::string text = io::writeSweep(sweep);
        QVERIFY(sweepOf(text) == sweep);
        const QString json = QString::fromStdString(text);
        QCOMPARE(json.mid(json.indexOf("\"definitions\"")).count("\"layers\""), 2); // of a and of the project
    }

    void searchesAreReadBack()
    {
        const auto read = [](const std::string& text) {
            const auto search = io::readChipSearch(text, "s.json");
            return search ? search.value() : (qFatal("%s", support::describe(search.faults()).c_str()), explore::ChipSearch());
        };
        const explore::ChipSearch search = read(
            R"({"format": "tilescape-search", "version": 1, "name": "x", "hardware": "eyeriss_isca16", "set": {"batch": 2},)"
            R"("networks": ["lenet_c", {"network": "mlp_m", "weight": 0.5}], "variables": [{"key": "pe_rows", "from": 4, "to": 16},)"
            R"({"keys": ["tile_rows", "tile_columns"], "values": [[1, 2], [2, 2]]}], "objectives": ["energy_pj", "gops"],)"
            R"("limits": [{"measure": "area_mm2", "at_most": 6}, {"measure": "gops", "network": "mlp_m", "at_least": 1}],)"
            R"("population": 16, "generations": 3, "seed": 7, "prove_bounds": true})");
        QVERIFY(read(io::writeChipSearch(search)) == search);
        QVERIFY(search.base.problem.network == io::loadNetwork("lenet_c").value());
    }

    /// Network and chip of the project are not written again.
    void aProjectKeepsWhatWasExplored()
    {
        explore::Sweep sweep = sweepOf(sweepText());
        io::Project project{sweep.base.problem, {}, {}, {}};
        project.explorations.sweep = io::SweepRun{sweep, runSweep(sweep, {}, {})};
        QCOMPARE(project.explorations.sweep->results.size(), std::size_t{2});
        explore::ChipSearch search{"s", sweep.base, {{"lenet_c", 1}}, {{{"pe_rows"}, {{"4"}, {"8"}}, {}}}, {"energy_pj"}, {}, {8, 2, 1}, {}};
        search.base.networks["lenet_c"] = search.base.problem.network;
        explore::PointResult none;
        none.reason = "no, \"never\"";
        project.explorations.search = io::SearchRun{search, {{"pe_rows=4", none}}};
        const std::string text = io::writeProject(project);
        const auto again = io::readProjectFile(text, "p");
        QVERIFY2(again.ok(), again.ok() ? "" : support::describe(again.faults()).c_str());
        QVERIFY(again.value() == project);
        QCOMPARE(QString::fromStdString(text).count("\"layers\""), 1);
    }

    /// Of each kind a name is there once.
    void keptSweepsAndSearchesAreReadBack()
    {
        const explore::Sweep sweep = sweepOf(sweepText());
        io::Project project{sweep.base.problem, {}, {}, {}};
        explore::ChipSearch search{"s", sweep.base, {{"lenet_c", 1}}, {{{"pe_rows"}, {{"4"}, {"8"}}, {}}}, {"energy_pj"}, {}, {8, 2, 1}, {}};
        search.base.networks["lenet_c"] = search.base.problem.network;
        project.explorations.kept = {{"a", io::SweepRun{sweep, {{1, {}}}}}, {"b", io::SweepRun{sweep, {}}}, {"a", io::SearchRun{search, {}}}};
        const QString text = QString::fromStdString(io::writeProject(project));
        const auto again = io::readProjectFile(text.toStdString(), "p");
        QVERIFY2(again.ok(), again.ok() ? "" : support::describe(again.faults()).c_str());
        QVERIFY(again.value() == project);
        const auto twice = io::readProjectFile(QString(text).replace("\"name\": \"b\"", "\"name\": \"a\"").toStdString(), "p");
        QVERIFY(!twice);
        const QString said = QString::fromStdString(support::describe(twice.faults()));
        QVERIFY2(said.contains("at /explorations/kept/1: 'a' is there twice"), qPrintable(said));
    }

    /// Questions that were not run are around the project's problem; a search may be for its network, whatever that is. What could not be
    /// run is not written.
    void questionsAreReadBack()
    {
        explore::Sweep sweep = sweepOf(sweepText());
        io::Project project{sweep.base.problem, {}, {}, {}};
        explore::ChipSearch search{"s",           sweep.base, {},        {{{"pe_rows"}, {{"4"}, {"8"}}, {}}},
                                   {"energy_pj"}, {},         {8, 2, 1}, {}};
        sweep.base.problem = {};
        search.base.problem = {};
        project.explorations.asked = {sweep, search};
        const std::string text = io::writeProject(project);
        const auto again = io::readProjectFile(text, "p");
        QVERIFY2(again.ok(), again.ok() ? "" : support::describe(again.faults()).c_str());
        const io::Questions& asked = again.value().explorations.asked;
        QVERIFY(asked.sweep == sweep);
        QVERIFY(asked.search && asked.search->workloads.empty() && asked.search->variables == search.variables);
        QCOMPARE(QString::fromStdString(text).count("\"layers\""), 1);
        QVERIFY(!again.value().explorations.sweep && !again.value().explorations.search);
        // One that is said to be for it stays for it.
        project.explorations.asked.search->workloads = {{"lenet_c", 1}};
        project.explorations.asked.search->base.networks["lenet_c"] = project.problem.network;
        const auto fixed = io::readProjectFile(io::writeProject(project), "p");
        QVERIFY(fixed && fixed.value().explorations.asked.search->workloads.size() == 1);
        project.explorations.asked.sweep->axes.clear();
        const auto half = io::readProjectFile(io::writeProject(project), "p");
        QVERIFY(half && !half.value().explorations.asked.sweep && half.value().explorations.asked.search);
    }

    /// Faults of an exploration say where in the project they are.
    void wrongExplorationsAreSaid()
    {
        explore::Sweep sweep = sweepOf(sweepText());
        io::Project project{sweep.base.problem, {}, {}, {}};
        project.explorations.sweep = io::SweepRun{sweep, {{1, {}}}};
        const QString right = QString::fromStdString(io::writeProject(project));
        QVERIFY(io::readProjectFile(right.toStdString(), "p").ok());
        const auto said = [](QString text, const char* from, const char* to) {
            text.replace(QLatin1String(from), QLatin1String(to));
            const auto read = io::readProjectFile(text.toStdString(), "p");
            return read ? QString() : QString::fromStdString(support::describe(read.faults()));
        };
        const QString point = said(right, "[1, \"infeasible", "[2, \"infeasible");
        QVERIFY2(point.contains("at /explorations/sweep/results/0/0: there is no point 2"), qPrintable(point));
        const QString result = said(right, "\"infeasible 0", "\"infeasible x");
        QVERIFY2(result.contains("at /explorations/sweep/results/0: this is no result"), qPrintable(result));
        const QString value = said(right, "\"1024\"", "\"many\"");
        QVERIFY2(value.contains("at /explorations/sweep/question/axes/0/values/0: buffer_bytes_per_tile is 'many'"), qPrintable(value));
    }

    void rangesAreReadBack()
    {
        const explore::Sweep sweep = sweepOf(
            R"({"format": "tilescape-sweep", "version": 1, "network": "lenet_c", "hardware": "eyeriss_isca16", "pattern": "sobol", "points": 5,)"
            R"("axes": [{"keys": ["pe_rows", "pe_columns"], "from": 4, "to": 16}, {"key": "dram_pj", "from": 0.1, "to": 1e3}]})");
        QCOMPARE(io::identityOf(sweepOf(io::writeSweep(sweep))), io::identityOf(sweep));
    }

    void pointsThatWereNotSolvedSayHowNearTheyAre()
    {
        const explore::Sweep sweep = sweepOf(pricesText(R"("within": 0.01,)"));
        const explore::PointResult solved{schedule::Status::Feasible, 1, 1, 1, 1, 1, 1, 1, ""};
        explore::PointResult taken = solved;
        taken.within = 0.0025;
        const explore::PointResults results{{0, solved}, {1, taken}};
        const QString csv = QString::fromStdString(io::writeSweepCsv(sweep, results));
        QVERIFY2(csv.contains(",front,within,reason\n") && csv.contains(",1,,\n") && csv.endsWith(",1,0.0025,\n"), qPrintable(csv));
        QCOMPARE(QString::fromStdString(io::writeSweepJson(sweep, results)).count("\"within\": 0.0025"), 1);
        const QString summary = QString::fromStdString(io::writeSweepSummary(sweep, results));
        QVERIFY2(summary.contains("1 were solved; 1 have the best schedule of these, at most 0.25 % above their bound."), qPrintable(summary));
    }

    void whatMayBeTakenHasItsLimits()
    {
        const auto said = [](const char* more) {
            const auto sweep = io::readSweep(sweepText(more), "s.json");
            return sweep ? QString() : QString::fromStdString(support::describe(sweep.faults()));
        };
        QVERIFY(said(R"("within": 0,)").isEmpty());
        QVERIFY(said(R"("within": 0.5,)").contains("at /within: points may be taken within 0.5; it is a part from 0 to 0.1"));
        QVERIFY(said(R"("within": 0.01, "prove_bounds": true,)").contains("take either 'within' or 'prove_bounds'"));
    }

    /// Commas and quotes in a reason do not break the line.
    void textsOfTheCsvAreQuoted()
    {
        const explore::Sweep sweep = sweepOf(sweepText());
        explore::PointResult none;
        none.areaMm2 = 2;
        none.reason = R"(a, "b")";
        const QString csv = QString::fromStdString(io::writeSweepCsv(sweep, {{0, none}}));
        QVERIFY2(csv.endsWith("0,1024,infeasible,,,,,2,,,,,,,0,\"a, \"\"b\"\"\"\n"), qPrintable(csv));
    }
};

TILESCAPE_TEST(TestExploreFiles)

} // namespace tst_explore_files
#include "tst_explore_files.moc"
