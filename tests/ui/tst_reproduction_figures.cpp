#include "figure_pages.h"

#include "tests/registered.h"
#include "ui/figures/reproduction_figure.h"
#include "ui/widgets/figure_presets.h"

#include <QTest>

namespace tst_reproduction_figures {

using namespace tilescape;
using namespace tilescape::ui;
using io::PaperChart;

namespace {

PaperChart sampleChart(PaperChart::Kind kind, bool fromPaper)
{
    PaperChart chart;
    chart.title = "Energy of the networks";
    chart.xLabel = "Network";
    chart.yLabel = "Energy, mJ";
    chart.kind = kind;
    chart.categories = {"AlexNet", "VGG-A", "ResNet-50"};
    if (fromPaper) {
        chart.series.push_back({"Ours, paper", {3, PaperChart::none, 5}, true, 0});
    }
    chart.series.push_back({"Ours", {3.1, 4.2, 5.3}, false, 0});
    chart.series.push_back({"Theirs", {6, 7, PaperChart::none}, false, 1});
    return chart;
}

} // namespace

/// Charts of papers that are made anew, drawn as the window's are.
class TestReproductionFigures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pagesNameEverySeriesAndUnit_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("fromPaper");
        QTest::newRow("bars beside the paper's") << static_cast<int>(PaperChart::Kind::Bars) << true;
        QTest::newRow("bars") << static_cast<int>(PaperChart::Kind::Bars) << false;
        QTest::newRow("lines beside the paper's") << static_cast<int>(PaperChart::Kind::Lines) << true;
        QTest::newRow("stacked bars") << static_cast<int>(PaperChart::Kind::StackedBars) << false;
    }

    void pagesNameEverySeriesAndUnit()
    {
        QFETCH(int, kind);
        QFETCH(bool, fromPaper);
        const PaperChart chart = sampleChart(static_cast<PaperChart::Kind>(kind), fromPaper);
        const widgets::Figure figure = figures::reproductionFigure(QStringLiteral("paper/figure_1"), QStringLiteral("A paper"), chart);
        for (const widgets::FigurePreset& preset : widgets::figurePresets()) {
            const widgets::FigureSize size = widgets::sizeOf(preset);
            QVERIFY2(widgets::pageFaults(figure, size).empty(), preset.key);
            const pages::Page page = pages::svgPage(figure, size);
            const QStringList faults = pages::textFaults(page);
            QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
            QVERIFY(page.says(QStringLiteral("Energy, mJ")) && page.says(QStringLiteral("ResNet-50")));
            for (const PaperChart::Series& series : chart.series) {
                QVERIFY(page.says(QString::fromStdString(series.name)));
            }
            QVERIFY(page.bitmaps == 0 && page.patterns == 0);
        }
    }

    /// Where a paper prints nothing, nothing is drawn: a bar less than there would be.
    void aMissingValueLeavesItsPlaceEmpty()
    {
        const auto rectangles = [](const PaperChart& chart) {
            const auto figure = figures::reproductionFigure(QStringLiteral("a"), QString(), chart);
            return pages::svgPage(figure, {widgets::twoColumnsMm, widgets::paperTextPt}).rectangles;
        };
        PaperChart chart = sampleChart(PaperChart::Kind::Bars, false);
        const int missing = rectangles(chart);
        chart.series[1].values[2] = 4;
        QCOMPARE(rectangles(chart), missing + 1);
    }
};

TILESCAPE_TEST(TestReproductionFigures)

} // namespace tst_reproduction_figures
#include "tst_reproduction_figures.moc"
