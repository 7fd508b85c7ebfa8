#include "figure_pages.h"

#include "tests/registered.h"
#include "ui/analysis/sensitivity_view.h"
#include "ui/analysis/tornado_plot.h"
#include "ui/style/palette.h"
#include "ui/widgets/figure_presets.h"

#include <QTest>

#include <algorithm>

namespace tst_tornado_figure {

using namespace tilescape;
using ui::analysis::TornadoBar;
using ui::analysis::TornadoLayout;
using ui::analysis::TornadoRow;

namespace {

TornadoBar bar(const char* text, bool isDown, std::optional<double> change)
{
    return {nullptr, QString::fromUtf8(text), 0, isDown, change};
}

/// Choices that change far more than any number does, steps on the same side, and steps with which nothing fits on either.
std::vector<TornadoRow> wideRows(std::optional<double> ofMoreRegisters)
{
    return {{QStringLiteral("Tile to tile transfers"), QStringLiteral("yes"), true, {bar("no", true, 8.4)}},
            {QStringLiteral("PE dataflow"), QStringLiteral("row stationary"), true, {bar("systolic", false, -0.3)}},
            {QStringLiteral("Registers of a PE"),
             QStringLiteral("64 B"),
             false,
             {bar("32 B", true, std::nullopt), bar("128 B", false, ofMoreRegisters)}},
            {QStringLiteral("Static power"),
             QStringLiteral("636 mW"),
             false,
             {bar("509 mW", true, -0.05), bar("796 mW", false, -0.01)}},
            {QStringLiteral("Reference side of the bus"),
             QStringLiteral("8 PE"),
             false,
             {bar("7 PE", true, 0.002), bar("9 PE", false, -0.002)}},
            {QStringLiteral("DRAM bandwidth"),
             QStringLiteral("25.6 GB/s"),
             false,
             {bar("20.5 GB/s", true, 0.24), bar("32 GB/s", false, -0.14)}}};
}

} // namespace

class TestTornadoFigure : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Nothing to show, nothing that fits, nothing that changes: an axis all the same, with a number beside 0.
    void anAxisNeedsNoBar()
    {
        const QString name = QStringLiteral("Registers of a PE");
        const std::vector<std::vector<TornadoRow>> few{
            {},
            {{name, {}, false, {bar("32 B", true, std::nullopt)}}},
            {{name, {}, false, {bar("32 B", true, std::nullopt), bar("128 B", false, 0.0)}}},
            {{name, {}, false, {bar("32 B", true, 0.0)}}}};
        for (const std::vector<TornadoRow>& rows : few) {
            const QRectF area(0, 0, 420, ui::analysis::tornadoHeight(rows, ui::style::figureFont()));
            const TornadoLayout layout = ui::analysis::layOutTornado(rows, area, ui::style::figureFont());
            QVERIFY(layout.step > 0 && layout.step <= layout.most && layout.plot.width() > 0);
            const pages::Page page = pages::svgPage(ui::analysis::tornadoFigure(rows, name),
                                                    ui::widgets::sizeNamed(QStringLiteral("ieee-column"), "").value());
            QVERIFY2(page.tells(QString::fromUtf8("+1")), qPrintable(page.words().join(QLatin1Char('|'))));
        }
    }

    /// Where no number changes anything, choices are what bars compare.
    void choicesAreNotCutForNumbersThatChangeNothing()
    {
        const std::vector<TornadoRow> rows{
            {QStringLiteral("PE dataflow"), {}, true, {bar("systolic", false, -0.3)}},
            {QStringLiteral("Tile to tile transfers"), {}, true, {bar("no", true, 0.6)}}};
        const TornadoLayout layout = ui::analysis::layOutTornado(rows, QRectF(0, 0, 600, 200), ui::style::figureFont());
        QVERIFY(std::none_of(layout.bars.begin(), layout.bars.end(),
                             [](const TornadoLayout::Place& place) { return place.isCut; }));
        QVERIFY(qFuzzyCompare(2 * layout.bars[0].rect.width(), layout.bars[1].rect.width()));
    }

    /// On every page: no text over another, none cut, and numbers' bars long enough to be compared.
    void wideChangesLeaveRoomForTheOthers()
    {
        for (const std::optional<double> change :
             {std::optional<double>(0.04), std::optional<double>(-0.04), std::optional<double>()}) {
            const std::vector<TornadoRow> rows = wideRows(change);
            const ui::widgets::Figure figure =
                ui::analysis::tornadoFigure(rows, QStringLiteral("Delay: change by one step of a parameter"));
            for (const char* preset : {"ieee-column", "acm-column", "ieee-page", "acm-page", "slide"}) {
                const pages::Page page =
                    pages::svgPage(figure, ui::widgets::sizeNamed(QLatin1String(preset), "").value());
                const QStringList faults = pages::textFaults(page);
                QVERIFY2(faults.isEmpty(),
                         qPrintable(QLatin1String(preset) + QLatin1String(": ") + faults.join(QLatin1Char('\n'))));
                QVERIFY2(page.tells(QStringLiteral("32 B: none fits")), preset);
                QVERIFY2(page.tells(QStringLiteral("+840")),
                         qPrintable(page.words().join(QLatin1Char('|')))); // of the bar that is cut
            }
            for (const double width : {360.0, 420.0, 700.0, 1600.0}) {
                const QRectF area(0, 0, width, ui::analysis::tornadoHeight(rows, ui::style::figureFont()));
                const TornadoLayout layout = ui::analysis::layOutTornado(rows, area, ui::style::figureFont());
                QVERIFY2(layout.x(0.24) - layout.x(0) > 20, qPrintable(QString::number(width)));
                QVERIFY(layout.plot.left() >= area.left() && layout.plot.right() <= area.right());
            }
        }
    }
};

TILESCAPE_TEST(TestTornadoFigure)

} // namespace tst_tornado_figure
#include "tst_tornado_figure.moc"
