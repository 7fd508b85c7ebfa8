#include "tests/app/cli/job_folder.h"
#include "tests/registered.h"

#include <QJsonArray>

namespace tst_search {

using program::Run;

namespace {

/// A search for a chip of one tile for LeNet.
QByteArray searchOf(const QByteArray& more = {})
{
    return R"({"format": "tilescape-search", "version": 1, "name": "Small", "hardware": "eyeriss_isca16", )" + more
         + R"("variables": [{"key": "buffer_bytes_per_tile", "from": "1 KiB", "to": "128 KiB"},)"
           R"({"keys": ["pe_rows", "pe_columns"], "from": 4, "to": 16},)"
           R"({"key": "register_bytes_per_pe", "values": [4, 64, 512]}], "population": 16, "generations": 12})";
}

const QByteArray question =
    R"("network": "lenet_c", "objectives": ["energy_pj", "delay_s"], "limits": [{"measure": "area_mm2", "at_most": 6}], )";

} // namespace

/// `tilescape-cli search`: what it writes, and that it can be killed at any time without losing an evaluation.
class TestSearch : public QObject, JobFolder {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(isValid());
        write("s.json", searchOf(question));
        if (cli("search s.json").err.startsWith("this build has no search")) {
            QSKIP("This build has no pagmo.");
        }
    }

    void writesTheFront()
    {
        const Run run = cli("search s.json --csv s.csv --json s.out --save s.tilescape");
        QVERIFY2(run.exitCode == 0, qPrintable(run.err));
        const QJsonObject json = jsonOf("s.out");
        const QJsonArray designs = json["designs"].toArray();
        const QJsonArray front = json["front"].toArray();
        QVERIFY(!front.isEmpty());
        for (const auto& index : front) {
            QVERIFY(designs[index.toInt()].toObject()["area_mm2"].toDouble() <= 6);
        }
        const auto better = [base = json["base"].toObject()](const QJsonObject& design) { // in one at least: no two chips are equal here
            return design["energy_pj"].toDouble() <= base["energy_pj"].toDouble() && design["delay_s"].toDouble() <= base["delay_s"].toDouble();
        };
        QJsonArray best;
        std::copy_if(front.begin(), front.end(), std::back_inserter(best), [&](const auto& index) { return better(designs[index.toInt()].toObject()); });
        QCOMPARE(json["better_than_base"].toArray(), best);
        QVERIFY2(run.out.contains(QByteArray::number(best.size()) + " of them better than the chip to begin with."), qPrintable(run.out));
        QVERIFY2(run.out.contains("   energy_pj       delay_s      area_mm2\n"), qPrintable(run.out));
        const QList<QByteArray> lines = content("s.csv").trimmed().split('\n');
        QCOMPARE(lines.size(), designs.size() + 2);
        // The project has each of them that was solved, and the chip to begin with.
        const QJsonObject saved = jsonOf("s.tilescape")["explorations"].toObject()["search"].toObject();
        const auto wasSolved = [](const auto& design) { return design.toObject().contains("networks"); };
        QCOMPARE(saved["results"].toArray().size(), std::count_if(designs.begin(), designs.end(), wasSolved) + 1);
        QVERIFY(lines[0].startsWith("design,buffer_bytes_per_tile,pe_rows,pe_columns,register_bytes_per_pe,status,energy_pj,"));
        QVERIFY2(lines[1].startsWith("base,,,,,feasible,"), lines[1].constData());
        QVERIFY(lines[1].trimmed().endsWith("above 6 mm\u00b2\""));
    }

    void survivesBeingKilled() { QVERIFY(killAndResume("search", "s.json", 8) > 0); }

    void wrongFilesAreSaid_data()
    {
        wrongFileColumns();
        const auto row = [](const char* name, const QByteArray& text, const QStringList& sentences) {
            QTest::newRow(name) << text << sentences;
        };
        row("nothing", R"({"format": "tilescape-search", "version": 1})",
            {": the key 'network' is missing;", ": the key 'hardware' is missing;", ": the key 'variables' is missing;"});
        row("no objectives", searchOf(R"("network": "lenet_c", )"), {", at /objectives: there is none;"});
        row("networks", searchOf(R"("networks": ["lenet_d", {"network": "lenet_c", "wieght": 2}, {"weight": 1}], "objectives": ["gops"], )"),
            {", at /networks/0: lenet_d: there is neither a network of the library nor a file of this name;",
             ", at /networks/1/wieght: the key 'wieght' is unknown;", ", at /networks/2: the key 'network' is missing;"});
        row("limits",
            searchOf(R"("network": "lenet_c", "objectives": ["gops"], "limits": [{"measure": "area"}, {"measure": "gops", "network": "vgg16", "at_least": 1}], )"),
            {", at /limits/0/measure: there is no measure 'area';", ", at /limits/0: the limit has no number;",
             ", at /limits/1/network: there is no network 'vgg16';"});
        row("numbers", searchOf(R"("network": "lenet_c", "objectives": ["gops"], "seed": -1, )"), {", at /seed: seed is -1;"});
    }
    void wrongFilesAreSaid()
    {
        QFETCH(QByteArray, text);
        QFETCH(QStringList, sentences);
        verifySaid("search", text, sentences);
    }
};

TILESCAPE_TEST(TestSearch)

} // namespace tst_search
#include "tst_search.moc"
