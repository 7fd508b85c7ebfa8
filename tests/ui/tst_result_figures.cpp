#include "figure_pages.h"
#include "sweep_samples.h"

#include "core/io/chip_search_result.h"
#include "core/io/library.h"
#include "core/io/project_json.h"
#include "core/io/sensitivity_text.h"
#include "core/io/sweep_result.h"
#include "tests/registered.h"
#include "ui/analysis/sensitivity_view.h"
#include "ui/explore/points_chart.h"
#include "ui/figures/result_figure.h"
#include "ui/plot/round_numbers.h"
#include "ui/style/palette.h"
#include "ui/widgets/figure_presets.h"
#include "ui/workspace/figure_project.h"
#include "ui/workspace/sensitivity_service.h"

#include <QBuffer>
#include <QPainter>
#include <QRegularExpression>
#include <QSvgGenerator>
#include <QTest>

#include <cmath>

Q_DECLARE_METATYPE(tilescape::ui::figures::ResultChoice)

namespace tst_result_figures {

using namespace tilescape;
namespace figures = tilescape::ui::figures;
namespace plot = tilescape::ui::plot;
namespace widgets = tilescape::ui::widgets;
using figures::ResultChoice;
using pages::Page;

namespace {

/// Nobody solved it: energy falls with the number, delay rises; every seventh point has no schedule.
explore::PointResult resultOf(std::size_t number, std::size_t count)
{
    const double share = static_cast<double>(number) / static_cast<double>(count);
    explore::PointResult result;
    result.areaMm2 = 3.21 + 40 * share;
    if (number % 7 == 6) {
        result.reason = "registers need 27 words a PE, 16 are there";
        return result;
    }
    result.status = schedule::Status::Feasible;
    result.energyPj = 1e9 * (1.1 + 3 * (1 - share));
    result.seconds = 1e-3 * (0.4 + 3 * share * share + (number % 3 == 0 ? 1 : 0));
    result.cycles = result.seconds * 2e8;
    result.gops = 0.5 / result.seconds;
    result.dramWords = 1e6 * (2 - share);
    result.gap = 1.5;
    return result;
}

schedule::Problem sampleProblem()
{
    schedule::Problem problem;
    problem.network = io::loadNetwork("lenet_c").value();
    problem.hardware = io::loadHardware("eyeriss_isca16").value();
    problem.batch = 7;
    return problem;
}

std::string sweepOf(std::vector<explore::Axis> axes)
{
    explore::Sweep sweep;
    sweep.name = "Invented";
    sweep.objectives = {"energy_pj", "delay_s"};
    sweep.base.problem = sampleProblem();
    sweep.axes = std::move(axes);
    explore::PointResults results;
    const std::size_t count = pointCount(sweep);
    for (std::size_t i = 0; i < count; ++i) {
        results.emplace(i, resultOf(i, count));
    }
    return io::writeSweepJson(sweep, results);
}

explore::Axis spaced(const char* key, explore::Range range, std::size_t steps)
{
    explore::Axis axis{{key}, {}, range};
    expand(axis, steps);
    return axis;
}

const std::string& smallSweep()
{
    static const std::string text = sweepOf({{{"buffer_bytes_per_tile"}, {{"4096"}, {"8192"}, {"16384"}, {"32768"}, {"65536"}, {"131072"}}, {}},
                                             {{"register_bytes_per_pe"}, {{"32"}, {"64"}, {"512"}}, {}},
                                             {{"goal"}, {{"energy"}, {"delay"}, {"energy_delay"}}, {}}});
    return text;
}

/// Of sizes that are no round numbers.
const std::string& fineSweep()
{
    static const std::string text = sweepOf({spaced("buffer_bytes_per_tile", {5000, 1'000'000, true}, 40), spaced("dram_pj", {100, 800, false}, 36)});
    return text;
}

const std::string& searchText()
{
    static const std::string text = [] {
        explore::ChipSearch search;
        search.name = "Chips";
        search.objectives = {"energy_pj", "delay_s"};
        search.base.problem = sampleProblem();
        search.base.networks["lenet_c"] = search.base.problem.network;
        search.workloads = {{"lenet_c", 1}};
        search.variables = {{{"buffer_bytes_per_tile"}, {}, explore::Range{1024, 1048576, true}}, {{"pe_rows", "pe_columns"}, {}, explore::Range{4, 16, false}}};
        explore::SearchResult result;
        result.base.total = resultOf(1, 30);
        for (std::size_t i = 0; i < 30; ++i) {
            const std::string side = std::to_string(4 + i % 12);
            const std::string bytes = std::to_string(1414 + 4321 * i);
            result.designs.push_back({{{"buffer_bytes_per_tile", bytes}, {"pe_rows", side}, {"pe_columns", side}}, resultOf(i, 30), {}, i % 5 == 4 ? "area is above 6" : ""});
        }
        return io::writeSearchJson(search, result);
    }();
    return text;
}

const std::vector<explore::Sensitivity>& sampleSensitivities()
{
    static const std::vector<explore::Sensitivity> all = [] {
        const schedule::Problem problem = samples::openedWorkspace()->problem();
        return explore::sensitivities(problem, schedule::solve(problem));
    }();
    return all;
}

const std::string& sensitivityText()
{
    static const std::string text = io::writeSensitivityJson(samples::openedWorkspace()->problem(), sampleSensitivities());
    return text;
}

struct Drawn {
    widgets::Figure figure;
    QString faults; ///< empty: there is the figure
};

Drawn drawn(const char* name, const std::string& text, const ResultChoice& choice = {})
{
    const figures::ResultFigureKind& kind = *figures::findResultFigure(QLatin1String(name));
    const auto results = readResults(kind, text, "r.json");
    if (!results) {
        return {{}, QString::fromStdString(support::describe(results.faults()))};
    }
    const auto figure = resultFigure(kind, results.value(), choice);
    return figure ? Drawn{figure.value(), {}} : Drawn{{}, QString::fromStdString(support::describe(figure.faults()))};
}

Page pageOf(const char* name, const std::string& text, const ResultChoice& choice = {}, const char* preset = "ieee-page")
{
    const Drawn made = drawn(name, text, choice);
    return made.faults.isEmpty() ? pages::svgPage(made.figure, widgets::sizeNamed(QLatin1String(preset), "").value()) : Page();
}

QByteArray svgOf(const widgets::Figure& figure) { return pages::written(figure, widgets::sizeOf(widgets::figurePresets().front()), "svg"); }

qsizetype marksIn(const widgets::Figure& figure)
{
    const QByteArray svg = svgOf(figure);
    return svg.count("<circle") + svg.count("<ellipse");
}

/// The picture alone, as a widget with the large letters of some desktops shows it.
Page paintedAs(const widgets::Figure& figure, int width)
{
    QFont font = ui::style::figureFont();
    font.setPixelSize(14);
    const QSize size(width, std::max(300, static_cast<int>(std::ceil(figure.leastHeightFor ? figure.leastHeightFor(width, font) : 0))));
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    constexpr int border = 2;
    const QSize whole = size + QSize(2 * border, 2 * border);
    generator.setSize(whole);
    generator.setViewBox(QRect(QPoint(), whole));
    QPainter painter(&generator);
    painter.translate(border, border);
    figure.paint(painter, size, font);
    painter.end();
    return pages::readSvg(buffer.data());
}

/// The picture's part of a file: figures of one picture differ in their titles.
QByteArray pictureOf(widgets::Figure figure)
{
    figure.title = figure.description = QString();
    figure.project.clear();
    return svgOf(figure);
}

} // namespace

/// Figures of what the command line has written.
class TestResultFigures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pagesAreWhole_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QString>("text");
        QTest::addColumn<ResultChoice>("choice");
        const auto row = [](const char* tag, const char* name, const std::string& text, const ResultChoice& choice = {}) {
            QTest::newRow(tag) << QByteArray(name) << QString::fromStdString(text) << choice;
        };
        row("plane", "points", smallSweep());
        row("lines", "points", smallSweep(), {"buffer_bytes_per_tile", "gops_per_mm2", "goal"});
        row("names", "points", smallSweep(), {"goal", "energy_delay_pj_s", "register_bytes_per_pe"});
        row("fine lines", "points", fineSweep(), {"buffer_bytes_per_tile", "energy_pj", "dram_pj"});
        row("heat map", "points-heat-map", smallSweep());
        row("heat map of names", "points-heat-map", smallSweep(), {"register_bytes_per_pe", "goal", "gops_per_w"});
        row("fine heat map", "points-heat-map", fineSweep(), {{}, {}, "area_mm2"});
        row("parallel", "points-parallel", smallSweep());
        row("parallel, fine", "points-parallel", fineSweep());
        row("search", "points", searchText());
        row("search, parallel", "points-parallel", searchText());
        row("energy", "sensitivity", sensitivityText());
        row("delay", "sensitivity", sensitivityText(), {{}, "delay", {}});
        row("product", "sensitivity", sensitivityText(), {{}, "energy_delay", {}});
    }

    /// On every page all texts are there, whole, and apart from each other.
    void pagesAreWhole()
    {
        QFETCH(QByteArray, name);
        QFETCH(QString, text);
        QFETCH(ResultChoice, choice);
        const Drawn made = drawn(name.constData(), text.toStdString(), choice);
        QVERIFY2(made.faults.isEmpty(), qPrintable(made.faults));
        const bool isSlow = name == "points-parallel" && text == QString::fromStdString(fineSweep()); // 1,440 lines: seconds a page
        for (const char* preset : {"ieee-column", "ieee-page", "acm-column", "acm-page", "slide", "160x90mm"}) {
            if (isSlow && qstrcmp(preset, "ieee-column") != 0 && qstrcmp(preset, "slide") != 0) {
                continue;
            }
            const widgets::FigureSize size = widgets::sizeNamed(QLatin1String(preset), "").value();
            QVERIFY2(widgets::pageFaults(made.figure, size).empty(), support::describe(widgets::pageFaults(made.figure, size)).c_str());
            const Page page = pages::svgPage(made.figure, size);
            const QStringList faults = pages::textFaults(page);
            QVERIFY2(faults.isEmpty(), qPrintable(QLatin1String(preset) + QLatin1String(": ") + faults.mid(0, 6).join(QLatin1Char('\n'))));
            QVERIFY2(page.bitmaps == 0 && page.patterns == 0, preset);
            const pages::PdfPage pdf = pages::readPdf(pages::written(made.figure, size, "pdf"));
            QVERIFY2(pdf.fault.isEmpty() && pdf.bitmaps == 0, qPrintable(pdf.fault));
        }
    }

    /// In the window as well, where no page makes the text smaller.
    void chartsAreWholeAtEveryWidth()
    {
        for (const auto& [name, text] : {std::pair("points", smallSweep()), std::pair("points-heat-map", fineSweep()), std::pair("points-parallel", smallSweep()),
                                         std::pair("sensitivity", sensitivityText())}) {
            const widgets::Figure figure = drawn(name, text).figure;
            for (int width = 420; width < 1000; width += 23) {
                const QStringList faults = pages::textFaults(paintedAs(figure, width));
                QVERIFY2(faults.isEmpty(), qPrintable(QStringLiteral("%1, %2 pixels: %3").arg(QLatin1String(name)).arg(width).arg(faults.mid(0, 4).join(QLatin1Char('\n')))));
            }
        }
    }

    /// A mark a schedule, and none where there is none; numbers with their units.
    void twoMeasuresAreAPlane()
    {
        const Drawn made = drawn("points", smallSweep(), {{}, {}, "none"});
        QCOMPARE(marksIn(made.figure), 54 - 7 + 1); // one in the legend, for the front
        const Page page = pageOf("points", smallSweep());
        for (const char* words :
             {"Pareto front of the two axes", "Delay", "Energy, by Registers of a PE", "32 B", "64 B", "512 B"}) {
            QVERIFY2(page.says(QLatin1String(words)), qPrintable(page.words().join(QLatin1Char('|'))));
        }
        QVERIFY(page.words().filter(QRegularExpression(QStringLiteral("^[0-9.]+ mJ$"))).size() >= 3);
        QVERIFY(page.words().filter(QRegularExpression(QStringLiteral("^[0-9.]+ .s$"))).size() >= 3);
        QVERIFY(svgOf(made.figure).contains("<polyline")); // the front
    }

    /// What has a colour has a shape as well, of which only the first is round: in the plot and in the legend.
    void seriesAreToldApartInGrey()
    {
        int first = 0;
        for (int number = 0; number < 54; ++number) {
            first += number % 7 != 6 && number / 3 % 3 == 0 ? 1 : 0;
        }
        QCOMPARE(marksIn(drawn("points", smallSweep(), {{}, {}, "register_bytes_per_pe"}).figure),
                 first + 2); // and the front's
        QCOMPARE(marksIn(drawn("points", smallSweep(), {"buffer_bytes_per_tile", "energy_pj", "register_bytes_per_pe"}).figure), first + 1);
    }

    void anAxisMakesLines()
    {
        const ResultChoice choice{"buffer_bytes_per_tile", "energy_pj", "goal"};
        const Page page = pageOf("points", smallSweep(), choice);
        for (const char* words : {"Buffer of a tile", "Energy, by Goal", "4 KiB", "128 KiB", "energy", "delay", "energy_delay"}) {
            QVERIFY2(page.says(QLatin1String(words)), qPrintable(page.words().join(QLatin1Char('|'))));
        }
        QVERIFY(svgOf(drawn("points", smallSweep(), choice).figure).count("<polyline") >= 3);
    }

    /// The kind of run gives the title of one that has no name.
    void titlesSayWhatWasRun()
    {
        QString search = QString::fromStdString(searchText());
        QCOMPARE(drawn("points", search.toStdString()).figure.title, QStringLiteral("Chips"));
        search.replace(QStringLiteral("\"Chips\""), QStringLiteral("\"\""));
        QCOMPARE(drawn("points", search.toStdString()).figure.title, QStringLiteral("Designs of a search"));
    }

    /// In the plot and in the legend.
    void theChipToBeginWithIsNamed()
    {
        const Page page = pageOf("points", searchText());
        QVERIFY(page.says(QStringLiteral("to begin with")));
        static const QRegularExpression hollow(QStringLiteral("<g fill=\"none\" stroke=\"#[0-9a-f]+\"[^>]*>\\s*<path[^>]*d=\"M[^\"]*L[^\"]*L[^\"]*L[^\"]*L[^\"]*\""));
        const QString svg = QString::fromUtf8(svgOf(drawn("points", searchText()).figure));
        QCOMPARE(svg.count(hollow), 2);
    }

    /// What does not fit beside each other gives way to round numbers, none of which is an odd number of bytes.
    void heatMapsHaveRoundNumbers()
    {
        QVERIFY(pageOf("points-heat-map", smallSweep()).says(QStringLiteral("128 KiB")));
        for (const char* preset : {"ieee-column", "ieee-page", "slide"}) {
            const QStringList words = pageOf("points-heat-map", fineSweep(), {}, preset).words();
            const QStringList bytes = words.filter(QRegularExpression(QStringLiteral("i?B$")));
            QVERIFY2(bytes.size() >= 3, qPrintable(words.join(QLatin1Char('|'))));
            for (const QString& text : bytes) {
                const double kib = text.section(QLatin1Char(' '), 0, 0).toDouble();
                QVERIFY2(text.endsWith(QStringLiteral(" KiB")) && std::exp2(std::round(std::log2(kib))) == kib, qPrintable(text));
            }
            const QStringList prices = words.filter(QRegularExpression(QStringLiteral(" pJ$")));
            QVERIFY2(prices.size() >= 3, qPrintable(words.join(QLatin1Char('|'))));
            for (const QString& text : prices) {
                QVERIFY2(std::fmod(text.section(QLatin1Char(' '), 0, 0).toDouble(), 50) == 0, qPrintable(text));
            }
        }
    }

    void roundNumbersAreRound()
    {
        using plot::roundNumbers;
        using Numbers = std::vector<double>;
        QCOMPARE(roundNumbers(2, 40, 8, {}), (Numbers{5, 10, 15, 20, 25, 30, 35, 40}));
        QCOMPARE(roundNumbers(2, 40, 4, {}), (Numbers{10, 20, 30, 40}));
        QCOMPARE(roundNumbers(3, 4000, 12, {true, false}), (Numbers{5, 10, 20, 50, 100, 200, 500, 1000, 2000}));
        QCOMPARE(roundNumbers(3, 4000, 4, {true, false}), (Numbers{10, 100, 1000}));
        QCOMPARE(roundNumbers(1000, 9000, 4, {true, true}), (Numbers{1024, 2048, 4096, 8192}));
        QCOMPARE(roundNumbers(5000, 13000, 4, {false, true}), (Numbers{6144, 8192, 10240, 12288}));
        QCOMPARE(roundNumbers(7, 7, 4, {}).size(), std::size_t{1});
        QVERIFY(roundNumbers(1.1, 1.2, 2, {true, false}).empty());
        QVERIFY(roundNumbers(1, HUGE_VAL, 4, {true, false}).empty() && roundNumbers(1, HUGE_VAL, 4, {}).empty());
    }

    /// What changes the measure is named, with its value and steps, on an axis with a number beside 0.
    void parametersThatMatterAreNamed()
    {
        for (const char* name : {"energy", "delay", "energy_delay"}) {
            const Page page = pageOf("sensitivity", sensitivityText(), {{}, name, {}});
            const auto measure = *std::find_if(explore::allSensitivityMeasures.begin(), explore::allSensitivityMeasures.end(), [&](auto one) { return nameOf(one) == name; });
            int named = 0;
            for (const explore::Sensitivity& own : sampleSensitivities()) {
                if (own.largestChange(measure) >= 0.001) {
                    ++named;
                    QVERIFY2(page.says(QString::fromUtf8(own.parameter->label.data(), static_cast<qsizetype>(own.parameter->label.size()))), own.parameter->key.data());
                }
            }
            QVERIFY(named > 1);
            for (const char* preset : {"ieee-column", "ieee-page", "50mm"}) {
                const QStringList words = pageOf("sensitivity", sensitivityText(), {{}, name, {}}, preset).words();
                QVERIFY2(words.filter(QRegularExpression(QStringLiteral("^[^0-9][0-9.,]+ %$"))).size() >= 1,
                         qPrintable(words.join(QLatin1Char('|'))));
            }
            QVERIFY(page.says(QStringLiteral("0 %")) && page.says(QStringLiteral("a step down")) && page.says(QStringLiteral("a step up")));
        }
        const Page energy = pageOf("sensitivity", sensitivityText());
        for (const char* words : {"Energy: change by one step of a parameter", "DRAM access", "160 pJ", "200 pJ", "250 pJ"}) {
            QVERIFY2(energy.says(QLatin1String(words)), qPrintable(energy.words().join(QLatin1Char('|'))));
        }
    }

    /// The window's chart and the command line's of the same results are the same picture.
    void theyAreTheWindowsCharts()
    {
        const auto workspace = samples::openedWorkspace();
        ui::explore::SweepView view(*workspace);
        samples::show(view);
        samples::setAxes(view, 6, 3);
        samples::runAll(view);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("r.json"));
        QVERIFY(view.saveTo(path, ui::explore::ExplorationView::Saved::Json));
        const std::string text = pages::contentOf(path).toStdString();
        int kind = 0;
        for (const char* name : {"points", "points-heat-map", "points-parallel"}) {
            view.findChild<QComboBox*>(QStringLiteral("chartKind"))->setCurrentIndex(kind++);
            QCOMPARE(pictureOf(drawn(name, text).figure), pictureOf(view.chart().figure()));
        }
        ui::analysis::SensitivityView sensitivity(*workspace);
        sensitivity.show();
        QTRY_VERIFY_WITH_TIMEOUT(workspace->sensitivity().isComplete(), 60'000);
        QCOMPARE(pictureOf(drawn("sensitivity", io::writeSensitivityJson(workspace->problem(), workspace->sensitivity().found())).figure), pictureOf(sensitivity.figure()));
    }

    /// What made the results is in every file, and opens.
    void filesCarryTheQuestion()
    {
        for (const char* ending : {"svg", "pdf", "png"}) {
            const auto projectOf = [&](const char* name, const std::string& text) {
                const QByteArray file = pages::written(drawn(name, text).figure, widgets::sizeNamed(QStringLiteral("ieee-column"), "").value(), ending);
                const auto carried = ui::workspace::projectInFigure(file, "figure");
                const auto project = carried ? io::readProjectFile(carried.value(), "figure") : support::Result<io::Project>(carried.faults());
                return project ? project.value() : io::Project{};
            };
            const io::Project sweep = projectOf("points-parallel", smallSweep());
            QCOMPARE(sweep.problem.batch, Count{7});
            QVERIFY2(sweep.explorations.sweep && sweep.explorations.sweep->sweep.axes.size() == 3, ending);
            const io::Project search = projectOf("points", searchText());
            QVERIFY2(search.explorations.search && search.explorations.search->search.name == "Chips", ending);
            QCOMPARE(projectOf("sensitivity", sensitivityText()).problem, samples::openedWorkspace()->problem());
        }
    }

    void wrongChoicesAreSaid_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<ResultChoice>("choice");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* tag, const char* name, const ResultChoice& choice, const char* sentence) {
            QTest::newRow(tag) << QByteArray(name) << choice << QString::fromUtf8(sentence);
        };
        row("x", "points", {"buffer", {}, {}}, "points: the x axis of the chart names 'buffer'; perhaps 'buffer_bytes_per_tile' is meant.");
        row("y", "points", {{}, "goal", {}}, "points: the y axis of the chart names 'goal'; perhaps 'gops' is meant.");
        row("by", "points", {{}, {}, "batch"}, "points: the colour of the chart names 'batch'; known are 'buffer_bytes_per_tile', 'register_bytes_per_pe' and 'goal'.");
        row("one axis twice", "points-heat-map", {"goal", "goal", {}}, "points-heat-map: a heat map has two axes, and these are one; choose another one for x or y.");
        row("all axes", "points-parallel", {"goal", {}, {}}, "points-parallel: the figure shows all axes; leave out x and y.");
        row("measure", "sensitivity", {{}, "energi", {}}, "sensitivity: there is no measure 'energi'; perhaps 'energy' is meant.");
        row("axes of a sensitivity", "sensitivity", {"dram_pj", {}, {}}, "sensitivity: the figure shows one measure of all parameters; choose it as y, and leave out x and by.");
    }

    void wrongChoicesAreSaid()
    {
        QFETCH(QByteArray, name);
        QFETCH(ResultChoice, choice);
        QFETCH(QString, sentence);
        const std::string& text = name == "sensitivity" ? sensitivityText() : smallSweep();
        QCOMPARE(drawn(name.constData(), text, choice).faults, sentence);
    }

    void whereNothingFitsNothingIsDrawn()
    {
        const std::string text = R"({"format": "tilescape-sweep-result", "version": 1, "name": "", "objectives": ["energy_pj"],
            "points": [{"point": 0, "settings": {"batch": 1}, "status": "infeasible", "area_mm2": 1, "reason": "nothing fits"}]})";
        QCOMPARE(drawn("points", text).faults, QStringLiteral("points: no point has a schedule within the limits, so there is nothing to draw; give results of a run that found some."));
        QCOMPARE(drawn("points-heat-map", text).faults, QStringLiteral("points-heat-map: a heat map has two axes, and one is varied here; draw the points instead."));
    }

    void figuresAreLeftToBeLookedAt()
    {
        for (const char* name : {"points", "points-heat-map", "points-parallel"}) {
            widgets::Figure figure = drawn(name, fineSweep()).figure;
            QVERIFY(!samples::leaveFigure(figure, widgets::oneColumnMm).isEmpty());
        }
        widgets::Figure figure = drawn("sensitivity", sensitivityText()).figure;
        QVERIFY(!samples::leaveFigure(figure, widgets::oneColumnMm).isEmpty());
    }
};

TILESCAPE_TEST(TestResultFigures)

} // namespace tst_result_figures
#include "tst_result_figures.moc"
