#include "figure_pages.h"
#include "tests/registered.h"
#include "view_samples.h"

#include "core/io/project_json.h"
#include "core/schedule/solve.h"
#include "ui/figures/figure_registry.h"
#include "ui/network/network_view.h"
#include "ui/widgets/figure_menu.h"
#include "ui/widgets/figure_presets.h"

#include <QDoubleSpinBox>
#include <QRawFont>
#include <QRegularExpression>
#include <QSettings>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>

namespace tst_figure_looks {

using namespace tilescape;
using namespace tilescape::ui;

namespace {

/// The example's problem without a schedule: its training systems have figures all the same.
schedule::Schedule unsolved(const char* example)
{
    const QString path = QStringLiteral(TILESCAPE_SOURCE_DIR "/examples/%1.tilescape").arg(QLatin1String(example));
    schedule::Schedule schedule;
    schedule.problem = std::make_shared<const schedule::Problem>(io::readProject(pages::contentOf(path).toStdString(), path.toStdString()).value());
    return schedule;
}

std::vector<widgets::Figure> allFigures()
{
    std::vector<widgets::Figure> all;
    for (const schedule::Schedule& schedule : {samples::scheduleFor(samples::problem(samples::smallNetwork(), {4, 4})), unsolved("hypar/vgg-a"),
                                               unsolved("gradient-order/bert-tiny-edge"), unsolved("adapt-flow/alexnet-108kb")}) {
        const figures::FigureSource source(std::make_shared<const schedule::Schedule>(schedule));
        for (const figures::FigureKind& kind : figures::figureKinds()) {
            const bool known = std::any_of(all.begin(), all.end(), [&](const widgets::Figure& one) { return one.name == QLatin1String(kind.name); });
            if (!known && figures::isAbout(kind, source.problem())) {
                if (auto figure = figures::makeFigure(kind, source)) {
                    all.push_back(std::move(figure.value()));
                }
            }
        }
    }
    return all;
}

const std::vector<widgets::Figure>& everyKind()
{
    static const std::vector<widgets::Figure> all = allFigures();
    return all;
}

/// Widths of all lines of a file, as they stand there, one after another.
std::vector<double> lineWidths(const QByteArray& svg)
{
    static const QRegularExpression width(QStringLiteral("stroke-width=\"([0-9.]+)\""));
    std::vector<double> widths;
    for (auto match = width.globalMatch(QString::fromUtf8(svg)); match.hasNext();) {
        widths.push_back(match.next().captured(1).toDouble());
    }
    return widths;
}

double widest(const std::vector<double>& widths) { return *std::max_element(widths.begin(), widths.end()); }

/// A font that a file brings along.
struct Embedded {
    QString family;
    int weight = 0;
    QByteArray file;
};

std::vector<Embedded> fontsOf(const QByteArray& svg)
{
    static const QRegularExpression rule(QStringLiteral("@font-face \\{ font-family: '([^']*)'; font-weight: ([0-9]+); font-style: [a-z]+; src: url\\(data:font/ttf;base64,([^)]*)\\)"));
    std::vector<Embedded> fonts;
    for (auto match = rule.globalMatch(QString::fromUtf8(svg)); match.hasNext();) {
        const auto found = match.next();
        fonts.push_back({found.captured(1), found.captured(2).toInt(), QByteArray::fromBase64(found.captured(3).toLatin1())});
    }
    return fonts;
}

/// One layer, and so many side by side that read it.
tilescape::network::Network fanOf(int readers)
{
    tilescape::network::Network fan;
    fan.name = "fan";
    fan.input = {"input", 3, {16, 16}};
    fan.layers.push_back(samples::convolution("hub", "input", 3, 8, 16, 1));
    for (int reader = 0; reader < readers; ++reader) {
        fan.layers.push_back(samples::convolution("reader_" + std::to_string(reader), "hub", 8, 8, 16, 1));
    }
    return fan;
}

widgets::Figure figureOf(const tilescape::network::Network& network)
{
    return ui::network::networkFigure(
        std::make_shared<const schedule::Schedule>(samples::scheduleFor(samples::problem(network, {2, 2}))));
}

} // namespace

/// Lines and fonts of every kind of figure.
class TestFigureLooks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QSettings().clear();
        QVERIFY(everyKind().size() >= 20);
    }

    /// Thirteen layers side by side, on pages of a height of their own and of none: each has its name or its number, and the legend says what
    /// numbers stand for if there is one, and only then.
    void layersSideBySideHaveNamesOrNumbers()
    {
        const tilescape::network::Network fan = fanOf(13);
        const widgets::Figure figure = figureOf(fan);
        const QString note = QStringLiteral("number for a name: layer, from the input");
        bool hasNotes = false;
        bool hasNames = false;
        using widgets::LegendPlace;
        for (const widgets::FigureSize& size :
             std::vector<widgets::FigureSize>{{.widthMm = 70, .heightMm = 50},
                                              {.widthMm = 88.9},
                                              {.widthMm = 180},
                                              {.widthMm = 254, .textPt = 14},
                                              {.widthMm = 320, .textPt = 14},
                                              {.widthMm = 400, .textPt = 14},
                                              {.widthMm = 600},
                                              {.widthMm = 180, .legend = LegendPlace::Right},
                                              {.widthMm = 230, .legend = LegendPlace::Right},
                                              {.widthMm = 230, .heightMm = 60, .legend = LegendPlace::Right},
                                              {.widthMm = 260, .legend = LegendPlace::Right},
                                              {.widthMm = 290, .legend = LegendPlace::Right}}) {
            QVERIFY(widgets::pageFaults(figure, size).empty());
            const pages::Page page = pages::svgPage(figure, size);
            QCOMPARE(pages::textFaults(page), QStringList());
            bool hasNumbers = false;
            for (std::size_t layer = 0; layer < fan.layers.size(); ++layer) {
                const bool isNumbered = page.says(QString::number(layer + 1));
                QVERIFY2(isNumbered || page.says(QString::fromStdString(fan.layers[layer].name)),
                         fan.layers[layer].name.c_str());
                hasNumbers = hasNumbers || isNumbered;
            }
            QCOMPARE(page.tells(note), hasNumbers);
            hasNotes = hasNotes || hasNumbers;
            hasNames = hasNames || !hasNumbers;
        }
        QVERIFY(hasNotes && hasNames);
    }

    /// Nor does a lower or a higher page help where layers side by side are too many for its width: a wider one does.
    void aPageTooNarrowForNamesIsRefused()
    {
        const widgets::Figure figure = figureOf(fanOf(40));
        const auto said = [&figure](double widthMm, double heightMm) {
            return support::describe(widgets::pageFaults(figure, {.widthMm = widthMm, .heightMm = heightMm}));
        };
        for (const double height : {0.0, 30.0, 200.0}) {
            const std::string fault = said(40, height);
            QVERIFY2(fault.find("choose a wider page") != std::string::npos, fault.c_str());
        }
        QCOMPARE(said(250, 0), std::string());

        tilescape::network::Network chain = fanOf(0);
        for (int layer = 0; layer < 60; ++layer) {
            chain.layers.push_back(
                samples::convolution("next_" + std::to_string(layer), chain.layers.back().name, 8, 8, 16, 1));
        }
        const std::string low =
            support::describe(widgets::pageFaults(figureOf(chain), {.widthMm = 40, .heightMm = 20}));
        QVERIFY2(low.find("choose a height of") != std::string::npos, low.c_str());
    }

    /// Lines of another weight change nothing else: the same texts at the same places, no more bitmaps.
    void linesAreAsWideAsAskedFor()
    {
        QTest::failOnWarning(QRegularExpression(QStringLiteral("QPaint")));
        for (const widgets::Figure& figure : everyKind()) {
            widgets::FigureSize size = widgets::sizeOf(widgets::figurePresets().front());
            const QByteArray usual = pages::written(figure, size, "svg");
            size.lineWeight = 2;
            const QByteArray wide = pages::written(figure, size, "svg");
            const double twice = 2 * widest(lineWidths(usual));
            QVERIFY2(std::abs(widest(lineWidths(wide)) - twice) < 1e-4 * twice, qPrintable(figure.name)); // six digits of a decimal number
            const pages::Page before = pages::readSvg(usual);
            const pages::Page after = pages::readSvg(wide);
            QCOMPARE(after.words(), before.words());
            for (std::size_t i = 0; i < before.texts.size(); ++i) {
                const QPointF moved = after.texts[i].place.center() - before.texts[i].place.center();
                QVERIFY2(moved.manhattanLength() < 0.01, qPrintable(figure.name + QLatin1Char(' ') + before.texts[i].text));
            }
            QCOMPARE(after.bitmaps, 0);
            QCOMPARE(after.rectangles, before.rectangles);
            const pages::PdfPage pdf = pages::readPdf(pages::written(figure, size, "pdf"));
            QVERIFY2(pdf.fault.isEmpty(), qPrintable(pdf.fault));
            QCOMPARE(pdf.bitmaps, 0);
            QVERIFY(std::abs(pdf.points.width() - size.widthMm / 25.4 * 72) < 0.01);
        }
    }

    /// Where there is no room, a picture is laid out otherwise, or drawn smaller: down to half.
    void everyKindHasRoomOnEveryPage_data()
    {
        QTest::addColumn<QString>("page");
        for (const widgets::FigurePreset& preset : widgets::figurePresets()) {
            QTest::newRow(preset.key) << QString::fromLatin1(preset.key);
        }
        QTest::newRow("own") << QStringLiteral("160x90mm");
    }

    void everyKindHasRoomOnEveryPage()
    {
        QFETCH(QString, page);
        const widgets::FigureSize size = widgets::sizeNamed(page, "").value();
        for (const widgets::Figure& figure : everyKind()) {
            const auto faults = widgets::pageFaults(figure, size);
            QVERIFY2(faults.empty(), support::describe(faults).c_str());
            const double text = widgets::pictureTextPt(figure, size);
            QVERIFY(text >= size.textPt / 2 - 1e-9 && text <= size.textPt);
            QVERIFY(size.heightMm > 0 || text == size.textPt);
            const QStringList bad = pages::textFaults(pages::svgPage(figure, size));
            QVERIFY2(bad.isEmpty(), qPrintable(figure.name + QLatin1String(": ") + bad.join(QLatin1Char('\n'))));
        }
    }

    void thinLinesAreDrawnInPixelsToo()
    {
        const widgets::Figure& figure = everyKind().front();
        widgets::FigureSize size = widgets::sizeOf(widgets::figurePresets().front());
        const auto ink = [&](double weight) {
            size.lineWeight = weight;
            const QImage image = QImage::fromData(pages::written(figure, size, "png"));
            double dark = 0;
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x) {
                    dark += 255 - qGray(image.pixel(x, y));
                }
            }
            return dark;
        };
        const double usual = ink(1);
        QVERIFY(ink(0.25) < usual && usual < ink(4));
    }

    /// Each letter of a page is in a font of the page, as wide as in the one that it was cut from.
    void svgBringsItsLettersAlong()
    {
        for (const widgets::Figure& figure : everyKind()) {
            const QByteArray svg = pages::written(figure, widgets::sizeOf(widgets::figurePresets().front()), "svg");
            const std::vector<Embedded> fonts = fontsOf(svg);
            QVERIFY2(!fonts.empty(), qPrintable(figure.name));
            std::vector<QRawFont> cut;
            for (const Embedded& font : fonts) {
                cut.emplace_back(font.file, 100);
                QVERIFY2(cut.back().isValid(), qPrintable(figure.name + font.family));
                QVERIFY2(font.file.size() < 60'000, qPrintable(figure.name));
            }
            QVERIFY2(QSvgRenderer(svg).isValid(), qPrintable(figure.name));
            const pages::Page page = pages::readSvg(svg);
            for (const pages::PlacedText& text : page.texts) {
                bool whole = false;
                for (std::size_t i = 0; i < fonts.size(); ++i) {
                    whole = whole || (fonts[i].family == text.family && isSetWith(text.text, cut[i], QFont(text.family)));
                }
                QVERIFY2(whole, qPrintable(figure.name + QStringLiteral(": ") + text.text));
            }
        }
    }

    void fontsOfAPdfAreEmbedded()
    {
        for (const widgets::Figure& figure : everyKind()) {
            const QTemporaryDir folder;
            const QString path = folder.filePath(QStringLiteral("figure.pdf"));
            QVERIFY(widgets::writeFigure(figure, path, widgets::oneColumnMm).empty());
            QString fault;
            const QList<QByteArray> lines = pages::output(QStringLiteral("pdffonts"), {path}, fault).trimmed().split('\n');
            QVERIFY2(fault.isEmpty(), qPrintable(fault));
            QVERIFY2(lines.size() > 2, qPrintable(figure.name)); // two lines of heads
            // Embedded, and with the letters that its shapes stand for; poppler calls a subset only what has a certain name.
            static const QRegularExpression embedded(QStringLiteral("\\syes\\s+(yes|no)\\s+yes\\s+[0-9]+\\s+[0-9]+$"));
            for (const QByteArray& line : lines.mid(2)) {
                QVERIFY2(embedded.match(QString::fromUtf8(line)).hasMatch(), qPrintable(figure.name + QString::fromUtf8(line)));
            }
        }
    }

    void theDialogRemembersTheLines()
    {
        const QTemporaryDir folder;
        const widgets::Figure& figure = everyKind().front();
        {
            widgets::FigureDialog dialog(figure);
            dialog.findChild<QDoubleSpinBox*>(QStringLiteral("lineWeight"))->setValue(1.5);
            QCOMPARE(dialog.size().lineWeight, 1.5);
            QVERIFY(!dialog.preview().isNull());
            QVERIFY(dialog.writeTo(folder.filePath(QStringLiteral("a.svg"))));
        }
        QCOMPARE(widgets::FigureDialog(figure).size().lineWeight, 1.5);
        QCOMPARE(widgets::FigureDialog(everyKind().back()).size().lineWeight, 1.0);
        widgets::FigureSize size;
        size.lineWeight = 9;
        QVERIFY(QString::fromStdString(describe(widgets::pageFaults(figure, size))).contains(QStringLiteral("choose a weight of 0.25 to 4")));
    }

private:
    /// But for spaces, of which there are several.
    static bool isSetWith(QString text, const QRawFont& cut, QFont font)
    {
        font.setPixelSize(100);
        text.remove(QLatin1Char(' '));
        for (const bool bold : {false, true}) {
            font.setBold(bold);
            const QRawFont whole = QRawFont::fromFont(font);
            const QList<quint32> mine = cut.glyphIndexesForString(text);
            if (!mine.contains(0) && cut.advancesForGlyphIndexes(mine) == whole.advancesForGlyphIndexes(whole.glyphIndexesForString(text))) {
                return true;
            }
        }
        return false;
    }
};

TILESCAPE_TEST(TestFigureLooks)

} // namespace tst_figure_looks
#include "tst_figure_looks.moc"
