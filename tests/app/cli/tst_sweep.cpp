#include "tests/app/cli/job_folder.h"
#include "tests/registered.h"

#include <QJsonArray>

namespace tst_sweep {

using program::Run;

namespace {

/// A sweep of LeNet on one tile; `axes` are the texts of its axes.
QByteArray sweepOf(const QByteArray& axes, const QByteArray& more = {})
{
    return R"({"format": "tilescape-sweep", "version": 1, "name": "Small", "network": "lenet_c", "hardware": "eyeriss_isca16",)"
         + more + R"("axes": [)" + axes + "]}";
}

const QByteArray buffers = R"({"key": "buffer_bytes_per_tile", "values": ["256 B", "4 KiB", 65536]})";
const QByteArray registers = R"({"key": "register_bytes_per_pe", "values": [4, 512]})";

} // namespace

/// `tilescape-cli sweep`: what it writes, and that it can be stopped and killed at any time without losing a point.
class TestSweep : public QObject, JobFolder {
    Q_OBJECT

private Q_SLOTS:
    void init() { QVERIFY(isValid()); }

    void writesALineAPoint()
    {
        write("s.json", sweepOf(buffers + ',' + registers));
        const Run run = cli("sweep s.json --csv s.csv --json s.out");
        QVERIFY2(run.exitCode == 0, qPrintable(run.err));
        QVERIFY(run.out.startsWith("Small: 6 of 6 points, 3 with a schedule."));
        const QList<QByteArray> lines = content("s.csv").trimmed().split('\n');
        QCOMPARE(lines.size(), 7);
        QCOMPARE(lines[0], QByteArray("point,buffer_bytes_per_tile,register_bytes_per_pe,status,energy_pj,cycles,delay_s,"
                                      "energy_delay_pj_s,area_mm2,power_w,gops,gops_per_w,gops_per_mm2,dram_words,gap,front,reason"));
        QVERIFY2(lines[1].startsWith("0,256,4,infeasible,,,,,") && lines[1].contains("registers need"), lines[1].constData());
        QVERIFY2(lines[6].startsWith("5,65536,512,feasible,"), lines[6].constData());

        const QJsonArray points = jsonOf("s.out")["points"].toArray();
        QCOMPARE(points.size(), 6);
        const QJsonObject last = points[5].toObject();
        QCOMPARE(last["settings"].toObject()["buffer_bytes_per_tile"].toInt(), 65536);
        QCOMPARE(QByteArray::number(last["cycles"].toDouble(), 'f', 0), lines[6].split(',')[5]);
    }

    /// A point of a sweep is what `solve` finds.
    void agreesWithSolve()
    {
        write("s.json", sweepOf(buffers));
        QCOMPARE(cli("sweep s.json --json s.out").exitCode, 0);
        QCOMPARE(cli("solve --network lenet_c --set buffer_bytes_per_tile=4096 --json solved.json").exitCode, 0);
        const QJsonObject point = jsonOf("s.out")["points"].toArray()[1].toObject();
        const QJsonObject solved = jsonOf("solved.json");
        QCOMPARE(point["energy_pj"].toDouble(), solved["total"].toObject()["energy_pj"].toObject()["total"].toDouble());
    }

    /// Saved as a project, the results are all there, with the problem that they began with.
    void savesAProject()
    {
        write("s.json", sweepOf(buffers + ',' + registers));
        const Run run = cli("sweep s.json --save s.tilescape");
        QVERIFY2(run.exitCode == 0, qPrintable(run.err));
        const QJsonObject project = jsonOf("s.tilescape");
        QCOMPARE(project["format"].toString(), QString("tilescape-project"));
        QCOMPARE(project["view"].toString(), QString("explore"));
        QCOMPARE(project["network"].toObject()["name"].toString(), QString("Lenet-c"));
        QCOMPARE(project["explorations"].toObject()["sweep"].toObject()["results"].toArray().size(), 6);
        QCOMPARE(cli("solve s.tilescape").exitCode, 0);
    }

    /// Killed ten times at random places and gone on with, the results are those of a run in one go, on any number of threads,
    /// and no point stands twice in the journal.
    void survivesBeingKilled()
    {
        write("s.json",
                       sweepOf(R"({"key": "buffer_bytes_per_tile", "from": 1024, "to": 65536, "steps": 40}, {"key": "batch", "values": [1, 4]},)"
                               R"({"key": "register_bytes_per_pe", "values": [4, 128, 512]}, {"key": "dram_pj", "values": [100, 200, 400, 800]})"));
        constexpr int points = 40 * 2 * 3 * 4;
        QCOMPARE(killAndResume("sweep", "s.json", 2 * points / 22), points);
        QVERIFY(remove("run.journal"));
    }

    void stopsAtCtrlCAndSaysHowToGoOn()
    {
        write("s.json", sweepOf(R"({"key": "buffer_bytes_per_tile", "from": 1024, "to": 65536, "steps": 1000})"));
        const program::Interrupted stopped = interrupt("sweep s.json --journal run.journal --csv stopped.csv", 5, SIGINT);
        QVERIFY(!stopped.endedBefore);
        QCOMPARE(stopped.exitCode, 3);
        QVERIFY2(stopped.err.contains("; the same command with --resume goes on from there (run.journal)."), qPrintable(stopped.err));
        QVERIFY(!has("stopped.csv"));

        const Run again = cli("sweep s.json --journal run.journal");
        QCOMPARE(again.exitCode, 2);
        QCOMPARE(again.err, QString("run.journal: this journal exists; --resume goes on with it; another name begins anew.\n"));
        QCOMPARE(cli("sweep s.json --journal run.journal --resume").exitCode, 0);

        write("s.json", sweepOf(buffers));
        const Run other = cli("sweep s.json --journal run.journal --resume");
        QCOMPARE(other.exitCode, 2);
        QVERIFY2(other.err.startsWith("run.journal: this journal belongs to another job;"), qPrintable(other.err));
        QVERIFY(remove("run.journal"));
    }

    /// With SIGUSR1 batch systems warn that the time is nearly up.
    void whatBatchSystemsSendStopsIt()
    {
        write("s.json", sweepOf(R"({"key": "buffer_bytes_per_tile", "from": 1024, "to": 65536, "steps": 1000})"));
        const program::Interrupted stopped = interrupt("sweep s.json --journal run.journal", 5, SIGUSR1);
        QVERIFY(!stopped.endedBefore);
        QCOMPARE(stopped.exitCode, 3);
        QVERIFY(remove("run.journal"));
    }

    /// Under nohup a hangup is ignored, as whoever starts it so asks for.
    void aHangupIsIgnoredUnderNohup()
    {
        write("s.json", sweepOf(R"({"key": "buffer_bytes_per_tile", "from": 1024, "to": 65536, "steps": 300})"));
        const program::Interrupted whole = program::interrupt(
            "nohup", QStringLiteral(TILESCAPE_CLI) + " sweep s.json --journal nohup.journal --csv nohup.csv", path(),
            "nohup.journal", 2, SIGHUP);
        QVERIFY(!whole.endedBefore);
        QVERIFY2(whole.exitCode == 0, qPrintable(whole.err));
        QCOMPARE(content("nohup.csv").trimmed().split('\n').size(), 301);
    }

    /// What took a night is summed up even if a file of it cannot be written.
    void aFileThatCannotBeWrittenIsSaidAfterTheSummary()
    {
        write("s.json", sweepOf(buffers));
        const Run run = cli("sweep s.json --csv /dev/full");
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.out.contains("3 of 3 points"), run.out.constData());
        QVERIFY2(run.err.contains("/dev/full: the file cannot be written"), qPrintable(run.err));
    }

    void wrongFilesAreSaid_data()
    {
        wrongFileColumns();
        const auto row = [](const char* name, const QByteArray& text, const QStringList& sentences) {
            QTest::newRow(name) << text << sentences;
        };
        row("no JSON", "{", {", at 1:2: the text ends too early;"});
        row("another format", R"({"format": "tilescape-project", "version": 1})", {", at /format: the format is 'tilescape-project';"});
        row("nothing", R"({"format": "tilescape-sweep", "version": 1})",
            {": the key 'network' is missing;", ": the key 'hardware' is missing;", ": the key 'axes' is missing;"});
        row("no axes", sweepOf(""), {", at /axes: there is no axis;"});
        row("unknown keys", sweepOf(R"({"key": "bufer_bytes_per_tile", "values": [1]}, {"key": "batch", "valeus": [1]})"),
            {", at /axes/0: bufer_bytes_per_tile: there is no parameter of that name; perhaps 'buffer_bytes_per_tile' is meant.",
             ", at /axes/1/valeus: the key 'valeus' is unknown;", ", at /axes/1: the key 'from' is missing;",
             ", at /axes/1: the key 'to' is missing;"});
        row("values", sweepOf(R"({"key": "batch", "values": [0, "many", 4]}, {"key": "pe_rows", "values": [8, {}]})"),
            {", at /axes/0/values/0: batch=0 is no batch;", ", at /axes/0/values/1: batch=many is no batch;",
             ", at /axes/1/values/1: this is an object; a text in quotes, a number, true or false is needed."});
        row("ranges",
            sweepOf(R"({"key": "batch", "from": 8, "to": 1, "steps": 3}, {"key": "pe_rows", "from": 1, "to": 8},)"
                    R"({"key": "goal", "from": 1, "to": 2, "steps": 2}, {"key": "dram_pj", "from": "1 pJ", "to": "1 GB", "steps": 2})"),
            {", at /axes/0: the range goes from 8 to 1;", ", at /axes/1: the key 'steps' is missing;",
             ", at /axes/2: the values of goal are names;", ", at /axes/3/to: '1 GB' is no number of dram_pj;"});
        row("networks", sweepOf(R"({"key": "network", "values": ["alexnett", "lenet_c"]})"),
            {", at /axes/0/values/0: alexnett: there is neither a network of the library nor a file of this name;"});
        row("too many", sweepOf(R"({"key": "pe_rows", "from": 1, "to": 512, "steps": 512}, {"key": "pe_columns", "from": 1, "to": 512,)"
                                R"("steps": 512, "scale": "linear"}, {"key": "batch", "values": [1, 2, 3, 4, 5, 6, 7, 8]})"),
            {", at /axes: there are"});
        row("what is set",
            sweepOf(buffers, R"("set": {"clock_mhz": 0, "training": "maybe"}, "mode": "tangra", "objectives": [],)"),
            {", at /mode: 'tangra' is unknown;", ", at /set/clock_mhz: clock_mhz is 0 MHz;",
             ", at /set/training: training=maybe is neither on nor off;", ", at /objectives: there is none;"});
        row("objectives", sweepOf(buffers, R"("objectives": ["energy"],)"), {", at /objectives/0: there is no measure 'energy';"});
        row("points", sweepOf(buffers, R"("pattern": "sobol",)"), {": the key 'points' is missing;"});
        row("no project", sweepOf(buffers, R"("project": "nofile.tilescape",)"),
            {", at /project: nofile.tilescape: there is no such file;", ": there is a project, and a network or chip as well;"});
    }
    void wrongFilesAreSaid()
    {
        QFETCH(QByteArray, text);
        QFETCH(QStringList, sentences);
        verifySaid("sweep", text, sentences);
    }
};

TILESCAPE_TEST(TestSweep)

} // namespace tst_sweep
#include "tst_sweep.moc"
