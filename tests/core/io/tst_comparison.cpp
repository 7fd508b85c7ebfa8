#include "core/io/comparison.h"
#include "core/io/svg_chart.h"

#include <QTest>
#include <QXmlStreamReader>

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

    void charts_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("logarithmic");
        QTest::addColumn<int>("shapes"); // beside background and legend
        QTest::newRow("bars") << 0 << false << 3;
        QTest::newRow("bars, logarithmic") << 0 << true << 3;
        QTest::newRow("stacked") << 1 << false << 3;
        QTest::newRow("lines") << 2 << false << 3;
    }

    void charts()
    {
        QFETCH(int, kind);
        QFETCH(bool, logarithmic);
        QFETCH(int, shapes);
        SvgChart chart;
        chart.title = "A < B & C";
        chart.categories = {"first", "second"};
        chart.series = {{"paper", {3, SvgChart::none}, true}, {"ours", {2, 100}}};
        chart.kind = static_cast<SvgChart::Kind>(kind);
        chart.logarithmic = logarithmic;
        const QString svg = QString::fromStdString(svgOf(chart));
        QXmlStreamReader xml(svg);
        int rectangles = 0;
        int circles = 0;
        bool title = false;
        while (!xml.atEnd()) {
            if (xml.readNext() == QXmlStreamReader::StartElement) {
                rectangles += xml.name() == QLatin1String("rect");
                circles += xml.name() == QLatin1String("circle");
            }
            title = title || (xml.isCharacters() && xml.text() == QLatin1String("A < B & C"));
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QVERIFY(title);
        QCOMPARE(rectangles + circles - 1 - 2, shapes);
        QVERIFY(!svg.contains("nan") && !svg.contains("inf"));
    }

    void anEmptyChartIsStillAPicture()
    {
        const QString svg = QString::fromStdString(svgOf({}));
        QVERIFY(svg.startsWith("<svg ") && !svg.contains("nan"));
    }
};

QTEST_GUILESS_MAIN(TestComparison)
#include "tst_comparison.moc"
