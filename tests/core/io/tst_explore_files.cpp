#include "core/io/chip_search_json.h"
#include "core/io/files.h"
#include "core/io/sweep_json.h"
#include "core/io/sweep_result.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace tilescape;

namespace {

std::string sweepText(const std::string& more = {}, const std::string& values = "[1024, \"4 KiB\"]")
{
    return R"({"format": "tilescape-sweep", "version": 1, "network": "lenet_c", "hardware": "eyeriss_isca16",)" + more
         + R"("axes": [{"key": "buffer_bytes_per_tile", "values": )" + values + "}]}";
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
        QCOMPARE(sweeps, 2);
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

    void rangesAreReadBack()
    {
        const explore::Sweep sweep = sweepOf(
            R"({"format": "tilescape-sweep", "version": 1, "network": "lenet_c", "hardware": "eyeriss_isca16", "pattern": "sobol", "points": 5,)"
            R"("axes": [{"keys": ["pe_rows", "pe_columns"], "from": 4, "to": 16}, {"key": "dram_pj", "from": 0.1, "to": 1e3}]})");
        QCOMPARE(io::identityOf(sweepOf(io::writeSweep(sweep))), io::identityOf(sweep));
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

QTEST_GUILESS_MAIN(TestExploreFiles)
#include "tst_explore_files.moc"
