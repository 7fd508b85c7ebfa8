#include "tests/registered.h"
#include "view_samples.h"

#include "figure_pages.h"

#include "core/io/library.h"
#include "core/schedule/solve.h"
#include "ui/energy/energy_chart.h"
#include "ui/energy/energy_chart_view.h"

#include <QBuffer>
#include <QElapsedTimer>
#include <QRegularExpression>
#include <QSet>
#include <QSvgGenerator>
#include <QTest>

namespace tst_energy_chart {

using namespace tilescape;
using namespace tilescape::ui::energy;

namespace {

void show(EnergyChart& chart)
{
    chart.resize(560, 320);
    chart.show();
    QVERIFY(QTest::qWaitForWindowExposed(&chart));
}

double stackOf(const EnergyChart& chart, std::size_t bar) { return chart.chartView()->chart().height(bar); }

/// What the chart view paints at this size, read as a page.
pages::Page painted(EnergyChart& chart, QSize size)
{
    chart.resize(size);
    chart.ensurePolished();
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(96);
    generator.setSize(chart.chartView()->size());
    generator.setViewBox(QRect(QPoint(), chart.chartView()->size()));
    QPainter painter(&generator);
    chart.chartView()->render(&painter, {}, {}, QWidget::DrawChildren);
    painter.end();
    return pages::readSvg(buffer.data());
}

int numbersIn(const pages::Page& page)
{
    static const QRegularExpression number(QStringLiteral("^[0-9.]+$"));
    return static_cast<int>(page.words().filter(number).size());
}

} // namespace

class TestEnergyChart : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QApplication::setPalette(samples::lightPalette());
        m_workspace = samples::workspace();
    }

    /// On a laptop the panel is some 200 pixels high; words above the total move nothing.
    void aLowPanelIsMostlyChart()
    {
        m_workspace->open(samples::problem(samples::smallNetwork(), {2, 2}), {});
        QTRY_VERIFY(m_workspace->schedule() && !m_workspace->isStale());
        EnergyChart chart(*m_workspace);
        show(chart);
        chart.resize(480, 180);
        QVERIFY2(chart.chartView()->height() >= 0.8 * chart.height(), qPrintable(QString::number(chart.chartView()->height())));
    }

    void anEmptyProjectHasNoBars()
    {
        EnergyChart chart(*m_workspace);
        show(chart);
        QVERIFY(chart.bars().empty());
        QVERIFY(painted(chart, {560, 320}).texts.empty());
        QVERIFY(pages::svgPage(chart.figure(), {}).millimetres.width() > 0);
    }

    void theBarsAddUpToTheTotalHoweverTheyAreGrouped_data()
    {
        QTest::addColumn<int>("layers");
        QTest::addColumn<int>("bars");
        QTest::newRow("one") << 1 << 1;
        QTest::newRow("a hundred") << 100 << 100;
        QTest::newRow("a hundred and one") << 101 << 51;
        QTest::newRow("a thousand") << 1000 << 100;
    }

    void theBarsAddUpToTheTotalHoweverTheyAreGrouped()
    {
        QFETCH(int, layers);
        QFETCH(int, bars);
        const auto schedule =
            samples::scheduleFor(samples::problem(samples::longNetwork(static_cast<std::size_t>(layers)), {2, 2}));
        const std::vector<EnergyBar> made = energyBars(schedule);
        QCOMPARE(made.size(), static_cast<std::size_t>(bars));
        double sum = 0;
        std::size_t covered = 0;
        QSet<QString> labels;
        for (const EnergyBar& bar : made) {
            double parts = 0;
            for (const Component component : allComponents) {
                parts += partOf(bar.energy, component);
            }
            QVERIFY(std::abs(parts - bar.energy.total()) <= 1e-9 * parts);
            sum += parts;
            covered += bar.layers.size();
            labels.insert(bar.label);
        }
        QCOMPARE(covered, static_cast<std::size_t>(layers));
        QCOMPARE(labels.size(), bars);
        QVERIFY(std::abs(sum - schedule.totals.energy.total()) <= 1e-9 * sum);
    }

    /// In whatever order they run: the network's figure and file number them so.
    void barsAreNumberedAsTheNetworkIs()
    {
        schedule::Problem problem = samples::problem(io::loadNetwork("alexnet").value(), {4, 4});
        problem.solver = "kapla";
        const schedule::Schedule schedule = schedule::solve(problem);
        QVERIFY(!std::is_sorted(schedule.layers.begin(), schedule.layers.end(),
                                [](const auto& a, const auto& b) { return a.layer < b.layer; }));
        const std::vector<EnergyBar> bars = energyBars(schedule);
        for (std::size_t number = 0; number < bars.size(); ++number) {
            QCOMPARE(bars[number].layers, std::vector{number});
        }
    }

    /// A bar of several layers is as high as all of them: the figure says so, too.
    void aFigureSaysHowManyLayersABarHas()
    {
        for (const auto& [layers, words] :
             {std::pair(1000, "Layer number, 10 layers a bar"), std::pair(101, "Layer number, 2 layers a bar"),
              std::pair(100, "Layer number")}) {
            const auto schedule =
                samples::scheduleFor(samples::problem(samples::longNetwork(static_cast<std::size_t>(layers)), {2, 2}));
            for (const EnergyMeasure measure : {EnergyMeasure::Energy, EnergyMeasure::Share}) {
                QVERIFY2(pages::svgPage(energyFigure(schedule, measure), {}).says(QLatin1String(words)), words);
            }
        }
    }

    void aClickOnABarSelectsItsLayer()
    {
        open(samples::smallNetwork());
        EnergyChart chart(*m_workspace);
        show(chart);
        for (const std::size_t bar : {2, 0, 7}) {
            const QPoint place = chart.barRect(bar).center().toPoint();
            QTest::mouseClick(chart.chartView(), Qt::LeftButton, {}, place);
            QCOMPARE(m_workspace->selectedLayer(), std::optional(bar));
        }
    }

    void keysGoFromBarToBar()
    {
        open(samples::smallNetwork());
        EnergyChart chart(*m_workspace);
        show(chart);
        const std::size_t last = chart.bars().size() - 1;
        const auto press = [&](Qt::Key key) {
            QTest::keyClick(chart.chartView(), key);
            return m_workspace->selectedLayer().value();
        };
        QCOMPARE(press(Qt::Key_Right), std::size_t{0}); // into the chart
        QCOMPARE(press(Qt::Key_Right), std::size_t{1});
        QCOMPARE(press(Qt::Key_End), last);
        QCOMPARE(press(Qt::Key_Right), last); // no further
        QCOMPARE(press(Qt::Key_Left), last - 1);
        QCOMPARE(press(Qt::Key_Home), std::size_t{0});
        QCOMPARE(press(Qt::Key_Left), std::size_t{0});
    }

    void clicksOnABarOfManyLayersGoThroughThem()
    {
        open(samples::longNetwork(300));
        EnergyChart chart(*m_workspace);
        show(chart);
        QCOMPARE(chart.bars()[10].layers.size(), std::size_t{3});
        const QPoint place = chart.barRect(10).center().toPoint();
        for (const std::size_t layer : {30, 31, 32, 30}) {
            QTest::mouseClick(chart.chartView(), Qt::LeftButton, {}, place);
            QCOMPARE(m_workspace->selectedLayer(), std::optional(layer));
        }
    }

    void theMouseOverABarHoversItsLayer()
    {
        open(samples::smallNetwork());
        EnergyChart chart(*m_workspace);
        show(chart);
        QTest::mouseMove(chart.chartView(), chart.barRect(3).center().toPoint());
        QTRY_COMPARE(m_workspace->hoveredLayer(), std::optional<std::size_t>(3));
    }

    void sharesFillEveryBarToAHundred()
    {
        open(samples::smallNetwork());
        EnergyChart chart(*m_workspace);
        show(chart);
        const double before = stackOf(chart, 1);
        chart.setMeasure(EnergyMeasure::Share);
        for (std::size_t bar = 0; bar < 8; ++bar) {
            QVERIFY(std::abs(stackOf(chart, bar) - 100) < 1e-9);
        }
        chart.setMeasure(EnergyMeasure::Energy);
        QCOMPARE(stackOf(chart, 1), before);
    }

    void aToolTipNamesLayerComponentValueUnitAndShare()
    {
        open(samples::smallNetwork());
        EnergyChart chart(*m_workspace);
        chart.setMeasure(EnergyMeasure::Share);
        const QString text = chart.barToolTip(6, 1); // the lowest part of a fully connected layer is DRAM
        QVERIFY2(text.contains(QStringLiteral("fc6")) && text.contains(QStringLiteral("DRAM: ")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("J,")) && text.contains(QLatin1Char('%')), qPrintable(text));
    }

    void atEverySizeTheAxisHasNumbersAndNoTextIsCutOrLiesOnAnother_data()
    {
        QTest::addColumn<int>("layers");
        QTest::newRow("one layer") << 1;
        QTest::newRow("two layers") << 2;
        QTest::newRow("eight layers") << 0;
        QTest::newRow("fifty layers") << 50;
        QTest::newRow("several layers a bar") << 300;
    }

    void atEverySizeTheAxisHasNumbersAndNoTextIsCutOrLiesOnAnother()
    {
        QFETCH(int, layers);
        open(layers == 0 ? samples::smallNetwork() : layers == 1 ? samples::oneLayer() : samples::longNetwork(static_cast<std::size_t>(layers)));
        EnergyChart chart(*m_workspace);
        show(chart);
        for (const auto measure : {EnergyMeasure::Energy, EnergyMeasure::Share}) {
            chart.setMeasure(measure);
            for (const int width : {300, 420, 640, 1100, 1900}) {
                for (const int height : {120, 180, 260, 420, 900}) {
                    const pages::Page page = painted(chart, {width, height});
                    const QString where = QStringLiteral("%1 x %2: ").arg(width).arg(height);
                    QVERIFY2(pages::textFaults(page).isEmpty(), qPrintable(where + pages::textFaults(page).join(QLatin1Char('\n'))));
                    QVERIFY2(numbersIn(page) >= 2, qPrintable(where + page.words().join(QLatin1Char('|'))));
                    QVERIFY2(page.tells(measure == EnergyMeasure::Energy ? QStringLiteral("Energy (") : QStringLiteral("(%)")), qPrintable(where));
                }
            }
        }
    }

    void namesAreWholeOrNumbers()
    {
        open(samples::longNetwork(12));
        EnergyChart chart(*m_workspace);
        show(chart);
        int named = 0;
        for (const int width : {300, 420, 640, 1100, 1900}) {
            const pages::Page page = painted(chart, {width, 400});
            const auto names = page.words().filter(QStringLiteral("block"));
            QVERIFY(names.isEmpty() || names.size() == 12);
            QCOMPARE(names.isEmpty(), page.says(QStringLiteral("Layer number")));
            named += names.isEmpty() ? 0 : 1;
        }
        QVERIFY(named > 0);
        QVERIFY(painted(chart, {300, 130}).words().filter(QStringLiteral("block")).isEmpty());
    }

    void aThousandLayersAreDrawnAtOnce()
    {
        open(samples::longNetwork(1000));
        QElapsedTimer timer;
        timer.start();
        EnergyChart chart(*m_workspace);
        show(chart);
        chart.grab();
        QVERIFY2(timer.elapsed() < 1500, qPrintable(QString::number(timer.elapsed())));
        QVERIFY(samples::leaveScreenshots(chart, QStringLiteral("energy_1000_layers")));
    }

    void anInfeasibleScheduleHasNoBars()
    {
        ui::workspace::Workspace workspace(
            [](const schedule::Problem& problem, const schedule::SolveControl&) { return samples::infeasible(problem); });
        workspace.open(samples::problem(samples::smallNetwork(), {4, 4}), {});
        QTRY_VERIFY(workspace.schedule());
        EnergyChart chart(workspace);
        show(chart);
        QVERIFY(chart.bars().empty());
    }

    void screenshots()
    {
        open(samples::smallNetwork());
        EnergyChart chart(*m_workspace);
        show(chart);
        m_workspace->setSelectedLayer(2);
        QVERIFY(samples::leaveScreenshots(chart, QStringLiteral("energy")));
        chart.setMeasure(EnergyMeasure::Share);
        QVERIFY(samples::leaveScreenshots(chart, QStringLiteral("energy_shares")));
        m_workspace->setNetwork(samples::oneLayer());
        QTRY_VERIFY(!m_workspace->isStale());
        chart.setMeasure(EnergyMeasure::Energy);
        QVERIFY(samples::leaveScreenshots(chart, QStringLiteral("energy_one_layer")));
    }

private:
    void open(network::Network net)
    {
        m_workspace->open(samples::problem(std::move(net), {2, 2}), {});
        QTRY_VERIFY(!m_workspace->isStale() && m_workspace->schedule());
    }

    std::unique_ptr<ui::workspace::Workspace> m_workspace;
};

TILESCAPE_TEST(TestEnergyChart)

} // namespace tst_energy_chart
#include "tst_energy_chart.moc"
