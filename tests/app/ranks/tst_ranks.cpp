#include "tests/app/program.h"
#include "tests/registered.h"

#include <QElapsedTimer>
#include <QRegularExpression>

#include <algorithm>
#include <csignal>

namespace tst_ranks {

using program::Run;

namespace {

const QByteArray sweep =
    R"({"format": "tilescape-sweep", "version": 1, "network": "lenet_c", "hardware": "eyeriss_isca16",)"
    R"("axes": [{"key": "buffer_bytes_per_tile", "from": 1024, "to": 65536, "steps": 20}, {"key": "batch", "values": [1, 4]},)"
    R"({"key": "register_bytes_per_pe", "values": [4, 128, 512]}, {"key": "dram_pj", "values": [100, 200, 400, 800]}], "within": 0})";
const QByteArray search =
    R"({"format": "tilescape-search", "version": 1, "network": "lenet_c", "hardware": "eyeriss_isca16", "objectives": ["energy_pj", "delay_s"],)"
    R"("variables": [{"key": "buffer_bytes_per_tile", "from": 1024, "to": 65536}, {"key": "pe_rows", "from": 4, "to": 16}],)"
    R"("population": 16, "generations": 6})";

QStringList onRanks(int count, const QString& arguments)
{
    return QStringList{"--oversubscribe", "-n", QString::number(count), TILESCAPE_CLI} + arguments.split(' ');
}

/// The processes whose command line has all the words, mpirun itself left out.
QList<pid_t> processesWith(const QStringList& words)
{
    QList<pid_t> found;
    for (const QString& number : QDir("/proc").entryList(QDir::Dirs)) {
        QFile file("/proc/" + number + "/cmdline");
        if (!file.open(QIODevice::ReadOnly)) {
            continue;
        }
        const QList<QByteArray> line = file.readAll().split('\0');
        const bool all = std::all_of(words.begin(), words.end(), [&](const QString& word) { return line.contains(word.toUtf8()); });
        if (all && !line[0].contains("mpirun")) {
            found.append(number.toInt());
        }
    }
    return found;
}

} // namespace

/// Sweeps and searches on four processes of mpirun.
class TestRanks : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    [[nodiscard]] Run mpirun(int ranks, const QString& arguments) const
    {
        return program::run("mpirun", onRanks(ranks, arguments), m_folder.path());
    }
    [[nodiscard]] Run cli(const QString& arguments) const
    {
        return program::run(TILESCAPE_CLI, arguments.split(' '), m_folder.path());
    }
    [[nodiscard]] QByteArray content(const QString& name) const { return program::contentOf(m_folder, name); }

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        // In a container the user is root.
        qputenv("OMPI_ALLOW_RUN_AS_ROOT", "1");
        qputenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        program::write(m_folder, "sweep.json", sweep);
        program::write(m_folder, "search.json", search);
        QByteArray within = sweep;
        program::write(m_folder, "within.json", within.replace("\"within\": 0", "\"within\": 0.01"));
    }

    void findTheSameAsOneProcess_data()
    {
        QTest::addColumn<QString>("command");
        QTest::newRow("sweep") << "sweep sweep.json";
        QTest::newRow("sweep in rounds") << "sweep within.json";
        QTest::newRow("search") << "search search.json";
    }
    void findTheSameAsOneProcess()
    {
        QFETCH(QString, command);
        const Run alone = cli(command + " --csv alone.csv --json alone.out");
        QVERIFY2(alone.exitCode == 0, qPrintable(alone.err));
        const Run shared = mpirun(4, command + " --csv shared.csv --json shared.out");
        QVERIFY2(shared.exitCode == 0, qPrintable(shared.err));
        QCOMPARE(content("shared.csv"), content("alone.csv"));
        QCOMPARE(content("shared.out"), content("alone.out"));
        QCOMPARE(shared.out, alone.out);
    }

    /// All processes have work as long as there is some: of points that take much longer than a message none solves less than half
    /// of its part, on however few cores.
    void shareTheWork()
    {
        program::write(m_folder, "long.json",
                       R"({"format": "tilescape-sweep", "version": 1, "network": "alexnet", "hardware": "tangram_16x16", "set": {"tile_rows": 4,)"
                       R"("tile_columns": 4}, "mode": "tangram", "axes": [{"key": "dram_pj", "from": 100, "to": 400, "steps": 48}], "within": 0})");
        const Run run = mpirun(4, "sweep long.json");
        static const QRegularExpression pattern(R"(4 ranks solved (\d+) \+ (\d+) \+ (\d+) \+ (\d+) points\.)");
        const QRegularExpressionMatch match = pattern.match(run.err);
        QVERIFY2(match.hasMatch(), qPrintable(run.err));
        int sum = 0;
        for (int i = 1; i <= 4; ++i) {
            sum += match.captured(i).toInt();
            QVERIFY2(match.captured(i).toInt() >= 48 / 8, qPrintable(match.captured(0)));
        }
        QCOMPARE(sum, 48);
    }

    void wrongFilesAreSaidOnce()
    {
        program::write(m_folder, "wrong.json", "{}");
        const Run run = mpirun(4, "sweep wrong.json");
        QCOMPARE(run.exitCode, 2);
        QCOMPARE(run.err.count("wrong.json: the key 'format' is missing;"), 1);
    }

    /// MPI ends the job when a process dies; the journal is whole, and starting the job again finishes it.
    void finishAfterOneWasKilled()
    {
        QCOMPARE(cli("sweep sweep.json --csv alone.csv").exitCode, 0);
        const QString command = "sweep sweep.json --journal ranks.journal --resume --csv shared.csv";
        int killed = 0;
        for (int round = 0; round < 3; ++round) {
            QProcess job;
            job.setWorkingDirectory(m_folder.path());
            job.start("mpirun", onRanks(4, command));
            QVERIFY(job.waitForStarted());
            QElapsedTimer timer;
            timer.start();
            const auto records = [&] {
                QFile file(m_folder.filePath("ranks.journal"));
                return file.open(QIODevice::ReadOnly) ? file.readAll().count('\n') : 0;
            };
            while (records() < (round + 1) * 80 && job.state() == QProcess::Running && timer.elapsed() < 60'000) {
                job.waitForFinished(1);
            }
            const QList<pid_t> processes = processesWith({"ranks.journal", "sweep.json"});
            if (job.state() == QProcess::Running && !processes.isEmpty()) {
                ::kill(processes[round % processes.size()], SIGKILL);
                ++killed;
            }
            QVERIFY(job.waitForFinished(60'000));
        }
        QVERIFY(killed >= 2);
        const Run rest = mpirun(4, command);
        QVERIFY2(rest.exitCode == 0, qPrintable(rest.err));
        QCOMPARE(content("shared.csv"), content("alone.csv"));
        QSet<QByteArray> keys;
        const QList<QByteArray> records = content("ranks.journal").trimmed().split('\n').mid(1);
        for (const QByteArray& record : records) {
            keys.insert(record.split('\t')[0]);
        }
        QCOMPARE(keys.size(), 480);
        QCOMPARE(records.size(), 480);
    }
};

TILESCAPE_TEST(TestRanks)

} // namespace tst_ranks
#include "tst_ranks.moc"
