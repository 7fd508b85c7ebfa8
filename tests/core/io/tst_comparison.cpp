#include "core/io/comparison.h"
#include "core/io/paper_chart.h"
#include "tests/registered.h"

#include <QTest>

#include <cmath>

namespace tst_comparison {

using namespace tilescape::io;

/// Tables and charts of reproductions.
class TestComparison : public QObject {
    Q_OBJECT

private slots:
    void tablesHaveThePaperBesideOurs()
    {
        const Comparison table{"Figure 1", "", {{"a|b", "GB", 2.0, 1.5, ""}, {"c, \"d\"", "", std::nullopt, 0.1, "new"}}};
        const QString text = QString::fromStdString(markdownOf(table));
        QVERIFY(text.startsWith("## Figure 1\n\n| what |"));
        QVERIFY(text.contains("| a\\|b | GB | 2 | 1.5 | 0.750 |  |\n"));
        QVERIFY(text.contains("| c, \"d\" |  |  | 0.1 |  | new |\n"));
        QCOMPARE(csvOf({table}), std::string("table,what,unit,paper,ours,ratio,note\n"
                                             "Figure 1,a|b,GB,2,1.5,0.75,\n"
                                             "Figure 1,\"c, \"\"d\"\"\",,,0.1,,new\n"));
    }

    void aRatioToNothingIsNone() { QVERIFY(!(ComparisonRow{"x", "", 0.0, 1, ""}.ratio())); }

    void figuresOfAPaperComeBackFromTheirFile()
    {
        PaperChart chart;
        chart.title = "Speed";
        chart.yLabel = "times";
        chart.kind = PaperChart::Kind::StackedBars;
        chart.categories = {"AlexNet", "MLP"};
        chart.series = {{"ours, paper", {2.25, PaperChart::none}, true, 3}, {"ours", {1e-9, 1e12}}};
        const std::string text = writePaperFigures({"hypar", {{"figure_6", chart}}});
        const auto read = readPaperFigures(text, "a.json");
        QVERIFY(read.ok());
        QCOMPARE(writePaperFigures(read.value()), text);
        QCOMPARE(read.value().figures.front().chart.series.front().colour, 3);
        QVERIFY(std::isnan(read.value().figures.front().chart.series.front().values.back()));
    }

    void aSeriesHasAValueForEachCategory()
    {
        const auto read = readPaperFigures(writePaperFigures({"hypar", {{"figure_6", {"", "", "", {"AlexNet"}, {{"ours", {1, 2}}}}}}}), "a.json");
        QCOMPARE(QString::fromStdString(tilescape::support::describe(read.faults())),
                 QString("a.json, at /figures/0/series/0: there are 2 values and 1 categories; a series has one value a category, or null."));
    }
};

TILESCAPE_TEST(TestComparison)

} // namespace tst_comparison
#include "tst_comparison.moc"
