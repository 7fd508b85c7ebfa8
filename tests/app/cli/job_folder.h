#pragma once

#include "tests/app/cli/cli_folder.h"
#include "tests/app/interrupted_run.h"

#include <QRandomGenerator>
#include <QSet>

/// Columns of a test of files that are wrong: the text of the file, and how each sentence about it begins.
inline void wrongFileColumns()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("sentences");
}

/// A folder of its own in which `tilescape-cli` runs a job over many problems, which keeps a journal.
struct JobFolder : CliFolder {
    [[nodiscard]] program::Interrupted interrupt(const QString& arguments, int lines, int signal) const
    {
        return program::interrupt(TILESCAPE_CLI, arguments, path(), "run.journal", lines, signal);
    }

    /// Runs `command file` in one go, then killed up to ten times, each time after up to `stride` more lines of the journal, and
    /// gone on with: the results are the same, on any number of threads, and no point stands twice in the journal. Gives the
    /// number of points.
    qsizetype killAndResume(const QString& command, const QString& file, int stride) const
    {
        const QString job = command + ' ' + file;
        verify(cli(job + " --csv whole.csv --json whole.out --threads 1").exitCode == 0, "it fails in one go");
        const QString resumed = job + " --journal run.journal --resume --csv run.csv --json run.out --threads 2";
        QRandomGenerator random(1);
        int lines = 0;
        int kills = 0;
        for (; kills < 10; ++kills) {
            lines += 1 + random.bounded(stride);
            if (interrupt(resumed, lines, SIGKILL).endedBefore) {
                break;
            }
        }
        verify(kills >= 5, qPrintable(QString("it ended after %1 kills").arg(kills)));
        const program::Run rest = cli(resumed);
        verify(rest.exitCode == 0, qPrintable(rest.err));
        verify(content("run.csv") == content("whole.csv"), "another CSV");
        verify(content("run.out") == content("whole.out"), "another JSON");
        QSet<QByteArray> keys;
        const QList<QByteArray> records = content("run.journal").trimmed().split('\n').mid(1);
        for (const QByteArray& record : records) {
            keys.insert(record.split('\t')[0]);
        }
        verify(keys.size() == records.size(), "a point stands twice in the journal");
        return records.size();
    }

    /// A file with faults: each is said once, in a sentence that begins as expected, and nothing is written.
    void verifySaid(const QString& command, const QByteArray& text, const QStringList& sentences) const
    {
        write("wrong.json", text);
        const program::Run run = cli(command + " wrong.json --csv none.csv");
        QCOMPARE(run.exitCode, 2);
        const QStringList said = run.sentences();
        for (const QString& sentence : sentences) {
            const QString whole = "wrong.json" + sentence;
            const bool found = std::any_of(said.begin(), said.end(), [&](const QString& line) { return line.startsWith(whole); });
            QVERIFY2(found, qPrintable(whole + "\nis not in\n" + run.err));
        }
        QCOMPARE(said.size(), sentences.size());
        QVERIFY(!has("none.csv"));
    }

private:
    static void verify(bool holds, const char* what) { QVERIFY2(holds, what); }
};
