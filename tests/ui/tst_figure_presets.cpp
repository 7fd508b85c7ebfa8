#include "figure_pages.h"
#include "tests/registered.h"
#include "view_samples.h"

#include "core/io/project_json.h"
#include "core/schedule/solve.h"
#include "ui/figures/figure_registry.h"
#include "ui/widgets/figure_menu.h"
#include "ui/widgets/export_folder.h"
#include "ui/widgets/figure_presets.h"
#include "ui/workspace/document_files.h"
#include "ui/workspace/figure_project.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

namespace tst_figure_presets {

using namespace tilescape;
using namespace tilescape::ui;
using pages::Page;

namespace {

std::shared_ptr<const schedule::Problem> problemOf(const char* example)
{
    const QString path = QStringLiteral(TILESCAPE_SOURCE_DIR "/examples/%1.tilescape").arg(QLatin1String(example));
    const auto read = io::readProject(pages::contentOf(path).toStdString(), path.toStdString());
    return read ? std::make_shared<const schedule::Problem>(read.value()) : nullptr;
}

figures::FigureSource sourceOf(const char* example)
{
    const auto problem = problemOf(example);
    return figures::FigureSource(std::make_shared<const schedule::Schedule>(schedule::solve(*problem)), std::nullopt, problem);
}

widgets::Figure figureOf(const char* name)
{
    return figures::makeFigure(QLatin1String(name), figures::FigureSource(std::make_shared<const schedule::Schedule>(
                                                        samples::scheduleFor(samples::problem(samples::smallNetwork(), {4, 4})))))
        .value();
}

QString faultsOf(const widgets::Figure& figure, const widgets::FigureSize& size)
{
    return QString::fromStdString(support::describe(widgets::pageFaults(figure, size)));
}

/// The first layer that the page says neither by name nor by number.
QString unnamedOn(const Page& page, const tilescape::network::Network& network)
{
    for (std::size_t layer = 0; layer < network.layers.size(); ++layer) {
        const QString name = QString::fromStdString(network.layers[layer].name);
        if (!page.says(name) && !page.says(QString::number(layer + 1))) {
            return name;
        }
    }
    return {};
}

QRectF placeOf(const Page& page, const QString& text)
{
    const auto found = std::find_if(page.texts.begin(), page.texts.end(), [&](const pages::PlacedText& one) { return one.text == text; });
    return found == page.texts.end() ? QRectF() : found->place;
}

} // namespace

/// The registry's figures on every page that can be asked for, and the problem that travels in their files.
class TestFigurePresets : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QSettings().clear(); }

    void everyKindOnEveryPresetIsWhole_data()
    {
        QTest::addColumn<QString>("example");
        for (const char* example : {"alexnet-pipelined", "hypar/vgg-a", "gradient-order/bert-tiny-edge", "adapt-flow/alexnet-108kb"}) {
            QTest::newRow(example) << QString::fromLatin1(example);
        }
    }

    void everyKindOnEveryPresetIsWhole()
    {
        QFETCH(QString, example);
        const figures::FigureSource source = sourceOf(qPrintable(example));
        int drawn = 0;
        for (const figures::FigureKind& kind : figures::figureKinds()) {
            if (!figures::isAbout(kind, source.problem())) {
                continue;
            }
            const auto figure = figures::makeFigure(kind, source);
            const bool mayBeRefused = QLatin1String(kind.name) == QLatin1String("noc-load") || QLatin1String(kind.name) == QLatin1String("program");
            QVERIFY2(figure || mayBeRefused, kind.name);
            if (!figure) { // and says why
                const QString why = QString::fromStdString(support::describe(figure.faults()));
                QVERIFY2(why.contains(QStringLiteral("nothing goes over the links"))
                             || why.contains(QStringLiteral("too many words")),
                         qPrintable(why));
                continue;
            }
            for (const widgets::FigurePreset& preset : widgets::figurePresets()) {
                widgets::FigureSize size = widgets::sizeOf(preset);
                size.heading = QStringLiteral("A title that is long enough to need a second line where the page is as narrow as a column");
                size.family = QStringLiteral("DejaVu Serif");
                const QString where = QStringLiteral("%1 %2 ").arg(QLatin1String(kind.name), QLatin1String(preset.key));
                if (preset.heightMm > 0 && !faultsOf(figure.value(), size).isEmpty()) {
                    QVERIFY2(faultsOf(figure.value(), size).contains(QStringLiteral("has no room for text of 14 pt")), qPrintable(where));
                    continue; // lines of code do not become lower
                }
                const Page page = pages::svgPage(figure.value(), size);
                const QStringList faults = pages::textFaults(page);
                QVERIFY2(faults.isEmpty(), qPrintable(where + faults.mid(0, 5).join(QLatin1Char('\n'))));
                QVERIFY2(page.tells(QStringLiteral("A title that is long enough")), qPrintable(where));
                QVERIFY(std::abs(page.millimetres.width() - preset.widthMm) < 1e-3);
                QVERIFY(preset.heightMm == 0 || std::abs(page.millimetres.height() - preset.heightMm) < 1e-3);
                ++drawn;
            }
        }
        QVERIFY(drawn >= 30);
    }

    void everyKindOnAPageOfItsOwnIsWholeOrRefused_data() { everyKindOnEveryPresetIsWhole_data(); }

    /// Smaller than any preset: text is whole and apart there, too, or the file is not written and says what has room.
    void everyKindOnAPageOfItsOwnIsWholeOrRefused()
    {
        QFETCH(QString, example);
        const figures::FigureSource source = sourceOf(qPrintable(example));
        int drawn = 0;
        QStringList cut;
        for (const figures::FigureKind& kind : figures::figureKinds()) {
            const auto figure = figures::isAbout(kind, source.problem()) ? figures::makeFigure(kind, source) : widgets::Figure();
            for (const QSizeF extent : {QSizeF(60, 40), QSizeF(45, 70), QSizeF(70, 120)}) {
                widgets::FigureSize size = widgets::sizeOf(widgets::figurePresets().front());
                size.widthMm = extent.width();
                size.heightMm = extent.height();
                if (!figure || !figure.value().paint || !faultsOf(figure.value(), size).isEmpty()) {
                    continue;
                }
                const QStringList faults = pages::textFaults(pages::svgPage(figure.value(), size));
                if (!faults.isEmpty()) {
                    cut << QStringLiteral("%1 %2 x %3: %4").arg(QLatin1String(kind.name)).arg(extent.width()).arg(extent.height()).arg(faults.mid(0, 3).join(QStringLiteral("; ")));
                }
                ++drawn;
            }
        }
        QVERIFY2(cut.isEmpty(), qPrintable(cut.join(QLatin1Char('\n'))));
        QVERIFY2(drawn >= 20, qPrintable(QString::number(drawn)));
    }

    void aNetworkOnASmallPageHasNamesOrNumbersOrIsRefused()
    {
        const figures::FigureSource source = sourceOf("alexnet-pipelined");
        const widgets::Figure network = figures::makeFigure(QStringLiteral("network"), source).value();
        widgets::FigureSize size = widgets::sizeOf(widgets::figurePresets().front());
        for (const QSizeF extent : {QSizeF(60, 40), QSizeF(84, 40), QSizeF(45, 70), QSizeF(178, 50)}) {
            size.widthMm = extent.width();
            size.heightMm = extent.height();
            QCOMPARE(faultsOf(network, size), QString());
            QCOMPARE(unnamedOn(pages::svgPage(network, size), source.problem().network), QString());
        }
        size.widthMm = 30;
        size.heightMm = 25;
        QVERIFY2(faultsOf(network, size).contains(QStringLiteral("has no room for text of 8 pt")), qPrintable(faultsOf(network, size)));
    }

    void aTallNetworkIsFoldedOnAPageWithoutAHeight()
    {
        const figures::FigureSource source = sourceOf("mobilenet-edge");
        const widgets::Figure network = figures::makeFigure(QStringLiteral("network"), source).value();
        for (const widgets::FigurePreset& preset : widgets::figurePresets()) {
            const widgets::FigureSize size = widgets::sizeOf(preset);
            QVERIFY2(widgets::figurePageMm(network, size).height() <= 235.5, preset.key);
            QCOMPARE(unnamedOn(pages::svgPage(network, size), source.problem().network), QString());
        }
    }

    void aPdfIsAsHighAsAskedForToAHundredthOfAPoint()
    {
        const widgets::Figure energy = figureOf("energy");
        for (const double height : {61.3, 80.0, 142.875}) {
            widgets::FigureSize size = widgets::sizeOf(widgets::figurePresets().front());
            size.heightMm = height;
            const pages::PdfPage page = pages::readPdf(pages::written(energy, size, "pdf"));
            QVERIFY2(page.fault.isEmpty(), qPrintable(page.fault));
            QVERIFY(std::abs(page.points.width() - 252) < 0.01); // 3.5 in
            QVERIFY(std::abs(page.points.height() - height / 25.4 * 72) < 0.01);
            QVERIFY(page.words.contains(QStringLiteral("DRAM")));
        }
    }

    void theLegendStandsWhereItIsWanted()
    {
        const widgets::Figure energy = figureOf("energy");
        widgets::FigureSize size = widgets::sizeOf(widgets::figurePresets().front());
        const auto placeWith = [&](widgets::LegendPlace place) {
            size.legend = place;
            return pages::svgPage(energy, size);
        };
        const Page below = placeWith(widgets::LegendPlace::Below);
        const Page above = placeWith(widgets::LegendPlace::Above);
        const Page right = placeWith(widgets::LegendPlace::Right);
        const QString axis = QStringLiteral("Layer number");
        const QString title = QStringLiteral("Registers");
        QVERIFY(placeOf(below, title).top() > placeOf(below, QStringLiteral("0")).bottom());
        QVERIFY(placeOf(above, title).bottom() < placeOf(above, QStringLiteral("0")).top());
        QVERIFY(placeOf(right, title).left() > 0.7 * right.pixels.width());
        QVERIFY(!placeWith(widgets::LegendPlace::None).says(title));
        QVERIFY(faultsOf(figureOf("loop-nest"), size).isEmpty());
        size.legend = widgets::LegendPlace::Right;
        QVERIFY(faultsOf(figureOf("loop-nest"), size).contains(QStringLiteral("no legend of its own")));
    }

    void textHasItsSizeOnThePage()
    {
        for (const double points : {6.0, 8.0, 12.0}) {
            widgets::FigureSize size = widgets::sizeOf(widgets::figurePresets()[1]);
            size.textPt = points;
            const Page page = pages::svgPage(figureOf("energy"), size);
            const double pixels = placeOf(page, QStringLiteral("MAC")).height();
            const double capitals = QFontMetricsF(QFont(QStringLiteral("DejaVu Sans"), 100)).capHeight() / 100 / 96 * 72; // of a pixel of the font's size
            QVERIFY2(std::abs(pixels / capitals - points / 72 * 96) < 0.12 * points / 72 * 96, qPrintable(QString::number(pixels / capitals)));
        }
    }

    void badPagesAreSaidInASentence()
    {
        const widgets::Figure energy = figureOf("energy");
        widgets::FigureSize size;
        size.family = QStringLiteral("No Such Font");
        QVERIFY(faultsOf(energy, size).contains(QStringLiteral("no font family 'No Such Font'")));
        size = {};
        size.textPt = 100;
        QVERIFY(faultsOf(energy, size).contains(QStringLiteral("4 to 72 pt")));
        size = {};
        size.heightMm = 21;
        QVERIFY(faultsOf(energy, size).contains(QStringLiteral("choose a height of")));
        QVERIFY(QString::fromStdString(describe(widgets::sizeNamed(QStringLiteral("ieee"), "x").faults())).contains(QStringLiteral("ieee-column")));
        QCOMPARE(widgets::sizeNamed(QStringLiteral("120x80.5mm"), "x").value().heightMm, 80.5);
        QVERIFY(!figures::makeFigure(QStringLiteral("chips"), sourceOf("alexnet-eyeriss")).ok());
    }

    void theProblemTravelsInEveryFormat()
    {
        const auto problem = problemOf("alexnet-training"); // the schedule's own has more layers
        const figures::FigureSource source(std::make_shared<const schedule::Schedule>(schedule::solve(*problem)), std::nullopt, problem);
        const widgets::Figure chip = figures::makeFigure(QStringLiteral("chip"), source).value();
        const QTemporaryDir folder;
        for (const char* ending : {"svg", "pdf", "png"}) {
            const QString path = folder.filePath(QLatin1String("chip.") + QLatin1String(ending));
            QVERIFY(widgets::writeFigure(chip, path, 84).empty());
            const auto read = workspace::DocumentFiles::read(path);
            QVERIFY2(read.ok(), ending);
            QVERIFY(std::get<io::Project>(read.value().content).problem == *problem);
        }
    }

    /// Saving must not write a project over the picture.
    void whatAFigureOpensHasNoFileYet()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("energy.svg"));
        QVERIFY(widgets::writeFigure(figureOf("energy"), path, 84).empty());
        auto workspace = samples::workspace();
        workspace::DocumentFiles files(*workspace, folder.path());
        files.apply(workspace::DocumentFiles::read(path).value(), path);
        QCOMPARE(workspace->problem().network.name, std::string("small net"));
        QVERIFY(workspace->filePath().isEmpty());
    }

    void aPictureWithoutAProblemSaysSo()
    {
        const QByteArray svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>";
        QVERIFY(workspace::isFigure(svg));
        const auto nothing = workspace::projectInFigure(svg, "a.svg");
        QCOMPARE(QString::fromStdString(support::describe(nothing.faults())),
                 QStringLiteral("a.svg: this picture carries no problem of Tilescape; open a figure that Tilescape exported, and that no other program has rewritten."));
        QVERIFY(!workspace::isFigure("{\"format\": \"tilescape-project\"}"));
        QVERIFY(!workspace::projectInFigure("%PDF-1.4 /EF << /F 2 0 R >>\n2 0 obj\nstream\nxx\nendstream", "a.pdf").ok());
    }

    void theDialogRemembersWhatWasChosenForAFigure()
    {
        QTemporaryDir folder;
        widgets::FigureSize chosen;
        chosen.widthMm = 120;
        chosen.textPt = 9;
        chosen.heading = QStringLiteral("Energy");
        chosen.legend = widgets::LegendPlace::Right;
        {
            widgets::FigureDialog dialog(figureOf("energy"));
            dialog.setSize(chosen);
            QVERIFY(dialog.writeTo(folder.filePath(QStringLiteral("energy.pdf"))));
            // The next figure is best written beside it, as long as the folder is there.
            QCOMPARE(ui::widgets::exportPath(QStringLiteral("chip.svg"), QStringLiteral("/elsewhere")),
                     QDir(folder.path()).filePath(QStringLiteral("chip.svg")));
        }
        QVERIFY(widgets::FigureDialog(figureOf("energy")).size() == chosen);
        QVERIFY(!(widgets::FigureDialog(figureOf("timeline")).size() == chosen));
        QVERIFY(folder.remove());
        QCOMPARE(ui::widgets::exportPath(QStringLiteral("chip.svg"), QStringLiteral("/elsewhere")), QStringLiteral("/elsewhere/chip.svg"));
    }

    /// Where the window's font is a name that stands for another, as fontconfig's "Sans Serif".
    void theFontThatTheDialogBeginsWithIsInstalled()
    {
        const QFont usual = QApplication::font();
        QApplication::setFont(QFont(QStringLiteral("Sans Serif")));
        widgets::FigureDialog dialog(figureOf("chip"));
        dialog.findChild<QCheckBox*>()->setChecked(true);
        QApplication::setFont(usual);
        QVERIFY2(QFontDatabase::hasFamily(dialog.size().family), qPrintable(dialog.size().family));
        QCOMPARE(dialog.message(), QString());
    }

    /// A projector of 1280 x 720 pixels at scale 2, less the frame of the window.
    void theDialogHasRoomOnALowScreen()
    {
        widgets::FigureDialog dialog(figureOf("tensors"));
        dialog.resize(600, 330);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QVERIFY2(dialog.height() <= 330 && dialog.width() <= 600, qPrintable(QStringLiteral("%1 x %2").arg(dialog.width()).arg(dialog.height())));
        const auto* buttons = dialog.findChild<QDialogButtonBox*>();
        QVERIFY(dialog.rect().contains(buttons->geometry()));
        const QSizeF low = dialog.preview().deviceIndependentSize();
        QVERIFY(low.height() >= 40);
        dialog.resize(600, 800);
        QCoreApplication::processEvents();
        QVERIFY2(dialog.preview().deviceIndependentSize().height() > 2 * low.height(), "the preview does not use its room");
    }

    void theDialogIsLeftToBeLookedAt()
    {
        for (const QPalette& palette : {samples::lightPalette(), samples::darkPalette()}) {
            QApplication::setPalette(palette);
            widgets::FigureDialog dialog(figureOf("chip"));
            dialog.show();
            QVERIFY(samples::leaveScreenshots(dialog, QStringLiteral("figure_dialog")));
        }
        QApplication::setPalette(samples::lightPalette());
    }
};

TILESCAPE_TEST(TestFigurePresets)

} // namespace tst_figure_presets
#include "tst_figure_presets.moc"
