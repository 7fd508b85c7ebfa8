#include "figure_pages.h"
#include "view_samples.h"

#include "core/io/project_json.h"
#include "core/schedule/solve.h"
#include "ui/figures/figure_export.h"

#include <QtTest>

#include <map>

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

/// Schedules are found once for all tests.
const schedule::Schedule& scheduleOf(const QString& example)
{
    static std::map<QString, schedule::Schedule> found;
    const auto known = found.find(example);
    if (known != found.end()) {
        return known->second;
    }
    if (example == QStringLiteral("one layer")) {
        return found[example] = samples::scheduleFor(samples::problem(samples::oneLayer(), {1, 1}));
    }
    if (example == QStringLiteral("long names")) {
        return found[example] = samples::scheduleFor(samples::problem(samples::longNetwork(36), {4, 4}));
    }
    const QString path = QStringLiteral(TILESCAPE_SOURCE_DIR "/examples/%1.tilescape").arg(example);
    const auto read = io::readProject(pages::contentOf(path).toStdString(), path.toStdString());
    return found[example] = read ? schedule::solve(read.value()) : schedule::Schedule();
}

} // namespace

/// Files of figures, read again: what must stand on a page stands there, whole, once, and apart from the rest.
class TestFigurePages : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pagesAreWhole_data() { examples(); }

    void pagesAreWhole()
    {
        QFETCH(QString, example);
        QVERIFY(scheduleOf(example).hasResult());
        for (const widgets::Figure& figure : figures::figuresOf(scheduleOf(example))) {
            for (const widgets::FigureSize& size : sizes) {
                checkPage(figure, size);
            }
        }
    }

private:
    static void examples()
    {
        QTest::addColumn<QString>("example");
        for (const char* example : {"one layer", "long names", "alexnet-eyeriss", "alexnet-pipelined", "lstm-pipelined", "mobilenet-edge"}) {
            QTest::newRow(example) << QString::fromLatin1(example);
        }
    }

    static void checkPage(const widgets::Figure& figure, const widgets::FigureSize& size)
    {
        const QByteArray svg = pages::written(figure, size, "svg");
        const Page page = pages::readSvg(svg);
        const QString where = QStringLiteral("%1 at %2 mm: ").arg(figure.name).arg(size.widthMm);
        const QStringList faults = pages::textFaults(page);
        if (!faults.isEmpty()) qWarning() << qPrintable(where + faults.mid(0, 8).join(QLatin1Char('\n')));
        if (page.bitmaps || page.patterns) qWarning() << where << page.bitmaps << page.patterns;
        const pages::PdfPage pdf = pages::readPdf(pages::written(figure, size, "pdf"));
        if (!pdf.fault.isEmpty()) qWarning() << pdf.fault;
        if (lettersOf(pdf.words) != lettersOf(page.words())) qWarning() << where << "pdf differs" << pdf.words << page.words();
        if (pdf.bitmaps) qWarning() << where << "pdf bitmaps" << pdf.bitmaps;
        if (std::abs(pdf.points.width() / 72 * 25.4 - size.widthMm) > 1e-3 || std::abs(page.millimetres.width() - size.widthMm) > 1e-3) qWarning() << where << pdf.points << page.millimetres;
    }
};

QTEST_MAIN(TestFigurePages)
#include "tst_figure_pages.moc"
