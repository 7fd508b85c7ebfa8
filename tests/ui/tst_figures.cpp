#include "tests/registered.h"
#include "view_samples.h"

#include "ui/chip/chip_view.h"
#include "ui/figures/figure_export.h"
#include "ui/network/network_view.h"
#include "ui/widgets/figure_menu.h"

#include <QAction>
#include <QCoreApplication>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFile>
#include <QLabel>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/resource.h>

namespace tst_figures {

using namespace tilescape;
using namespace tilescape::ui;

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

schedule::Schedule sample(Extent tiles = {4, 4})
{
    return samples::scheduleFor(samples::problem(samples::smallNetwork(), tiles));
}

} // namespace

class TestFigures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Of a network without weights there is nothing to choose parallelism for, nor an order of gradients.
    void figuresOfTrainingNeedWeights()
    {
        tilescape::network::Network pooling;
        pooling.name = "pooling";
        pooling.input = {"input", 8, {8, 8}};
        pooling.layers = {{"pool", {"input"}, tilescape::network::Pooling{{2, 2}, {2, 2}}, 8, 8, {4, 4}}};
        const figures::FigureSource source(
            std::make_shared<const schedule::Schedule>(samples::scheduleFor(samples::problem(pooling, {2, 2}))));
        for (const char* name : {"parallelism", "parallelism-strategies", "parallelism-communication",
                                 "parallelism-scaling", "array", "gradient-order"}) {
            const auto figure = figures::makeFigure(QLatin1String(name), source);
            QVERIFY2(!figure, name);
            QVERIFY(support::describe(figure.faults()).find("no layers that this figure is about")
                    != std::string::npos);
        }
    }

    void everyFigureIsWrittenInEveryFormat()
    {
        QTemporaryDir folder;
        const auto exported = figures::exportAllFigures(figures::FigureSource(std::make_shared<const schedule::Schedule>(sample())), {}, folder.filePath(QStringLiteral("new/figures")));
        QVERIFY2(exported.faults.empty(), support::describe(exported.faults).c_str());
        QCOMPARE(exported.figures, QStringList({QStringLiteral("network"), QStringLiteral("chip"), QStringLiteral("noc-load"),
                                                QStringLiteral("timeline"), QStringLiteral("timeline-without-allo"), QStringLiteral("energy"),
                                                QStringLiteral("energy-shares"), QStringLiteral("roofline"), QStringLiteral("pe-array"), QStringLiteral("tensors"),
                                                QStringLiteral("loop-nest"), QStringLiteral("directives")}));
        QCOMPARE(exported.files.size(), 3 * exported.figures.size());
        for (const QString& path : exported.files) {
            const QByteArray content = contentOf(path);
            QVERIFY2(content.size() > 1000, qPrintable(path));
            if (path.endsWith(QStringLiteral(".svg"))) {
                QVERIFY(QSvgRenderer(content).isValid());
            } else if (path.endsWith(QStringLiteral(".pdf"))) {
                QVERIFY(content.startsWith("%PDF"));
            } else {
                QVERIFY(!QImage::fromData(content).isNull());
            }
        }
    }

    void textStaysTextAndNothingIsABitmap()
    {
        for (const widgets::Figure& figure : figures::figuresOf(sample())) {
            const QByteArray svg = svgOf(figure, widgets::oneColumnMm);
            QVERIFY2(svg.count("<text") > 3, qPrintable(figure.name));
            QVERIFY2(!svg.contains("<image"), qPrintable(figure.name));
        }
    }

    void theSameFigureTwiceIsTheSameFile()
    {
        const auto figures = figures::figuresOf(sample());
        for (const widgets::Figure& figure : figures) {
            QCOMPARE(svgOf(figure, widgets::oneColumnMm), svgOf(figure, widgets::oneColumnMm));
        }
    }

    void theFileNamesTheProblem()
    {
        const QByteArray svg = svgOf(figures::figuresOf(sample()).front(), widgets::oneColumnMm);
        QVERIFY(svg.contains("small net on sample chip, batch 4"));
    }

    void aScheduleWithoutResultGivesTheNetwork()
    {
        const auto figures = figures::figuresOf(samples::infeasible(samples::problem(samples::smallNetwork(), {2, 2})));
        QCOMPARE(figures.size(), std::size_t{1});
        QCOMPARE(figures.front().name, QStringLiteral("network"));
    }

    void faultsSayWhatWouldBeRight()
    {
        QTemporaryDir folder;
        const widgets::Figure figure = figures::figuresOf(sample()).front();
        const auto text = [&](const QString& path, double width) {
            return QString::fromStdString(support::describe(widgets::writeFigure(figure, path, width)));
        };
        QVERIFY(text(folder.filePath(QStringLiteral("a.bmp")), 84).contains(QStringLiteral(".svg, .pdf or .png")));
        QVERIFY(text(folder.filePath(QStringLiteral("a.svg")), 0).contains(QStringLiteral("20 to 1000 mm")));
        QVERIFY(text(folder.filePath(QStringLiteral("no/such/a.svg")), 84).contains(QStringLiteral("could not be written")));
        QVERIFY(QDir(folder.path()).isEmpty());
    }

    /// As on a full disk: a file that may not grow. Short ones are written all at once, at the end.
    void whyAFigureWasNotWrittenIsSaid()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.pdf"));
        const std::vector<widgets::Figure> all = figures::figuresOf(sample());
        QVERIFY(std::any_of(all.begin(), all.end(), [](const widgets::Figure& figure) {
            return widgets::figureFile(figure, widgets::FigureFormat::Pdf, {}).size() < 16384;
        }));
        for (const widgets::Figure& figure : all) {
            QVERIFY(widgets::writeFigure(figure, path, 84).empty());
            const QByteArray old = contentOf(path);
            rlimit before{};
            QCOMPARE(getrlimit(RLIMIT_FSIZE, &before), 0);
            const auto ignored = signal(SIGXFSZ, SIG_IGN);
            const rlimit little{1024, before.rlim_max};
            QCOMPARE(setrlimit(RLIMIT_FSIZE, &little), 0);
            const auto faults = widgets::writeFigure(figure, path, 84);
            setrlimit(RLIMIT_FSIZE, &before);
            signal(SIGXFSZ, ignored);
            const QString text = QString::fromStdString(support::describe(faults));
            QVERIFY2(text.contains(QStringLiteral("File too large"))
                         && text.contains(QStringLiteral("room on the disk")),
                     qPrintable(figure.name + text));
            QVERIFY2(contentOf(path) == old, qPrintable(figure.name));
        }
    }

    /// What HyPar, the gradient order and Adapt-Flow are asked of is the network, not its layers of training once more.
    void figuresOfTrainingSystemsAreOfTheNetworkAsItIs()
    {
        schedule::Problem asked = samples::problem(samples::smallNetwork(), {4, 4});
        asked.space.training = true;
        const auto problem = std::make_shared<const schedule::Problem>(asked);
        const figures::FigureSource source(std::make_shared<const schedule::Schedule>(schedule::solve(asked)),
                                           std::nullopt, problem);
        QVERIFY(source.schedule()->layers.size() > asked.network.layers.size());
        asked.space.training = false;
        const figures::FigureSource plain(std::make_shared<const schedule::Schedule>(schedule::solve(asked)));
        QCOMPARE(source.parallelism()->plan->totalBytes, plain.parallelism()->plan->totalBytes);
        QCOMPARE(source.gradient()->layers.size(), plain.gradient()->layers.size());
        QCOMPARE(source.dataflows()->selection.size(), plain.dataflows()->selection.size());
    }

    void aViewsMenuOpensTheDialogAndTheDialogWrites()
    {
        auto workspace = samples::workspace();
        workspace->open(samples::problem(samples::smallNetwork(), {4, 4}), {});
        QTRY_VERIFY(workspace->schedule() && !workspace->isStale());
        workspace->setSelectedLayer(2);
        chip::ChipView view(*workspace);
        view.show();
        auto* action = view.findChild<QAction*>(QStringLiteral("exportFigure"));
        QVERIFY(action);
        action->trigger();
        auto* dialog = view.findChild<widgets::FigureDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        QCOMPARE(dialog->size().widthMm, 88.9); // a column of IEEE is 3.5 inches
        QTemporaryDir folder;
        QVERIFY(!dialog->writeTo(folder.filePath(QStringLiteral("chip.txt"))));
        QVERIFY(dialog->message().contains(QStringLiteral(".svg, .pdf or .png")));
        QVERIFY(dialog->writeTo(folder.filePath(QStringLiteral("chip.svg"))));
        QCOMPARE(dialog->message(), QStringLiteral("Written: ") + folder.filePath(QStringLiteral("chip.svg")));
        QVERIFY(contentOf(folder.filePath(QStringLiteral("chip.svg"))).contains("conv2_a"));
    }

    void figuresAreLeftToBeLookedAt()
    {
        const QDir folder(QCoreApplication::applicationDirPath() + QStringLiteral("/.."));
        folder.mkpath(QStringLiteral("screenshots"));
        for (const widgets::Figure& figure : figures::figuresOf(sample())) {
            for (const double width : {widgets::oneColumnMm, widgets::twoColumnsMm}) {
                const QString path = folder.filePath(QStringLiteral("screenshots/figure_%1_%2mm.png").arg(figure.name).arg(width));
                QVERIFY(widgets::writeFigure(figure, path, width).empty());
            }
        }
    }

private:
    static QByteArray svgOf(const widgets::Figure& figure, double width)
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("figure.svg"));
        return widgets::writeFigure(figure, path, width).empty() ? contentOf(path) : QByteArray();
    }
};

TILESCAPE_TEST(TestFigures)

} // namespace tst_figures
#include "tst_figures.moc"
