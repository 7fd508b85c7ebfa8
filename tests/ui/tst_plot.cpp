#include "tests/registered.h"
#include "ui/plot/bar.h"
#include "ui/plot/chart.h"
#include "ui/plot/hatch.h"
#include "ui/plot/legend_strip.h"
#include "ui/plot/ruler.h"
#include "ui/plot/text.h"
#include "ui/style/format.h"

#include <QImage>
#include <QPainter>
#include <QSet>
#include <QTest>

#include <cmath>

namespace tst_plot {

using namespace tilescape::ui::plot;

namespace {

constexpr std::array<double, 9> values{3e-9, 0.00071, 0.5, 1, 9.99, 123, 4567, 1e6, 8.2e14};
constexpr std::array<double, 6> lengths{12, 30, 75, 140, 400, 1200};

Chart chartOf(std::size_t categories, const QString& name, Chart::Kind kind = Chart::Kind::Stacked)
{
    Chart chart;
    chart.kind = kind;
    chart.valueTitle = QStringLiteral("Energy (mJ)");
    chart.categoryTitle = QStringLiteral("Layer");
    chart.numberTitle = QStringLiteral("Layer number");
    chart.series = {{QStringLiteral("DRAM"), Qt::blue, {}}, {QStringLiteral("MAC"), Qt::red, {}}};
    for (std::size_t i = 0; i < categories; ++i) {
        chart.categories << name + QString::number(i);
        chart.series[0].values.push_back(static_cast<double>(i % 7) + 0.25);
        chart.series[1].values.push_back(1.5);
    }
    return chart;
}

QFont font()
{
    QFont font;
    font.setPixelSize(11);
    return font;
}

} // namespace

class TestPlot : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void numbersStayBesideWhatTheyCount()
    {
        const QFontMetricsF metrics(QFont(QStringLiteral("DejaVu Sans"), 10));
        const auto lines = [&](const QString& text, const QString& widest) { return wrapped(text, metrics.horizontalAdvance(widest) + 1, metrics); };
        QCOMPARE(lines(QStringLiteral("PEs mapped: 75 % of the 8 × 8 of a tile"), QStringLiteral("PEs mapped: 75 % of the 8 ×")),
                 QStringList({QStringLiteral("PEs mapped: 75 % of the"), QStringLiteral("8 × 8 of a tile")}));
        QCOMPARE(lines(QStringLiteral("weights 16,384 words"), QStringLiteral("weights 16,384")),
                 QStringList({QStringLiteral("weights"), QStringLiteral("16,384 words")}));
        // Where that has no room, each word for itself.
        QCOMPARE(lines(QStringLiteral("weights 16,384 words"), QStringLiteral("weights")),
                 QStringList({QStringLiteral("weights"), QStringLiteral("16,384"), QStringLiteral("words")}));
        QVERIFY(lines(QString(), QStringLiteral("a")).isEmpty());
        QCOMPARE(lines(QStringLiteral("× 2"), QStringLiteral("× 2")), QStringList({QStringLiteral("× 2")}));
    }

    void longNamesAreDividedAtTheirJoints()
    {
        const QFontMetricsF metrics(QFont(QStringLiteral("DejaVu Sans"), 10));
        const auto lines = [&](const QString& text, const QString& widest) {
            return wrapped(text, metrics.horizontalAdvance(widest) + 1, metrics);
        };
        QCOMPARE(lines(QStringLiteral("Layer stage_1/residual_projection twice"), QStringLiteral("stage_1/residual")),
                 QStringList({QStringLiteral("Layer"), QStringLiteral("stage_1/"), QStringLiteral("residual_"),
                              QStringLiteral("projection twice")}));
        QCOMPARE(lines(QStringLiteral("nowhere_divided"), QStringLiteral("nowhere")),
                 QStringList(QStringLiteral("nowhere_divided")));
    }

    void linearTicksBeginAtZeroAndHaveRoom()
    {
        for (const double highest : values) {
            for (const double length : lengths) {
                const Ticks ticks = linearTicks(highest, length, 25);
                QVERIFY(ticks.values.size() >= 2 && ticks.values.front() == 0);
                QVERIFY(ticks.most >= highest && ticks.values.back() <= ticks.most * (1 + 1e-9));
                const double apart = length * ticks.values[1] / ticks.most;
                QVERIFY2(apart >= 25 * (1 - 1e-9) || ticks.values[1] > ticks.most / 5, qPrintable(QString::number(apart)));
                QCOMPARE(QSet<QString>(ticks.texts.begin(), ticks.texts.end()).size(), static_cast<qsizetype>(ticks.texts.size()));
            }
        }
    }

    /// What has no room whole stands in the tooltip.
    void aLegendCutsNoItemOff()
    {
        LegendStrip strip;
        strip.setItems({swatch(QStringLiteral("parts of the output channels"), Qt::blue), swatch(QStringLiteral("parts of the map"), Qt::green)});
        std::size_t fewest = 2;
        for (int width = 600; width > 0; width -= 20) {
            strip.resize(width, strip.sizeHint().height());
            const auto shown = strip.shownItems();
            QVERIFY(legendInRows(shown, width, strip.font()).size.width() <= width);
            QVERIFY(shown.size() <= fewest);
            fewest = shown.size();
        }
        QCOMPARE(fewest, std::size_t{0});
        QVERIFY(strip.toolTip().contains(QStringLiteral("parts of the map")));
    }

    void logarithmicTicksAscendFromBelowTheLowestAndHaveRoom()
    {
        for (const double lowest : values) {
            for (const double range : {1.0, 3.0, 40.0, 1e5, 1e9}) {
                const Ticks ticks = logarithmicTicks(lowest, lowest * range, 150, 20);
                QVERIFY(ticks.least <= lowest && ticks.most >= lowest * range && !ticks.values.empty());
                for (std::size_t i = 1; i < ticks.values.size(); ++i) {
                    QVERIFY(150 * (ticks.share(ticks.values[i]) - ticks.share(ticks.values[i - 1])) >= 20 * (1 - 1e-9));
                }
                QVERIFY(ticks.share(lowest) >= 0 && ticks.share(lowest * range) <= 1);
            }
        }
    }

    void aRulersTextsStandSideBySideAroundTheirTicks()
    {
        static constexpr std::array<const char*, 3> units{"", "k", "M"};
        const QFontMetricsF metrics(font());
        for (const double from : {0.0, 0.3, 1234.5, 999'900.0}) {
            for (const double shown : {2.0, 55.0, 7000.0, 3e6}) {
                const Ruler ruler = layOutRuler(from, from + shown, 40, 640, units, metrics);
                QVERIFY(!ruler.ticks.empty());
                for (std::size_t i = 0; i < ruler.ticks.size(); ++i) {
                    const Ruler::Tick& tick = ruler.ticks[i];
                    QVERIFY(tick.value >= from * (1 - 1e-9) && tick.value <= (from + shown) * (1 + 1e-9));
                    QVERIFY(std::abs(tick.x - (40 + 600 * (tick.value - from) / shown)) < 1e-6);
                    QVERIFY(tick.left <= tick.x && tick.left + metrics.horizontalAdvance(tick.text) >= tick.x);
                    if (i > 0) {
                        const Ruler::Tick& before = ruler.ticks[i - 1];
                        QVERIFY(before.left + metrics.horizontalAdvance(before.text) < tick.left);
                        QVERIFY(before.text != tick.text);
                    }
                }
            }
        }
    }

    void aRulerTakesTheLargestUnitThatFits()
    {
        static constexpr std::array<const char*, 3> units{"ns", "µs", "ms"};
        const Ruler ruler = layOutRuler(0, 2e6, 0, 400, units, QFontMetricsF(font()));
        QCOMPARE(ruler.ticks.front().text, QString::fromUtf8("0.0\u00a0ms"));
        QCOMPARE(ruler.ticks.back().text, QString::fromUtf8("2.0\u00a0ms"));
    }

    void theWholeOfABarIsAsLongAsItsTrack()
    {
        const std::vector<BarPart> parts{{30, Qt::blue}, {10, Qt::red}, {60, Qt::green}};
        const std::vector<QRectF> places = layOutBar(parts, 100, QRectF(20, 5, 200, 8));
        QCOMPARE(places, (std::vector<QRectF>{{20, 5, 60, 8}, {80, 5, 20, 8}, {100, 5, 120, 8}}));
        QCOMPARE(layOutBar(parts, 50, QRectF(20, 5, 200, 8)), (std::vector<QRectF>{{20, 5, 120, 8}, {140, 5, 40, 8}, {180, 5, 40, 8}}));
        for (const QRectF& place : layOutBar(parts, 0, QRectF(20, 5, 200, 8))) {
            QCOMPARE(place.width(), 0.0);
        }
    }

    void aBarsPartsHaveTheirColoursAndLabelsWhereTheseHaveRoom()
    {
        QImage image(200, 20, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        const std::vector<BarPart> parts{{1, QColor(0, 0, 90), QStringLiteral("long label")}, {9, QColor(90, 0, 0), QStringLiteral("I")}};
        paintBar(painter, parts, layOutBar(parts, 10, image.rect()), font());
        painter.end();
        const auto colours = [&image](int from, int to) {
            QSet<QRgb> found;
            for (int x = from; x < to; ++x) {
                for (int y = 0; y < image.height(); ++y) {
                    found.insert(image.pixel(x, y));
                }
            }
            return found;
        };
        QCOMPARE(colours(0, 20), (QSet<QRgb>{qRgb(0, 0, 90)}));
        QVERIFY(colours(20, 200).size() > 1 && image.pixel(25, 10) == qRgb(90, 0, 0));
    }

    void namesAreFlatThenUprightThenNumbersThenNothing()
    {
        const QFontMetricsF metrics(font());
        const QStringList names{QStringLiteral("conv1"), QStringLiteral("conv2"), QStringLiteral("pool")};
        const std::vector<long> numbers{1, 2, 3};
        const double longest = metrics.horizontalAdvance(names[0]);
        QCOMPARE(layOutNames(names, numbers, longest + 6, 100, metrics).form, NameForm::Flat);
        QCOMPARE(layOutNames(names, numbers, longest - 1, 100, metrics).form, NameForm::Upright);
        QCOMPARE(layOutNames(names, numbers, longest - 1, longest - 1, metrics).form, NameForm::Numbers);
        QCOMPARE(layOutNames(names, numbers, 4, 100, metrics).form, NameForm::Numbers);
        QCOMPARE(layOutNames(names, numbers, longest + 6, metrics.height() - 1, metrics).form, NameForm::None);
    }

    void numbersAreMultiplesAndTheFirst()
    {
        QCOMPARE(shownNumber(1, 1, 5, true), 1L);
        QCOMPARE(shownNumber(4, 4, 5, false), 0L);
        QCOMPARE(shownNumber(5, 5, 5, false), 5L);
        QCOMPARE(shownNumber(8, 11, 5, false), 10L);
        QCOMPARE(shownNumber(1, 1, 2, true), 0L); // 1 and 2 would touch
    }

    /// Over sizes and numbers of categories: the plot lies inside, columns fill it, and clicks find them.
    void columnsFillThePlot()
    {
        for (const std::size_t categories : {1, 2, 9, 60, 100}) {
            Chart chart = chartOf(categories, QStringLiteral("inception_3a_"));
            chart.firstWidth = categories > 1 ? 2.5 : 1;
            for (const double width : {200.0, 317.0, 673.0, 1900.0}) {
                for (const double height : {60.0, 120.0, 300.0, 900.0}) {
                    const QRectF area(7, 11, width, height);
                    const ChartLayout layout = layOut(chart, area, font());
                    QVERIFY(area.contains(layout.plot));
                    QVERIFY(std::abs(layout.column(chart, categories - 1).right() - layout.plot.right()) < 1e-6);
                    for (std::size_t i = 0; i < categories; ++i) {
                        QCOMPARE(layout.categoryAt(chart, layout.column(chart, i).center().x()), std::optional(i));
                    }
                    QVERIFY(!layout.categoryAt(chart, layout.plot.left() - 1) && !layout.categoryAt(chart, layout.plot.right() + 1));
                }
            }
        }
    }

    void aFiguresHeightShowsNamesLegendAndTitle()
    {
        for (const std::size_t categories : {1, 5, 12}) {
            const Chart chart = chartOf(categories, QStringLiteral("a_rather_long_name_of_a_layer_"));
            for (const double width : {310.0, 673.0}) {
                const double height = naturalHeight(chart, width, font());
                const ChartLayout layout = layOut(chart, QRectF(0, 0, width, height), font());
                QVERIFY(layout.names.form == NameForm::Flat || layout.names.form == NameForm::Upright);
                QVERIFY(!layout.legend.isEmpty() && layout.showsCategoryTitle);
                QVERIFY(layout.plot.height() > 90 && height < 700);
            }
        }
    }

    void hatchingStaysInItsRectangle()
    {
        for (const Slant slant : {Slant::Rising, Slant::Falling}) {
            QImage image(60, 50, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            hatch(painter, QRectF(10, 12, 31, 17), Qt::black, slant);
            painter.end();
            int inside = 0;
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x) {
                    const bool painted = image.pixel(x, y) != qRgb(255, 255, 255);
                    QVERIFY(!painted || QRect(9, 11, 33, 19).contains(x, y));
                    inside += painted;
                }
            }
            QVERIFY(inside > 60 && inside < 31 * 17);
        }
    }

    void wrappedTextKeepsItsWords()
    {
        const QFontMetricsF metrics(font());
        const QString text = QStringLiteral("Pale: the other regions of segment 2, which run at the same time");
        for (const double width : {40.0, 120.0, 300.0, 900.0}) {
            const QStringList lines = wrapped(text, width, metrics);
            QCOMPARE(lines.join(QLatin1Char(' ')), text);
            for (const QString& line : lines) {
                QVERIFY(metrics.horizontalAdvance(line) <= width || !line.contains(QLatin1Char(' ')));
            }
        }
        QVERIFY(wrapped({}, 100, metrics).isEmpty());
    }
};

TILESCAPE_TEST(TestPlot)

} // namespace tst_plot
#include "tst_plot.moc"
