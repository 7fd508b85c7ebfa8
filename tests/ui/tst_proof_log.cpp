#include "tests/registered.h"
#include "tests/ui/figure_pages.h"
#include "ui/plot/chart_figure.h"
#include "ui/proof/gap_chart.h"
#include "ui/proof/proof_log_model.h"

#include <QAbstractItemModelTester>
#include <QTest>

#include <cmath>
#include <vector>

namespace tst_proof_log {

using namespace tilescape;
using schedule::ProofProgress;
using ui::proof::gapChart;
using ui::proof::ProofLogModel;

namespace {

ProofProgress at(double seconds, double incumbent, double bound, std::size_t settled = 0)
{
    ProofProgress progress;
    progress.seconds = seconds;
    progress.incumbent = incumbent;
    progress.bound = bound;
    progress.settled = settled;
    return progress;
}

QString text(const ProofLogModel& log, int row, int column) { return log.index(row, column).data().toString(); }
QString heading(const ProofLogModel& log, int column) { return log.headerData(column, Qt::Horizontal).toString(); }

} // namespace

class TestProofLog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// However wide the chart is and however long the proof took, and the seconds that are named are a row of round numbers.
    void secondsStandSideBySide()
    {
        for (const double seconds : {0.79, 3.2, 48.0, 700.0}) {
            std::vector<ProofProgress> lines;
            for (int step = 0; step <= 200; ++step) {
                lines.push_back(at(step * seconds / 200, 200, 100 + step / 4.0));
            }
            const ui::plot::Chart chart = gapChart(lines, 1);
            for (const double width : {60.0, 84.0, 120.0, 178.0, 254.0}) {
                const pages::Page page = pages::svgPage(ui::plot::chartFigure({}, QStringLiteral("Gap"), chart), {width, 8});
                std::vector<pages::PlacedText> named;
                for (const pages::PlacedText& text : page.texts) {
                    if (chart.categories.contains(text.text) && (named.empty() || qAbs(text.place.center().y() - named.back().place.center().y()) < 3)) {
                        named.push_back(text);
                    } else if (chart.categories.contains(text.text) && text.place.center().y() > named.back().place.center().y()) {
                        named = {text};
                    }
                }
                QVERIFY2(named.size() >= 3, qPrintable(page.words().join(QLatin1Char('|'))));
                const double step = named[1].text.toDouble();
                const double leading = step / std::pow(10, std::floor(std::log10(step) + 1e-9));
                QVERIFY2(qFuzzyCompare(leading, 1) || qFuzzyCompare(leading, 2) || qFuzzyCompare(leading, 5) || qFuzzyCompare(leading, 2.5), qPrintable(named[1].text));
                for (std::size_t i = 1; i < named.size(); ++i) {
                    QVERIFY2(named[i].place.left() - named[i - 1].place.right() >= 4, qPrintable(named[i].text + QStringLiteral(" at %1 mm").arg(width)));
                    QVERIFY(qAbs(named[i].text.toDouble() - static_cast<double>(i) * step) < 1e-9);
                }
            }
        }
    }

    void linesTellWhatIsNewAtMostTwoASecond()
    {
        ProofLogModel log;
        const QAbstractItemModelTester tester(&log, QAbstractItemModelTester::FailureReportingMode::QtTest);
        log.begin(search::Goal::Energy);
        double bound = 100;
        for (int step = 0; step <= 500; ++step) {
            log.add(at(0.01 * step, 200, bound += 0.1)); // five seconds
        }
        QVERIFY(log.rowCount() >= 10);
        for (int row = 1; row + 1 < log.rowCount(); ++row) {
            const auto number = static_cast<std::size_t>(row);
            QVERIFY(log.lines()[number].seconds >= log.lines()[number - 1].seconds + 0.5 - 1e-9);
        }
        QCOMPARE(log.lines().front().seconds, 0.0);
        QCOMPARE(log.lines().back().seconds, 5.0);
        QCOMPARE(log.lines().back().bound, bound);
    }

    void aLineWithoutNewsFollowsTheSegmentsAndKeepsItsTime()
    {
        ProofLogModel log;
        log.begin(search::Goal::Energy);
        log.add(at(0, 200, 100));
        log.add(at(3, 200, 100, 7));
        QCOMPARE(log.rowCount(), 1);
        QCOMPARE(text(log, 0, ProofLogModel::Seconds), QStringLiteral("0.0"));
        QCOMPARE(text(log, 0, ProofLogModel::Settled), QStringLiteral("7"));
    }

    void theUnitIsThatOfTheGoal()
    {
        ProofLogModel log;
        log.begin(search::Goal::Energy);
        log.add(at(0, 146.37e9, 122.309e9));
        QCOMPARE(heading(log, ProofLogModel::Incumbent), QStringLiteral("Best so far (mJ)"));
        QCOMPARE(text(log, 0, ProofLogModel::Incumbent), QStringLiteral("146.370"));
        QCOMPARE(text(log, 0, ProofLogModel::Bound), QStringLiteral("122.309"));
        QCOMPARE(text(log, 0, ProofLogModel::Gap), QStringLiteral("19.67"));
        log.begin(search::Goal::Delay);
        QCOMPARE(log.rowCount(), 0);
        QCOMPARE(heading(log, ProofLogModel::Bound), QStringLiteral("Lower bound"));
        log.add(at(0, 24000, 20000));
        QCOMPARE(heading(log, ProofLogModel::Bound), QStringLiteral("Lower bound (cycles)"));
        QCOMPARE(text(log, 0, ProofLogModel::Bound), QStringLiteral("20,000"));
        log.begin(search::Goal::EnergyDelay);
        log.add(at(0, 2e12, 1e12));
        QCOMPARE(heading(log, ProofLogModel::Bound), QStringLiteral("Lower bound (J × cycles)"));
        QCOMPARE(text(log, 0, ProofLogModel::Bound), QStringLiteral("1.00000"));
    }

    void withoutABoundThereIsNoGap()
    {
        ProofLogModel log;
        log.begin(search::Goal::Energy);
        log.add(at(0, 200, 0));
        QCOMPARE(text(log, 0, ProofLogModel::Gap), QStringLiteral("–"));
    }

    void theChartHasTheGapOfEachMoment()
    {
        const ui::plot::Chart chart = gapChart({at(0.2, 150, 100), at(6, 150, 120), at(9.97, 132, 120)}, 1.05);
        QCOMPARE(chart.categories.first(), QStringLiteral("0.0"));
        QCOMPARE(chart.categories.last(), QStringLiteral("10.0"));
        const std::vector<double>& gap = chart.series.front().values;
        QCOMPARE(chart.categories.size(), static_cast<qsizetype>(gap.size()));
        for (std::size_t moment = 0; moment < gap.size(); ++moment) {
            const double seconds = chart.categories[static_cast<qsizetype>(moment)].toDouble();
            const double expected = seconds < 6 ? 50 : seconds < 9.97 ? 25 : 10;
            QVERIFY2(std::abs(gap[moment] - expected) < 1e-9, qPrintable(chart.categories[static_cast<qsizetype>(moment)]));
        }
        QCOMPARE(chart.series.back().values, std::vector<double>(gap.size(), 100 * (1.05 - 1)));
    }

    /// As large as in the dialog, where not every moment has room for its name.
    void theChartsTimeHasItsUnit()
    {
        const ui::plot::Chart chart = gapChart({at(0.2, 150, 100), at(6, 150, 120), at(45, 132, 120)}, 1.05);
        for (const double width : {300.0, 580.0, 1200.0}) {
            const ui::plot::ChartLayout layout = layOut(chart, QRectF(0, 0, width, 170), QFont());
            QVERIFY2(layout.showsCategoryTitle, qPrintable(QString::number(width)));
        }
    }

    void aChartNeedsTwoLines()
    {
        QVERIFY(gapChart({}, 1.05).categories.isEmpty());
        QVERIFY(gapChart({at(0, 150, 100)}, 1.05).categories.isEmpty());
    }
};

TILESCAPE_TEST(TestProofLog)

} // namespace tst_proof_log
#include "tst_proof_log.moc"
