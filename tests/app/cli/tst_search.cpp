#include "tests/app/interrupted_run.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>

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
class TestSearch : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    [[nodiscard]] Run cli(const QString& arguments) const
    {
        return program::run(TILESCAPE_CLI, arguments.split(' '), m_folder.path());
    }
    [[nodiscard]] QByteArray content(const QString& name) const { return program::contentOf(m_folder, name); }

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        program::write(m_folder, "s.json", searchOf(question));
        if (cli("search s.json").err.startsWith("this build has no search")) {
            QSKIP("This build has no pagmo.");
        }
    }

    void writesTheFront()
    {
        const Run run = cli("search s.json --csv s.csv --json s.out --svg s.svg");
        QVERIFY2(run.exitCode == 0, qPrintable(run.err));
        const QJsonObject json = QJsonDocument::fromJson(content("s.out")).object();
        const QJsonArray designs = json["designs"].toArray();
        const QJsonArray front = json["front"].toArray();
        QVERIFY(!front.isEmpty());
        for (const auto& index : front) {
            QVERIFY(designs[index.toInt()].toObject()["area_mm2"].toDouble() <= 6);
        }
        const QList<QByteArray> lines = content("s.csv").trimmed().split('\n');
        QCOMPARE(lines.size(), designs.size() + 2);
        QVERIFY(lines[0].startsWith("design,buffer_bytes_per_tile,pe_rows,pe_columns,register_bytes_per_pe,status,energy_pj,"));
        QVERIFY2(lines[1].startsWith("base,,,,,feasible,"), lines[1].constData());
        QVERIFY(lines[1].trimmed().endsWith("above 6\""));
        QVERIFY(content("s.svg").contains("<polyline"));
    }

    void survivesBeingKilled()
    {
        QCOMPARE(cli("search s.json --csv whole.csv --json whole.out --threads 1").exitCode, 0);
        QRandomGenerator random(1);
        const QString command = "search s.json --journal run.journal --resume --csv run.csv --json run.out --threads 2";
        int lines = 0;
        int kills = 0;
        while (kills < 10) {
            lines += 1 + random.bounded(8);
            if (program::interrupt(TILESCAPE_CLI, command, m_folder.path(), "run.journal", lines, SIGKILL).endedBefore) {
                break;
            }
            ++kills;
        }
        QVERIFY2(kills >= 5, qPrintable(QString("it ended after %1 kills").arg(kills)));
        const Run rest = cli(command);
        QVERIFY2(rest.exitCode == 0, qPrintable(rest.err));
        QCOMPARE(content("run.csv"), content("whole.csv"));
        QCOMPARE(content("run.out"), content("whole.out"));
        QSet<QByteArray> keys;
        const QList<QByteArray> records = content("run.journal").trimmed().split('\n').mid(1);
        for (const QByteArray& record : records) {
            keys.insert(record.split('\t')[0]);
        }
        QCOMPARE(keys.size(), records.size());
    }

    void wrongFilesAreSaid_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QStringList>("sentences"); // how each begins
        const auto row = [](const char* name, const QByteArray& text, const QStringList& sentences) {
            QTest::newRow(name) << text << sentences;
        };
        row("nothing", R"({"format": "tilescape-search", "version": 1})",
            {"s.json: the key 'network' is missing;", "s.json: the key 'hardware' is missing;", "s.json: the key 'variables' is missing;"});
        row("no objectives", searchOf(R"("network": "lenet_c", )"), {"s.json, at /objectives: there is none;"});
        row("networks", searchOf(R"("networks": ["lenet_d", {"network": "lenet_c", "wieght": 2}, {"weight": 1}], "objectives": ["gops"], )"),
            {"s.json, at /networks/0: lenet_d: there is neither a network of the library nor a file of this name;",
             "s.json, at /networks/1/wieght: the key 'wieght' is unknown;", "s.json, at /networks/2: the key 'network' is missing;"});
        row("limits",
            searchOf(R"("network": "lenet_c", "objectives": ["gops"], "limits": [{"measure": "area"}, {"measure": "gops", "network": "vgg16", "at_least": 1}], )"),
            {"s.json, at /limits/0: there is no measure 'area';", "s.json, at /limits/0: the limit has no number;",
             "s.json, at /limits/1: there is no network 'vgg16';"});
        row("numbers", searchOf(R"("network": "lenet_c", "objectives": ["gops"], "seed": -1, )"), {"s.json, at /seed: seed is -1;"});
    }
    void wrongFilesAreSaid()
    {
        QFETCH(QByteArray, text);
        QFETCH(QStringList, sentences);
        program::write(m_folder, "s.json", text);
        const Run run = cli("search s.json --csv none.csv");
        QCOMPARE(run.exitCode, 2);
        const QStringList said = run.sentences();
        for (const QString& sentence : sentences) {
            const bool found = std::any_of(said.begin(), said.end(), [&](const QString& line) { return line.startsWith(sentence); });
            QVERIFY2(found, qPrintable(sentence + "\nis not in\n" + run.err));
        }
        QCOMPARE(said.size(), sentences.size());
        QVERIFY(!QFile::exists(m_folder.filePath("none.csv")));
    }
};

QTEST_GUILESS_MAIN(TestSearch)
#include "tst_search.moc"
