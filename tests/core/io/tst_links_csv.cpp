#include "core/io/library.h"
#include "core/io/links_csv.h"
#include "core/schedule/solve.h"
#include "tests/registered.h"

#include <QSet>
#include <QStringList>
#include <QTest>

#include <cmath>

namespace tst_links_csv {

using namespace tilescape;

class TestLinksCsv : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyLinkOfEverySegmentHasALine()
    {
        schedule::Problem problem;
        problem.network = io::loadNetwork("lstm_phoneme").value();
        problem.hardware = io::loadHardware("kapla_16x16").value();
        problem.hardware.tiles = {4, 3};
        problem.solver = "kapla";
        const schedule::Schedule schedule = schedule::solve(problem);
        QVERIFY(schedule.hasResult());
        QStringList lines = QString::fromStdString(io::writeLinksCsv(schedule)).split('\n', Qt::SkipEmptyParts);
        const QStringList names = lines.takeFirst().split(',');
        QCOMPARE(lines.size(), static_cast<qsizetype>(schedule.segments.size()) * 2 * (4 * 2 + 3 * 3));
        double wordHops = 0;
        QSet<QString> links;
        for (const QString& line : lines) {
            const QStringList values = line.split(',');
            QCOMPARE(values.size(), names.size());
            const auto value = [&](const char* name) { return values[names.indexOf(name)].toDouble(); };
            const double words = value("words");
            QVERIFY(std::abs(value("weight_words") + value("input_words") + value("output_words") - words) <= 1e-9 * words);
            QVERIFY((value("words_per_cycle") > 0) == (words > 0));
            wordHops += words;
            links.insert(values.mid(0, 5).join(','));
        }
        QCOMPARE(links.size(), lines.size());
        QVERIFY(wordHops > 0);
        QVERIFY(std::abs(wordHops - schedule.totals.nocHops) <= 1e-9 * wordHops);
    }

    void withoutAResultThereIsTheHeader()
    {
        schedule::Problem problem;
        problem.batch = 0;
        QCOMPARE(io::writeLinksCsv(schedule::solve(problem)).find('\n') + 1, io::writeLinksCsv(schedule::solve(problem)).size());
    }
};

TILESCAPE_TEST(TestLinksCsv)

} // namespace tst_links_csv
#include "tst_links_csv.moc"
