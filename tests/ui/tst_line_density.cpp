#include "tests/registered.h"
#include "ui/plot/line_density.h"
#include "ui/plot/parallel_axes.h"
#include "ui/style/palette.h"

#include <QBuffer>
#include <QPainter>
#include <QSvgGenerator>
#include <QSvgRenderer>
#include <QTest>

#include <algorithm>
#include <functional>

namespace tst_line_density {

using namespace tilescape::ui;
using plot::LineDensity;

namespace {

const QColor red(255, 0, 0);

QPolygonF line(double left, double right, double width = 20) { return QPolygonF{{0, left}, {width, right}}; }

} // namespace

/// Pictures of many lines: what is dark is where they are.
class TestLineDensity : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void linesAreCounted()
    {
        LineDensity density({20, 10});
        for (int i = 0; i < 7; ++i) {
            density.add(line(4.5, 4.5), red);
        }
        density.add(line(8, 8), red); // half in each of two rows
        QCOMPARE(density.count(3, 4), 7.0);
        QCOMPARE(density.count(19, 4), 7.0);
        QCOMPARE(density.count(3, 7), 0.5);
        QCOMPARE(density.count(3, 8), 0.5);
        QCOMPARE(density.count(3, 2), 0.0);
    }

    /// Pieces that are narrower than a pixel count as far as they reach, all together as one line.
    void pointsMayBeNearerThanPixels()
    {
        QPolygonF level;
        QPolygonF zigzag;
        for (int i = 0; i <= 100; ++i) {
            level << QPointF(0.2 * i, 4.5);
            zigzag << QPointF(0.2 * i, i % 2 ? 9 : 6);
        }
        LineDensity density({20, 10});
        density.add(level, red);
        density.add(zigzag, red);
        for (const int x : {0, 7, 19}) {
            QVERIFY(std::abs(density.count(x, 4) - 1) < 1e-5);
            for (const int y : {6, 7, 8}) {
                QVERIFY(std::abs(density.count(x, y) - 1) < 1e-5);
            }
        }
    }

    /// A steep line has no holes.
    void everyRowOfASteepLineIsCovered()
    {
        LineDensity density({20, 100});
        density.add(line(0, 100), red);
        for (int x = 0; x < 20; ++x) {
            double sum = 0;
            for (int y = 0; y < 100; ++y) {
                sum += density.count(x, y);
            }
            QVERIFY2(std::abs(sum - 5) < 1e-4, qPrintable(QString::number(sum)));
        }
    }

    /// More lines are darker, and one beside thousands is there to be seen. Colours are mixed by number.
    void opacityGrowsWithTheNumber()
    {
        LineDensity density({10, 40});
        density.add(line(2.5, 2.5, 10), red);
        for (int i = 0; i < 30; ++i) {
            density.add(line(12.5, 12.5, 10), i % 3 == 0 ? red : QColor(0, 0, 255));
        }
        for (int i = 0; i < 5000; ++i) {
            density.add(line(22.5, 22.5, 10), red);
        }
        const QImage image = density.image();
        QCOMPARE(qAlpha(image.pixel(5, 22)), 255);
        QVERIFY(qAlpha(image.pixel(5, 12)) > qAlpha(image.pixel(5, 2)) && qAlpha(image.pixel(5, 12)) < 180);
        QVERIFY(qAlpha(image.pixel(5, 2)) > 25);
        QCOMPARE(qAlpha(image.pixel(5, 32)), 0);
        const QColor mixed = image.pixelColor(5, 12);
        QVERIFY2(std::abs(mixed.red() - 85) < 6 && std::abs(mixed.blue() - 170) < 6, qPrintable(mixed.name()));
    }

    /// Lines at even distances that are no multiple of a pixel make no stripes.
    void evenLinesAreEvenlyDark()
    {
        LineDensity density({10, 300});
        for (int i = 0; i < 3000; ++i) {
            density.add(line(i * 0.0997, i * 0.0997, 10), red);
        }
        const QImage image = density.image();
        int least = 255;
        int most = 0;
        for (int y = 2; y < 296; ++y) {
            least = std::min(least, qAlpha(image.pixel(5, y)));
            most = std::max(most, qAlpha(image.pixel(5, y)));
        }
        QVERIFY2(most - least < 10, qPrintable(QStringLiteral("%1 to %2").arg(least).arg(most)));
    }

    /// Pages have no bitmaps: what they show is what the screen shows, in steps of colours, and not much larger for more lines.
    void onAPageItIsShapes()
    {
        const QSize size(200, 100);
        LineDensity density(size);
        for (int i = 0; i < 12000; ++i) {
            density.add(line(i * 0.005, 90 - i * 0.006, size.width()), i % 2 ? red : QColor(0, 0, 255));
        }
        const auto onWhite = [&](const std::function<void(QPainter&)>& draw) {
            QImage image(size, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            draw(painter);
            return image;
        };
        QBuffer svg;
        {
            QSvgGenerator generator;
            generator.setOutputDevice(&svg);
            generator.setViewBox(QRectF({}, size));
            QPainter painter(&generator);
            density.paint(painter, QRectF({}, size), Qt::white);
        }
        QVERIFY(!svg.data().contains("<image"));
        QVERIFY2(svg.size() < 2'000'000, qPrintable(QString::number(svg.size())));
        const QImage shown = onWhite([&](QPainter& painter) { density.paint(painter, QRectF({}, size), Qt::white); });
        const QImage printed = onWhite([&](QPainter& painter) { QSvgRenderer(svg.data()).render(&painter, QRectF({}, size)); });
        double apart = 0;
        for (int y = 0; y < size.height(); ++y) {
            for (int x = 0; x < size.width(); ++x) {
                const QColor a = shown.pixelColor(x, y);
                const QColor b = printed.pixelColor(x, y);
                apart += std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue());
            }
        }
        apart /= 3.0 * size.width() * size.height();
        QVERIFY2(apart < 6, qPrintable(QString::number(apart)));
        QVERIFY(shown.pixelColor(100, 45) != QColor(Qt::white));
    }

    /// Efficiencies that are equal but for the last digit: no lines run apart for these.
    void whatDiffersByRoundingStandsTogether()
    {
        plot::ParallelAxes chart;
        chart.axes = {{QStringLiteral("GOPS/W"), {}, {}, false, {}}};
        const double value = 287.37767009048025;
        chart.points = {{{value}, Qt::blue, false}, {{std::nextafter(value, 0)}, Qt::blue, false}};
        const plot::ParallelLayout layout = layOut(chart, QRectF(0, 0, 300, 300), QFont());
        QCOMPARE(layout.y(chart, 0, chart.points[0].values[0]), layout.y(chart, 0, chart.points[1].values[0]));
    }

    /// Of many points the few in a range that is picked out stand above all others, at scale 2 as well.
    void whatIsPickedOutStandsAbove()
    {
        plot::ParallelAxes chart;
        chart.axes = {{QStringLiteral("a"), {}, {}, false, {}}, {QStringLiteral("b"), {}, {}, false, {}}};
        for (int i = 0; i < 2000; ++i) {
            chart.points.push_back({{i / 2000.0, i / 2000.0}, QColor(0, 0, 200), false});
        }
        chart.axes[0].picked = std::pair(0.5, 0.52);
        for (const qreal scale : {1.0, 2.0}) {
            QImage image(QSize(300, 300) * scale, QImage::Format_ARGB32_Premultiplied);
            image.setDevicePixelRatio(scale);
            image.fill(Qt::white);
            QPainter painter(&image);
            const plot::ParallelLayout layout = layOut(chart, QRectF(0, 0, 300, 300), painter.font());
            QPalette palette;
            palette.setColor(QPalette::Base, Qt::white);
            paint(painter, chart, layout, palette, painter.font());
            painter.end();
            const auto saturationAt = [&](double value) {
                const QPointF place = QPointF(layout.plot.center().x(), layout.y(chart, 0, value)) * scale;
                return image.pixelColor(place.toPoint()).saturation();
            };
            QVERIFY(saturationAt(0.51) > 200);
            QVERIFY(saturationAt(0.25) > 0 && saturationAt(0.25) < 60);
        }
    }
};

TILESCAPE_TEST(TestLineDensity)

} // namespace tst_line_density
#include "tst_line_density.moc"
