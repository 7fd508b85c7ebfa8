#include "tests/registered.h"
#include "tests/ui/figure_pages.h"

#include "app/reproduce/adapt_flow.h"
#include "app/reproduce/gradient_order.h"
#include "app/reproduce/hypar.h"
#include "app/reproduce/kapla.h"
#include "app/reproduce/papers.h"
#include "app/reproduce/tangram.h"
#include "ui/figures/reproduction_figure.h"
#include "ui/widgets/figure_presets.h"

#include <QCoreApplication>
#include <QFile>
#include <QTest>

#include <map>

namespace tst_paper_figures {

using namespace tilescape;
using namespace tilescape::ui;
using io::PaperChart;
using io::PaperFigure;

namespace {

/// Numbers that a solver could have found, each other than the last, so that no bars are alike.
class InventedNumbers {
public:
    double next() { return m_last = m_last > 2 ? 1 : m_last * 1.07; }
    cost::Energy energy() { return {next(), next(), next(), next(), next(), next(), next()}; }

private:
    double m_last = 1;
};

std::vector<PaperFigure> kaplaFigures()
{
    InventedNumbers numbers;
    reproduce::Races races([&](const schedule::Problem&, const std::string&, std::size_t) {
        return reproduce::RaceResult{numbers.energy(), numbers.next(), numbers.next(), numbers.next(), 1e6, 1e3, numbers.next(), numbers.next()};
    });
    return reproduce::kaplaOf(races, false).figures;
}

std::vector<PaperFigure> tangramFigures()
{
    InventedNumbers numbers;
    return reproduce::tangramOf([&](const schedule::Problem&, const std::string&) {
               schedule::Totals totals;
               totals.energy = numbers.energy();
               totals.seconds = numbers.next();
               totals.gops = numbers.next();
               totals.gopsPerWatt = numbers.next();
               return totals;
           })
        .figures;
}

/// The usual machine's answers stand for those of all machines.
std::vector<PaperFigure> gradientFigures()
{
    using namespace training::gradient;
    std::vector<std::vector<LayerResult>> usual;
    const reproduce::ProductAnalyser analyser = reproduce::analyserWith(0);
    return reproduce::gradientOrderOf(reproduce::Evaluator([&](const auto& lists, const Settings& settings) {
               usual = usual.empty() ? analyser(lists, settings) : usual;
               return usual;
           }))
        .figures;
}

/// What every reproduction draws. Where it takes minutes, solvers are left out: what stands on the figures does not depend on them.
const std::map<std::string, std::vector<PaperFigure>>& allFigures()
{
    static const std::map<std::string, std::vector<PaperFigure>> all{{"adapt-flow", reproduce::adaptFlow(0).figures},
                                                                     {"gradient-order", gradientFigures()},
                                                                     {"hypar", reproduce::hypar(0).figures},
                                                                     {"kapla", kaplaFigures()},
                                                                     {"tangram", tangramFigures()}};
    return all;
}

QString kindOf(const PaperChart& chart)
{
    const QString kind = chart.kind == PaperChart::Kind::Lines ? QStringLiteral("lines")
        : chart.kind == PaperChart::Kind::Bars                 ? QStringLiteral("bars")
                                                               : QStringLiteral("stacked bars");
    return chart.logarithmic ? kind + QStringLiteral(", logarithmic") : kind;
}

/// How many values a series has; of the paper, which it prints.
QString seriesText(const PaperChart::Series& series)
{
    const auto values = std::count_if(series.values.begin(), series.values.end(), [](double value) { return !std::isnan(value); });
    return QStringLiteral("    %1: %2 of %3%4\n").arg(QString::fromStdString(series.name)).arg(values).arg(series.values.size())
        .arg(series.fromPaper ? QStringLiteral(", the paper's") : QString());
}

QString structureOf(const std::string& paper, const PaperFigure& figure)
{
    const PaperChart& chart = figure.chart;
    QStringList categories;
    for (const std::string& category : chart.categories) {
        categories << QString::fromStdString(category);
    }
    categories.removeAll(QString());
    QString text = QStringLiteral("%1/%2: %3\n  %4\n  x: %5\n  y: %6\n  categories: %7\n  series:\n")
                       .arg(QString::fromStdString(paper), QString::fromStdString(figure.name), kindOf(chart), QString::fromStdString(chart.title),
                            QString::fromStdString(chart.xLabel), QString::fromStdString(chart.yLabel), categories.join(QStringLiteral(" | ")));
    for (const PaperChart::Series& series : chart.series) {
        text += seriesText(series);
    }
    return text.replace(QStringLiteral(": \n"), QStringLiteral(":\n"));
}

QString structureOfAll()
{
    QString text;
    for (const auto& [paper, figures] : allFigures()) {
        for (const PaperFigure& figure : figures) {
            text += structureOf(paper, figure) + QLatin1Char('\n');
        }
    }
    return text;
}

/// Every name, or numbers in their place and what they count.
bool namesCategories(const pages::Page& page, const PaperChart& chart)
{
    const QStringList words = page.words();
    const bool named = std::all_of(chart.categories.begin(), chart.categories.end(), [&](const std::string& category) {
        return category.empty() || words.contains(QString::fromStdString(category));
    });
    return named || (!chart.xLabel.empty() && words.contains(QString::fromStdString(chart.xLabel)) && words.contains(QString::number(chart.categories.size())));
}

} // namespace

/// Every figure of every paper that is made anew, as the window's charts are drawn.
class TestPaperFigures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyPaperHasItsFigures()
    {
        for (const reproduce::Paper& paper : reproduce::papers()) {
            QVERIFY2(allFigures().contains(std::string(paper.name)), paper.name.data());
        }
    }

    /// What is on each figure, beside what should be. Where a change is meant, the text that is left beside the test's program takes the
    /// file's place.
    void figuresShowWhatTheyShould()
    {
        QFile left(QCoreApplication::applicationFilePath() + QStringLiteral(".txt"));
        QVERIFY(left.open(QIODevice::WriteOnly) && left.write(structureOfAll().toUtf8()) > 0);
        const QString path = QStringLiteral(TILESCAPE_SOURCE_DIR "/tests/app/figures/paper_figures.txt");
        const QStringList expected = QString::fromUtf8(pages::contentOf(path)).split(QLatin1Char('\n'));
        const QStringList found = structureOfAll().split(QLatin1Char('\n'));
        for (qsizetype line = 0; line < std::max(expected.size(), found.size()); ++line) {
            QVERIFY2(expected.value(line) == found.value(line),
                     qPrintable(QStringLiteral("line %1: \"%2\" instead of \"%3\"").arg(line + 1).arg(found.value(line), expected.value(line))));
        }
    }

    void pagesHoldTheirTexts_data()
    {
        QTest::addColumn<QString>("preset");
        for (const widgets::FigurePreset& preset : widgets::figurePresets()) {
            QTest::newRow(preset.key) << QString::fromLatin1(preset.key);
        }
    }

    void pagesHoldTheirTexts()
    {
        QFETCH(QString, preset);
        const widgets::FigureSize size = widgets::sizeNamed(preset, "").value();
        for (const auto& [paper, figures] : allFigures()) {
            for (const PaperFigure& one : figures) {
                const QString name = QString::fromStdString(paper + "/" + one.name);
                const widgets::Figure figure = figures::reproductionFigure(name, QString(), one.chart);
                QVERIFY2(widgets::pageFaults(figure, size).empty(), qPrintable(name));
                const pages::Page page = pages::svgPage(figure, size);
                const QStringList faults = pages::textFaults(page);
                QVERIFY2(faults.isEmpty(), qPrintable(name + QLatin1String(": ") + faults.join(QLatin1Char('\n'))));
                QVERIFY2(page.bitmaps == 0 && page.patterns == 0, qPrintable(name));
                QVERIFY2(page.tells(QString::fromStdString(one.chart.yLabel)), qPrintable(name + page.words().join(QLatin1Char('|'))));
                QVERIFY2(namesCategories(page, one.chart), qPrintable(name + page.words().join(QLatin1Char('|'))));
                for (const PaperChart::Series& series : one.chart.series) {
                    QVERIFY2(one.chart.series.size() == 1 || page.tells(QString::fromStdString(series.name)), qPrintable(name + page.words().join(QLatin1Char('|'))));
                }
            }
        }
    }
};

TILESCAPE_TEST(TestPaperFigures)

} // namespace tst_paper_figures
#include "tst_paper_figures.moc"
