#include "tests/registered.h"
#include "ui/plot/heat_map.h"
#include "ui/plot/scatter.h"
#include "ui/style/format.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QSet>
#include <QSvgGenerator>
#include <QTest>

#include <cmath>

namespace tst_scatter {

using namespace tilescape::ui;
using namespace tilescape::ui::plot;

namespace {

QFont font()
{
    QFont font;
    font.setPixelSize(11);
    return font;
}

} // namespace

/// Charts of explored points: scatter charts and heat maps.
class TestScatter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// No text of an axis is left out because its neighbour stands there.
    void everyTickOfAScatterHasItsText()
    {
        for (const double width : {260.0, 400.0, 620.0, 900.0}) {
            for (const double from : {0.0, 0.4, 37.0}) {
                for (const double to : {from + 0.2, 2 * from + 2, 10 * from + 13}) {
                    Scatter chart;
                    chart.series = {{{}, Qt::blue}};
                    chart.points = {{from, 1}, {to, 2}};
                    chart.xText = [](double value) { // as of times: longer from 1 on
                        return value < 1 ? QStringLiteral("%1 us").arg(value * 1000)
                                         : QStringLiteral("%1 ms").arg(value, 0, 'f', 2);
                    };
                    const ScatterLayout layout = layOut(chart, {0, 0, width, 300}, font());
                    for (std::size_t i = 1; i < layout.x.values.size(); ++i) {
                        const double apart = layout.plot.width() * (layout.x.values[i] - layout.x.values[i - 1])
                                             / (layout.x.most - layout.x.least);
                        const QFontMetricsF metrics(font());
                        const double texts = (metrics.horizontalAdvance(layout.x.texts[i])
                                              + metrics.horizontalAdvance(layout.x.texts[i - 1]))
                                             / 2;
                        QVERIFY2(apart > texts + 5,
                                 qPrintable(QStringLiteral("%1 and %2").arg(layout.x.texts[i - 1], layout.x.texts[i])));
                    }
                    QVERIFY(layout.x.values.size() >= 2);
                }
            }
        }
    }

    /// Lines of more points than can be told apart are without dots, and none hides another: where they cross, colours are mixed.
    void denseLinesHideNothing()
    {
        Scatter chart;
        chart.joinsSeries = true;
        chart.series = {
            {QStringLiteral("a"), Qt::red}, {QStringLiteral("b"), Qt::blue}, {QStringLiteral("c"), Qt::green}};
        for (int i = 0; i < 2000; ++i) {
            const double up = i % 2;
            chart.points.push_back({static_cast<double>(i), up, 0});
            chart.points.push_back({static_cast<double>(i), 1 - up, 1});
            chart.points.push_back({static_cast<double>(i), 3, 2});
        }
        const QRectF area(0, 0, 600, 300);
        const ScatterLayout layout = layOut(chart, area, font());
        QVERIFY(layout.dense);
        QImage image(area.size().toSize(), QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::white);
        QPainter painter(&image);
        paint(painter, chart, layout, QPalette(Qt::black, Qt::white), font());
        painter.end();
        const QPoint middle = layout.at({1001, 0.5, 0}).toPoint();
        const QColor mixed = image.pixelColor(middle);
        QVERIFY2(mixed.red() > 90 && mixed.blue() > 90 && mixed.green() < 90, qPrintable(mixed.name()));
        int green = 0; // pixels of the level line at one place
        for (int y = static_cast<int>(layout.plot.top()); y < middle.y(); ++y) {
            const QColor colour = image.pixelColor(middle.x(), y);
            green += colour.green() > colour.red() + 60 ? 1 : 0;
        }
        QVERIFY2(green >= 1 && green <= 3, qPrintable(QString::number(green)));
        QBuffer svg; // a page has shapes instead of a bitmap, and not one a line
        QSvgGenerator generator;
        generator.setOutputDevice(&svg);
        generator.setViewBox(area);
        painter.begin(&generator);
        painter.scale(4, 4); // as fine as printers are
        paint(painter, chart, layout, QPalette(Qt::black, Qt::white), font());
        painter.end();
        QVERIFY(!svg.data().contains("<image"));
        QVERIFY2(svg.size() < 2'000'000, qPrintable(QString::number(svg.size())));
        chart.points.resize(60);
        QVERIFY(!layOut(chart, area, font()).dense);
    }

    /// At a name, points of one series stand beside those of another.
    void seriesStandBesideEachOtherAtNames()
    {
        Scatter chart;
        chart.series = {{QStringLiteral("a"), Qt::red}, {QStringLiteral("b"), Qt::blue}};
        chart.xNames = {QStringLiteral("energy"), QStringLiteral("delay")};
        chart.points = {{0, 1, 0}, {0, 1, 1}, {1, 1, 0}, {1, 1, 1}};
        const ScatterLayout layout = layOut(chart, {0, 0, 600, 300}, font());
        for (std::size_t i = 0; i + 1 < chart.points.size(); ++i) {
            QVERIFY(layout.at(chart.points[i + 1]).x() - layout.at(chart.points[i]).x() > 50);
        }
        for (std::size_t i = 0; i < chart.points.size(); ++i) {
            QCOMPARE(layout.pointAt(chart, layout.at(chart.points[i])), std::optional(i));
        }
    }

    /// A single point has the ends of the axes, where titles stand, free of ticks.
    void ticksOfASinglePointStayClearOfTheTitles()
    {
        for (const double value : {4.0, 0.4, 1234.0}) {
            Scatter chart;
            chart.series = {{QStringLiteral("a"), Qt::red}};
            chart.points = {{value, value}};
            const ScatterLayout layout = layOut(chart, {0, 0, 600, 300}, font());
            for (const double tick : layout.y.values) {
                const double y = layout.plot.bottom()
                                 - layout.plot.height() * (tick - layout.y.least) / (layout.y.most - layout.y.least);
                QVERIFY2(y - layout.plot.top() > 5, qPrintable(QString::number(y - layout.plot.top())));
            }
        }
    }

    /// Delays of a sweep that differ in the sixth digit: no two ticks have the same text.
    void ticksOfANarrowRangeAreToldApart()
    {
        Scatter chart;
        chart.series = {{QStringLiteral("a"), Qt::red}};
        chart.points = {{2.9902e-3, 28.2}, {2.9915e-3, 28.8}};
        chart.xText = style::seconds;
        const ScatterLayout layout = layOut(chart, {0, 0, 600, 300}, font());
        QVERIFY(layout.x.texts.size() > 2);
        const QSet<QString> different(layout.x.texts.begin(), layout.x.texts.end());
        QCOMPARE(different.size(), static_cast<qsizetype>(layout.x.texts.size()));
        QVERIFY2(layout.x.texts.back().startsWith(QLatin1Char('+')), qPrintable(layout.x.texts.back()));
        chart.points = {{1e-3, 28.2}, {9e-3, 28.8}};
        for (const QString& text : layOut(chart, {0, 0, 600, 300}, font()).x.texts) {
            QVERIFY(!text.startsWith(QLatin1Char('+')));
        }
    }

    /// Results that differ by rounding only, and ranges that are nearly as narrow.
    void aRangeOfAnyWidthHasFewTicks()
    {
        const double value = 287.37767009048025;
        for (const double width :
             {0.0, 1.0 / (1LL << 52), 1e-14, 1e-12, 1e-10, 1e-9, 2e-9, 1e-8, 1e-6, 1e-3, 1.0, 1e6}) {
            for (const bool logarithmic : {false, true}) {
                Scatter chart;
                chart.series = {{QStringLiteral("a"), Qt::red}};
                chart.points = {{value, value}, {value * (1 + width), value * (1 + width)}};
                chart.logarithmicX = chart.logarithmicY = logarithmic;
                const ScatterLayout layout = layOut(chart, {0, 0, 600, 300}, font());
                const std::size_t least = logarithmic ? 0 : 2;
                QVERIFY2(layout.x.values.size() >= least && layout.x.values.size() < 30,
                         qPrintable(QString::number(width)));
                QVERIFY2(layout.y.values.size() >= least && layout.y.values.size() < 30,
                         qPrintable(QString::number(width)));
            }
        }
        QVERIFY(isOneValue(0, 0) && isOneValue(value, value * (1 + 1e-15)) && !isOneValue(value, value * (1 + 1e-6)));
        QVERIFY(multiplesOf(1e-14, value, value * (1 + 1e-13)).empty());
        QVERIFY(multiplesOf(1, 0, HUGE_VAL).empty());
    }

    /// What is unlimited is no number between others: it keeps its name where these give way to round ones.
    void aHeatMapNamesWhatIsUnlimited()
    {
        HeatMap map;
        for (int number = 1; number <= 40; ++number) {
            map.columnNumbers.values.push_back(number);
        }
        map.columnNumbers.values.push_back(HUGE_VAL);
        map.columnNumbers.text = [](double number) { return QStringLiteral("%1 GB/s").arg(number); };
        for (const double number : map.columnNumbers.values) {
            map.columns.push_back(std::isfinite(number) ? map.columnNumbers.text(number) : QStringLiteral("unlimited"));
        }
        map.rows = {QStringLiteral("2 B"), QStringLiteral("512 B")};
        map.cells = {{0, 0, 1.0}, {4, 1, 2.0}};
        for (const double width : {400.0, 600.0, 900.0}) {
            const std::vector<HeatMapLayout::Name> names = layOut(map, {0, 0, width, 300}, font()).columnNames;
            QVERIFY(names.size() >= 3 && names.size() < 20);
            QCOMPARE(names.back().text, QStringLiteral("unlimited"));
            for (std::size_t i = 0; i + 1 < names.size(); ++i) {
                QCOMPARE(names[i].text.section(QLatin1Char(' '), 0, 0).toInt() % 5, 0);
            }
        }
    }
};

TILESCAPE_TEST(TestScatter)

} // namespace tst_scatter
#include "tst_scatter.moc"
