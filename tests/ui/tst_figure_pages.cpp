#include "figure_pages.h"
#include "tests/registered.h"
#include "view_samples.h"

#include "core/io/project_json.h"
#include "core/schedule/solve.h"
#include "ui/chip/chip_figure.h"
#include "ui/figures/figure_export.h"
#include "ui/network/layer_looks.h"
#include "ui/widgets/figure_menu.h"
#include "ui/widgets/figure_presets.h"

#include <QRegularExpression>
#include <QSvgRenderer>
#include <QTest>

#include <map>

namespace tst_figure_pages {

using namespace tilescape;
using namespace tilescape::ui;
using pages::Page;

namespace {

const std::array<widgets::FigureSize, 3> sizes{{{widgets::oneColumnMm, widgets::paperTextPt},
                                                {widgets::twoColumnsMm, widgets::paperTextPt},
                                                {widgets::slideMm, widgets::slideTextPt}}};

/// Every letter, in order of the alphabet: programs differ in where words end.
QString lettersOf(const QStringList& words)
{
    QString letters = words.join(QString()).normalized(QString::NormalizationForm_KC);
    letters.remove(QRegularExpression(QStringLiteral("\\s")));
    std::sort(letters.begin(), letters.end());
    return letters;
}

schedule::Schedule solved(const QString& example)
{
    if (example == QStringLiteral("one layer")) {
        return samples::scheduleFor(samples::problem(samples::oneLayer(), {1, 1}));
    }
    if (example == QStringLiteral("long names")) {
        return samples::scheduleFor(samples::problem(samples::longNetwork(36), {4, 4}));
    }
    const QString path = QStringLiteral(TILESCAPE_SOURCE_DIR "/examples/%1.tilescape").arg(example);
    const auto read = io::readProject(pages::contentOf(path).toStdString(), path.toStdString());
    return read ? schedule::solve(read.value()) : schedule::Schedule();
}

struct Example {
    schedule::Schedule schedule;
    std::map<QString, widgets::Figure> figures;
};

/// Found once for all tests.
const Example& exampleOf(const QString& name)
{
    static std::map<QString, Example> found;
    auto known = found.find(name);
    if (known == found.end()) {
        Example example{solved(name), {}};
        if (example.schedule.hasResult()) {
            for (widgets::Figure& figure : figures::figuresOf(example.schedule)) {
                const QString key = figure.name;
                example.figures.emplace(key, std::move(figure));
            }
        }
        known = found.emplace(name, std::move(example)).first;
    }
    return known->second;
}

/// How far down the page the lowest ink is, as a part of its height.
double inkBottom(const widgets::Figure& figure, const widgets::FigureSize& size)
{
    const QImage page = QImage::fromData(pages::written(figure, size, "png")).convertToFormat(QImage::Format_RGB32);
    int bottom = page.height() - 1;
    const auto isWhite = [&](int row) {
        const auto* line = reinterpret_cast<const QRgb*>(page.constScanLine(row));
        return std::all_of(line, line + page.width(), [](QRgb pixel) { return (pixel & RGB_MASK) == RGB_MASK; });
    };
    while (bottom > 0 && isWhite(bottom)) {
        --bottom;
    }
    return static_cast<double>(bottom) / page.height();
}

QStringList layerNames(const schedule::Schedule& schedule)
{
    QStringList names;
    for (const schedule::ScheduledLayer& layer : schedule.layers) {
        names << QString::fromStdString(schedule.problem->network.layers[layer.layer].name);
    }
    return names;
}

/// Either all names stand there, or none and what tells that numbers stand for them.
bool namesAllOrNumbers(const Page& page, const QStringList& names, const QString& numbered)
{
    const QStringList words = page.words();
    const auto there = std::count_if(names.begin(), names.end(), [&](const QString& name) { return words.contains(name); });
    return there == names.size() ? !words.contains(numbered) : words.contains(numbered);
}

int numbersIn(const Page& page)
{
    static const QRegularExpression number(QStringLiteral("^[0-9][0-9.,]*$"));
    return static_cast<int>(page.words().filter(number).size());
}

} // namespace

/// Files of figures, read again: what must stand on a page stands there, whole, once, and apart from the rest.
class TestFigurePages : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void signsOfXmlInNamesAreText()
    {
        schedule::Problem problem = samples::problem(samples::oneLayer(), {1, 1});
        const std::string name = "A & B < <defs> \"C\"";
        problem.network.name = name;
        problem.network.layers.front().name = name;
        problem.hardware.name = name;
        for (const widgets::Figure& figure : figures::figuresOf(samples::scheduleFor(problem))) {
            const QByteArray svg = pages::written(figure, sizes.front(), "svg");
            QXmlStreamReader reader(svg);
            while (!reader.atEnd()) {
                reader.readNext();
            }
            QVERIFY2(!svg.isEmpty() && !reader.hasError(),
                     qPrintable(figure.name + QStringLiteral(": ") + reader.errorString()));
        }
    }

    /// Of 256 parts, those that happen to have room for "i 9" would look as if they did something else.
    void allTilesHaveTheirPartWrittenOrNone()
    {
        schedule::Problem problem = samples::problem(samples::oneLayer(), {16, 16});
        chip::ChipContent content = chip::chipContent(problem.hardware);
        content.hasLayer = true;
        content.layer = problem.network.layers.front();
        content.partition.shares[dataflow::Split::InputChannel] = {16, 16};
        content.mainSplit = dataflow::Split::InputChannel;
        for (std::size_t i = 0; i < content.contents.size(); ++i) {
            chip::TileContent& tile = content.contents[i];
            tile.inRegion = true;
            tile.idle = false;
            tile.mainPart = static_cast<Count>(i);
            tile.piece.input.channel = {tile.mainPart, tile.mainPart + 1};
        }
        bool areAny = false;
        for (const widgets::FigureSize& size : sizes) {
            const QStringList words = pages::svgPage(chip::chipFigure(content), size).words();
            const auto written = std::count_if(words.begin(), words.end(), [](const QString& text) {
                static const QRegularExpression part(QStringLiteral("^(i )?[0-9]+$"));
                return part.match(text).hasMatch();
            });
            QVERIFY2(written == 0 || written == 256, qPrintable(words.join(QLatin1Char('|'))));
            areAny = areAny || written > 0;
        }
        QVERIFY(areAny);
    }

    void textIsWholeApartAndTheSameInPdf_data() { addExamples(); }

    void textIsWholeApartAndTheSameInPdf()
    {
        QFETCH(QString, example);
        QVERIFY(!exampleOf(example).figures.empty());
        for (const auto& [name, figure] : exampleOf(example).figures) {
            for (const widgets::FigureSize& size : sizes) {
                const QString where = QStringLiteral("%1, %2 mm: ").arg(name).arg(size.widthMm);
                const Page page = pages::svgPage(figure, size);
                const QStringList faults = pages::textFaults(page);
                QVERIFY2(faults.isEmpty(), qPrintable(where + faults.mid(0, 8).join(QLatin1Char('\n'))));
                QVERIFY2(page.bitmaps == 0 && page.patterns == 0, qPrintable(where));
                for (const QString& family : page.families) {
                    const bool code = name == QStringLiteral("loop-nest") || name == QStringLiteral("directives");
                    QVERIFY2(family.endsWith(code ? QStringLiteral(", monospace") : QStringLiteral(", sans-serif")) && family != QStringLiteral("Sans Serif, sans-serif"), qPrintable(family));
                }
                const pages::PdfPage pdf = pages::readPdf(pages::written(figure, size, "pdf"));
                QVERIFY2(pdf.fault.isEmpty(), qPrintable(pdf.fault));
                QVERIFY2(lettersOf(pdf.words) == lettersOf(page.words()), qPrintable(where + pdf.words.join(QLatin1Char('|'))));
                QVERIFY2(pdf.bitmaps == 0, qPrintable(where));
            }
        }
    }

    void everyFormatIsExactlyAsLargeAsAskedFor()
    {
        const double pixelMm = 25.4 / 300;
        for (const auto& [name, figure] : exampleOf(QStringLiteral("long names")).figures) {
            for (const double width : {84.0, 99.7}) {
                const widgets::FigureSize size{width, widgets::paperTextPt};
                const QSizeF asked = widgets::figurePageMm(figure, size);
                QCOMPARE(asked.width(), width);
                const QSizeF svg = pages::svgPage(figure, size).millimetres;
                QVERIFY(std::abs(svg.width() - width) < 1e-3 && std::abs(svg.height() - asked.height()) < 1e-3);
                const QSizeF pdf = pages::readPdf(pages::written(figure, size, "pdf")).points * 25.4 / 72;
                QVERIFY2(std::abs(pdf.width() - width) < 1e-3 && std::abs(pdf.height() - asked.height()) < 1e-3,
                         qPrintable(QStringLiteral("%1 %2 %3").arg(name).arg(pdf.width()).arg(width)));
                const QImage png = QImage::fromData(pages::written(figure, size, "png"));
                QVERIFY(std::abs(1000.0 * png.width() / png.dotsPerMeterX() - width) < 0.01);
                QVERIFY(std::abs(1000.0 * png.height() / png.dotsPerMeterY() - asked.height()) < pixelMm);
            }
        }
    }

    void aPageLooksTheSameWhateverTheThemeOfTheWindow()
    {
        const auto all = [] {
            std::map<QString, QByteArray> files;
            for (const char* example : {"alexnet-pipelined", "hypar/vgg-a", "adapt-flow/alexnet-108kb"}) {
                for (const auto& [name, figure] : exampleOf(QString::fromLatin1(example)).figures) {
                    files[QLatin1String(example) + name] = pages::written(figure, sizes[0], "svg");
                }
            }
            return files;
        };
        QApplication::setPalette(samples::lightPalette());
        const auto light = all();
        QApplication::setPalette(samples::darkPalette());
        QVERIFY(light == all());
        QApplication::setPalette(samples::lightPalette());
    }

    void thePreviewIsThePageThatIsWritten()
    {
        for (const auto& [name, figure] : exampleOf(QStringLiteral("alexnet-pipelined")).figures) {
            widgets::FigureDialog dialog(figure);
            for (const widgets::FigureSize& size : {sizes[0], sizes[2]}) {
                dialog.setSize(size);
                QImage preview = dialog.preview().toImage().convertToFormat(QImage::Format_RGB32);
                QImage file(preview.size(), QImage::Format_RGB32);
                file.fill(Qt::white);
                QPainter painter(&file);
                QSvgRenderer(pages::written(figure, size, "svg")).render(&painter, QRectF(QPointF(), QSizeF(file.size())));
                painter.end();
                // Far enough away that the edges of letters do not count, only what stands where.
                const QSize small(file.width() / 4, file.height() / 4);
                preview = preview.scaled(small, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
                file = file.scaled(small, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
                double difference = 0;
                for (int y = 0; y < file.height(); ++y) {
                    for (int x = 0; x < file.width(); ++x) {
                        difference += std::abs(qGray(file.pixel(x, y)) - qGray(preview.pixel(x, y)));
                    }
                }
                difference /= 255.0 * file.width() * file.height();
                QVERIFY2(difference < 0.04, qPrintable(QStringLiteral("%1: %2").arg(name).arg(difference)));
            }
        }
    }

    void energyHasAxesAndNames_data() { addExamples(); }

    void energyHasAxesAndNames()
    {
        QFETCH(QString, example);
        const Example& found = exampleOf(example);
        for (const widgets::FigureSize& size : sizes) {
            const Page energy = pages::svgPage(found.figures.at(QStringLiteral("energy")), size);
            const Page shares = pages::svgPage(found.figures.at(QStringLiteral("energy-shares")), size);
            QVERIFY(!energy.words().filter(QRegularExpression(QStringLiteral("^Energy \\([nµm]?J\\)$"))).isEmpty());
            QVERIFY(shares.says(QStringLiteral("Share of energy (%)")) && shares.says(QStringLiteral("100")));
            for (const Page& page : {energy, shares}) {
                QVERIFY(numbersIn(page) >= 3);
                QVERIFY(page.says(QStringLiteral("DRAM")) && page.says(QStringLiteral("Registers")) && page.says(QStringLiteral("MAC")));
                QVERIFY(namesAllOrNumbers(page, layerNames(found.schedule), QStringLiteral("Layer number")));
                QVERIFY(!page.words().filter(QStringLiteral("Total ")).isEmpty());
            }
        }
    }

    void timelineNamesLayersAndExplainsEverySign_data() { addExamples(); }

    void timelineNamesLayersAndExplainsEverySign()
    {
        QFETCH(QString, example);
        const Example& found = exampleOf(example);
        for (const widgets::FigureSize& size : sizes) {
            const Page page = pages::svgPage(found.figures.at(QStringLiteral("timeline")), size);
            for (const char* words : {"cycles", "time", "DRAM", "DRAM busy", "b batch, o output, i input groups"}) {
                QVERIFY2(page.says(QLatin1String(words)), words);
            }
            static const QRegularExpression tick(QStringLiteral("^[0-9.]+[\\s\\x{a0}]?(k|M|G|ns|µs|ms|s)?$"));
            QVERIFY(page.words().filter(tick).size() >= 5);
        }
        const Page wide = pages::svgPage(found.figures.at(QStringLiteral("timeline")), sizes[1]);
        if (example == QStringLiteral("alexnet-pipelined")) {
            // A name that is wider than its layer's time goes without.
            const schedule::Schedule& schedule = found.schedule;
            int named = 0;
            for (const schedule::ScheduledLayer& layer : schedule.layers) {
                const std::string& name = schedule.problem->network.layers[layer.layer].name;
                if (layer.cost.cycles > 0.04 * schedule.totals.cycles) {
                    QVERIFY2(wide.says(QString::fromStdString(name)), name.c_str());
                    ++named;
                }
            }
            QVERIFY(named >= 8);
            QVERIFY(wide.says(QStringLiteral("fill, drain")) && wide.says(QStringLiteral("to another region")) && wide.says(QStringLiteral("within a region")));
        }
    }

    void chipSaysWhatIsOnIt_data() { addExamples(); }

    void chipSaysWhatIsOnIt()
    {
        QFETCH(QString, example);
        const Example& found = exampleOf(example);
        for (const widgets::FigureSize& size : sizes) {
            const Page page = pages::svgPage(found.figures.at(QStringLiteral("chip")), size);
            QVERIFY(page.tells(QStringLiteral(" tiles: ")) && page.tells(QStringLiteral("Buffer of a tile")) && page.tells(QStringLiteral("PEs mapped")));
        }
        const auto load = found.figures.find(QStringLiteral("noc-load"));
        QCOMPARE(load != found.figures.end(), example.contains(QStringLiteral("pipelined")) || example == QStringLiteral("long names"));
        if (load != found.figures.end()) {
            const Page page = pages::svgPage(load->second, sizes[0]);
            QVERIFY(page.says(QStringLiteral("0 words")) && page.tells(QStringLiteral("the busiest link")));
        }
    }

    void theNetworkNamesItsLayers()
    {
        for (const char* example : {"one layer", "alexnet-eyeriss", "alexnet-pipelined"}) {
            const Example& found = exampleOf(QString::fromLatin1(example));
            const Page page = pages::svgPage(found.figures.at(QStringLiteral("network")), sizes[1]);
            for (const QString& name : layerNames(found.schedule)) {
                QVERIFY2(page.tells(name), qPrintable(name));
            }
        }
    }

    /// Boxes are as wide as names and dimensions need: whichever layers these belong to.
    void theNetworkTellsEveryLayersDimensionsWhereBoxesAreWhole()
    {
        for (const char* example : {"one layer", "alexnet-eyeriss", "alexnet-pipelined"}) {
            const Example& found = exampleOf(QString::fromLatin1(example));
            QStringList words = pages::svgPage(found.figures.at(QStringLiteral("network")), sizes[1]).words();
            for (const schedule::ScheduledLayer& layer : found.schedule.layers) {
                const auto& shown = found.schedule.problem->network.layers[layer.layer];
                QVERIFY2(words.removeOne(ui::network::dimensionsText(shown)), shown.name.c_str());
            }
        }
    }

    /// The caption stands beside the chip, which is as high as the slide leaves it room; the legend explains what it shows at that size.
    void aSlideIsFilledByTheChip()
    {
        const Example& found = exampleOf(QStringLiteral("alexnet-pipelined"));
        const widgets::FigureSize slide = widgets::sizeNamed(QStringLiteral("slide"), "").value();
        for (const char* name : {"chip", "noc-load"}) {
            const widgets::Figure& figure = found.figures.at(QLatin1String(name));
            QCOMPARE(widgets::pictureTextPt(figure, slide), slide.textPt);
            const Page page = pages::svgPage(figure, slide);
            QCOMPARE(pages::textFaults(page), QStringList());
            const auto caption = std::find_if(page.texts.begin(), page.texts.end(), [](const auto& text) {
                return text.text.contains(QStringLiteral(" of 256 tiles:")) || text.text.startsWith(QStringLiteral("Arrows:"));
            });
            QVERIFY(caption != page.texts.end());
            QVERIFY(caption->place.left() > page.pixels.width() * 0.4);
        }
        const Page small = pages::svgPage(found.figures.at(QStringLiteral("chip")), slide);
        QVERIFY(!small.tells(QStringLiteral("Inputs in the buffer")));
        QVERIFY(pages::svgPage(found.figures.at(QStringLiteral("chip")), sizes[1]).tells(QStringLiteral("Inputs in the buffer")));
    }

    void aProjectAboutATrainingSystemHasItsFigures()
    {
        const auto namesOf = [](const char* example) {
            QStringList names;
            for (const auto& [name, figure] : exampleOf(QString::fromLatin1(example)).figures) {
                names << name;
            }
            return names;
        };
        const QStringList hypar = namesOf("hypar/vgg-a").filter(QRegularExpression(QStringLiteral("^(parallelism|array)")));
        QCOMPARE(hypar, QStringList({QStringLiteral("array"), QStringLiteral("parallelism"), QStringLiteral("parallelism-communication"),
                                     QStringLiteral("parallelism-scaling"), QStringLiteral("parallelism-strategies")}));
        QCOMPARE(namesOf("gradient-order/bert-tiny-edge").filter(QStringLiteral("gradient")),
                 QStringList({QStringLiteral("gradient-order"), QStringLiteral("gradient-times")}));
        QCOMPARE(namesOf("adapt-flow/alexnet-108kb").filter(QStringLiteral("dataflow")),
                 QStringList({QStringLiteral("dataflow-totals"), QStringLiteral("dataflow-volumes")}));
        QVERIFY(namesOf("alexnet-eyeriss").filter(QRegularExpression(QStringLiteral("parallelism|gradient|dataflow"))).isEmpty());
    }

    void theMapOfParallelismFillsASlide()
    {
        const widgets::FigureSize slide = widgets::sizeNamed(QStringLiteral("slide"), "").value();
        QVERIFY(slide.heightMm > 0);
        const double bottom = inkBottom(exampleOf(QStringLiteral("hypar/vgg-a")).figures.at(QStringLiteral("parallelism")), slide);
        QVERIFY2(bottom > 0.95, qPrintable(QString::number(bottom)));
    }

    void hyparHasItsLegendLevelsAndAxes()
    {
        const Example& found = exampleOf(QStringLiteral("hypar/vgg-a"));
        for (const widgets::FigureSize& size : sizes) {
            const Page map = pages::svgPage(found.figures.at(QStringLiteral("parallelism")), size);
            QVERIFY(map.tells(QStringLiteral("data parallelism")) && map.tells(QStringLiteral("model parallelism")) && map.says(QStringLiteral("forced")));
            for (const char* words : {"H1", "H2", "H3", "H4", "conv1_1", "conv5_2", "fc3"}) {
                QVERIFY2(map.says(QLatin1String(words)), words);
            }
            const Page strategies = pages::svgPage(found.figures.at(QStringLiteral("parallelism-strategies")), size);
            for (const char* words : {"Time of a step (log)", "All model", "All data", "Trick", "HyPar", "This plan", "1.00 s", "10.0 s"}) {
                QVERIFY2(strategies.says(QLatin1String(words)), qPrintable(strategies.words().join(QLatin1Char('|'))));
            }
            const Page kinds = pages::svgPage(found.figures.at(QStringLiteral("parallelism-communication")), size);
            for (const char* words : {"Gradients", "Partial sums", "Feature maps", "Errors", "Level", "0 B", "H4"}) {
                QVERIFY2(kinds.says(QLatin1String(words)), words);
            }
            const Page gain = pages::svgPage(found.figures.at(QStringLiteral("parallelism-scaling")), size);
            for (const char* words : {"Gain over one accelerator", "Accelerators", "HyPar", "All data", "64"}) {
                QVERIFY2(gain.says(QLatin1String(words)), words);
            }
        }
    }

    /// Text of the slide's size, from its left to its right.
    void aSlideIsFilledByTheChoiceOfDataflows()
    {
        const Example& found = exampleOf(QStringLiteral("adapt-flow/alexnet-108kb"));
        const widgets::FigureSize slide = widgets::sizeNamed(QStringLiteral("slide"), "").value();
        for (const char* name : {"dataflow-volumes", "dataflow-totals", "interconnect"}) {
            const widgets::Figure& figure = found.figures.at(QLatin1String(name));
            QCOMPARE(widgets::pictureTextPt(figure, slide), slide.textPt);
            const Page page = pages::svgPage(figure, slide);
            const auto leftmost = std::min_element(page.texts.begin(), page.texts.end(), [](const auto& a, const auto& b) { return a.place.left() < b.place.left(); });
            QVERIFY2(leftmost->place.left() < page.pixels.width() / 10, name);
        }
        const Page volumes = pages::svgPage(found.figures.at(QStringLiteral("dataflow-volumes")), slide);
        for (const char* words : {"conv1", "conv5", "fc1", "fc3"}) {
            QVERIFY2(volumes.says(QLatin1String(words)), words);
        }
    }

    void gradientOrderHasItsLegendAndAGoodHeight()
    {
        const Example& found = exampleOf(QStringLiteral("gradient-order/bert-tiny-edge"));
        for (const widgets::FigureSize& size : sizes) {
            const Page order = pages::svgPage(found.figures.at(QStringLiteral("gradient-order")), size);
            for (const char* words : {"in the scratchpad", "fetched now", "reused now", "dY", "dX", "dW", "W", "X"}) {
                QVERIFY2(order.says(QLatin1String(words)), words);
            }
            QVERIFY(!order.words().filter(QRegularExpression(QStringLiteral("^Layer layer[1-4]_"))).isEmpty());
            const Page times = pages::svgPage(found.figures.at(QStringLiteral("gradient-times")), size);
            QVERIFY(times.says(QStringLiteral("Time over that of the sequential order")) && times.says(QStringLiteral("Network")));
            QVERIFY(times.millimetres.height() > 40);
            QVERIFY(numbersIn(times) >= 3);
        }
    }

private:
    static void addExamples()
    {
        QTest::addColumn<QString>("example");
        for (const char* example : {"one layer", "long names", "alexnet-eyeriss", "alexnet-pipelined", "lstm-pipelined", "mobilenet-edge",
                                    "hypar/vgg-a", "gradient-order/bert-tiny-edge", "adapt-flow/alexnet-108kb"}) {
            QTest::newRow(example) << QString::fromLatin1(example);
        }
    }
};

TILESCAPE_TEST(TestFigurePages)

} // namespace tst_figure_pages
#include "tst_figure_pages.moc"
