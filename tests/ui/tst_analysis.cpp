#include "figure_pages.h"
#include "scaled_picture.h"
#include "tests/registered.h"
#include "window_session.h"

#include "ui/analysis/limits_view.h"
#include "ui/analysis/roofline_chart.h"
#include "ui/analysis/roofline_plot.h"
#include "ui/analysis/sensitivity_view.h"
#include "ui/analysis/speed_bars.h"
#include "ui/hardware/sensitivity_mark.h"
#include "ui/style/palette.h"
#include "ui/workspace/sensitivity_service.h"

#include <QBuffer>
#include <QPainter>
#include <QSvgGenerator>

#include <cmath>
#include <limits>

namespace tst_analysis {

using namespace tilescape;
using samples::patience;
using samples::Session;
using ui::analysis::LimitsView;
using ui::analysis::RooflineChart;
using ui::analysis::RooflineLayout;
using ui::analysis::SensitivityView;
using ui::analysis::SpeedBars;
using ui::analysis::TornadoChart;
using ui::analysis::TornadoLayout;
using ui::hardware::SensitivityMark;
using ui::workspace::SensitivityService;
using ui::workspace::Workspace;

namespace {

/// Quick to solve again and again.
schedule::Problem problem()
{
    schedule::Problem made;
    made.network = io::loadNetwork("lenet_c").value();
    made.hardware = io::loadHardware("kapla_16x16").value();
    made.hardware.tiles = {2, 2};
    made.solver = "kapla";
    return made;
}

struct Opened {
    Workspace workspace{samples::solveOnce};
    explicit Opened(schedule::Problem made = problem())
    {
        workspace.open(std::move(made), {});
        [this] { QTRY_VERIFY_WITH_TIMEOUT(workspace.schedule() && !workspace.isStale(), patience); }();
    }
};

schedule::Problem alexnet()
{
    schedule::Problem made = problem();
    made.network = io::loadNetwork("alexnet").value();
    made.hardware = io::loadHardware("tangram_16x16").value();
    made.batch = 16;
    made.space.spatialPipelining = made.space.bufferSharing = made.space.keepOutputsOnChip = true;
    return made;
}

void show(QWidget& view, QSize size)
{
    view.resize(size);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
}

/// Saves a picture of the view in light or dark.
bool leavePicture(QWidget& view, const QString& name)
{
    const QDir folder(QCoreApplication::applicationDirPath() + QStringLiteral("/../screenshots"));
    return folder.mkpath(QStringLiteral(".")) && view.grab().save(folder.filePath(name + QStringLiteral(".png")));
}

} // namespace

class TestAnalysis : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { ui::window::applyTheme(ui::window::Theme::Light); }

    /// A column each for the network, the segment and the layer, and they are core's numbers.
    void barsFollowTheSelection()
    {
        Opened opened;
        LimitsView view(opened.workspace);
        show(view, {800, 300});
        QCOMPARE(view.bars()->columns().size(), std::size_t{1});
        opened.workspace.setSelectedLayer(1);
        QCOMPARE(view.bars()->columns().size(), std::size_t{3});
        const schedule::Schedule& schedule = *opened.workspace.schedule();
        QVERIFY(view.bars()->columns()[0].shares == explore::speedOfNetwork(schedule));
        QVERIFY(view.bars()->columns()[2].shares == explore::speedOfLayer(schedule, *schedule.find(1)));
        QVERIFY(!view.bars()->accessibleDescription().isEmpty());
    }

    void aClickOnAPointSelectsItsLayer()
    {
        Opened opened(alexnet());
        LimitsView view(opened.workspace);
        show(view, {900, 400});
        RooflineChart* chart = view.chart();
        const RooflineLayout layout = chart->chartLayout();
        const auto& points = chart->roofline()->points;
        for (std::size_t i = 0; i < points.size(); ++i) {
            const std::optional<std::size_t> hit = layout.pointAt(layout.points[i]);
            QVERIFY(hit);
            QTest::mouseClick(chart, Qt::LeftButton, {}, layout.points[i].toPoint());
            const auto& layers = points[*layout.pointAt(layout.points[i].toPoint())].layers;
            QCOMPARE(opened.workspace.selectedLayer(), std::optional(layers.front()));
            QVERIFY(chart->pointToolTip(i).contains(QStringLiteral("GOPS")));
        }
    }

    /// At any size: everything lies within the area, and no name over another or over a point.
    void nothingOverlapsOrIsClipped()
    {
        Opened opened(alexnet());
        const explore::Roofline roofline = explore::rooflineOf(*opened.workspace.schedule());
        for (const QSizeF& size : {QSizeF(220, 130), QSizeF(420, 240), QSizeF(900, 600)}) {
            const QRectF area(QPointF(0, 0), size);
            const RooflineLayout layout = ui::analysis::layOutRoofline(roofline, area, ui::style::figureFont());
            QVERIFY(layout.intensity.values.size() >= 2 && layout.speed.values.size() >= 2);
            int named = 0;
            for (std::size_t i = 0; i < layout.points.size(); ++i) {
                QVERIFY(layout.plot.adjusted(-1, -1, 1, 1).contains(layout.points[i]));
                QVERIFY(layout.labels[i].isEmpty() || layout.plot.contains(layout.labels[i]));
                named += layout.labels[i].isEmpty() ? 0 : 1;
                for (std::size_t other = 0; other < i; ++other) {
                    QVERIFY(!layout.labels[i].intersects(layout.labels[other]));
                }
            }
            QVERIFY(named > 0);
        }
    }

    /// Title, legend and the name of the roof, whatever the size and the letters.
    void wordsOfTheRooflineLieBesideEachOther()
    {
        Opened opened(alexnet());
        const explore::Roofline roofline = explore::rooflineOf(*opened.workspace.schedule());
        for (const QSizeF& size : {QSizeF(220, 130), QSizeF(300, 160), QSizeF(420, 240), QSizeF(900, 400)}) {
            for (const double larger : {1.0, 1.5}) {
                QFont font = ui::style::figureFont();
                font.setPixelSize(qRound(larger * QFontInfo(font).pixelSize()));
                QBuffer buffer;
                QSvgGenerator svg;
                svg.setOutputDevice(&buffer);
                svg.setSize(size.toSize());
                svg.setViewBox(QRectF(QPointF(0, 0), size));
                QPainter painter(&svg);
                painter.setFont(font);
                const QRectF area(QPointF(0, 0), size);
                ui::analysis::paintRoofline(painter, roofline, ui::analysis::layOutRoofline(roofline, area, font), {},
                                            ui::style::paperPalette(), font);
                painter.end();
                const std::vector<pages::PlacedText> texts = pages::readSvg(buffer.data()).texts;
                QVERIFY(texts.size() > 6);
                for (std::size_t i = 0; i < texts.size(); ++i) {
                    QVERIFY2(area.adjusted(-1, -1, 1, 1).contains(texts[i].place), qPrintable(texts[i].text));
                    for (std::size_t other = 0; other < i; ++other) {
                        QVERIFY2(!texts[i].place.adjusted(1, 1, -1, -1).intersects(texts[other].place),
                                 qPrintable(QStringLiteral("%1 x %2: %3, %4")
                                                .arg(size.width())
                                                .arg(size.height())
                                                .arg(texts[i].text, texts[other].text)));
                    }
                }
            }
        }
    }

    /// What moves no word of DRAM has no place on the axis: its end says so, whatever number stands there else.
    void theAxisEndsWhereNothingComesFromDram()
    {
        Opened opened(alexnet());
        explore::Roofline roofline = explore::rooflineOf(*opened.workspace.schedule());
        const auto textsOf = [](const explore::Roofline& own) {
            QBuffer buffer;
            QSvgGenerator svg;
            svg.setOutputDevice(&buffer);
            QPainter painter(&svg);
            const QRectF area(0, 0, 300, 200);
            ui::analysis::paintRoofline(painter, own, ui::analysis::layOutRoofline(own, area, ui::style::figureFont()),
                                        {}, ui::style::paperPalette(), ui::style::figureFont());
            painter.end();
            return QString::fromUtf8(buffer.data());
        };
        for (explore::RooflinePoint& point : roofline.points) {
            point.operationsPerByte = std::isfinite(point.operationsPerByte) ? point.operationsPerByte : 1;
        }
        QVERIFY(!textsOf(roofline).contains(QStringLiteral("∞")));
        roofline.points.front().operationsPerByte = std::numeric_limits<double>::infinity();
        QVERIFY(textsOf(roofline).contains(QStringLiteral("∞")));
    }

    void theChartIsExported()
    {
        Opened opened(alexnet());
        LimitsView view(opened.workspace);
        QTemporaryDir folder;
        for (const char* ending : {"svg", "pdf", "png"}) {
            const QString path = folder.filePath(QStringLiteral("roofline.") + QLatin1String(ending));
            QVERIFY(ui::widgets::writeFigure(view.figure(), path, 84).empty());
            QVERIFY(QFileInfo(path).size() > 500);
        }
    }

    /// Found in the order of the panel while the view is seen, and not before.
    void sensitivitiesAreFoundWhileSeen()
    {
        Opened opened;
        SensitivityService& service = opened.workspace.sensitivity();
        QTest::qWait(1300);
        QVERIFY(service.found().empty());
        SensitivityView view(opened.workspace);
        show(view, {600, 400});
        QTRY_VERIFY_WITH_TIMEOUT(service.isComplete(), patience);
        for (std::size_t i = 0; i < service.found().size(); ++i) {
            QCOMPARE(service.found()[i].parameter, &hardware::parameters()[i]);
        }
        QVERIFY(!view.chart()->rows().empty());
        opened.workspace.setBatch(32);
        QVERIFY(service.found().empty());
        QVERIFY(view.chart()->rows().empty());
    }

    /// A click on a bar opens that chip, whose schedule takes what the bar says; undo goes back.
    void aClickOnABarOpensThatChip()
    {
        Opened opened;
        SensitivityView view(opened.workspace);
        show(view, {600, 500});
        QTRY_VERIFY_WITH_TIMEOUT(opened.workspace.sensitivity().isComplete(), patience);
        TornadoChart* chart = view.chart();
        const TornadoLayout layout = chart->chartLayout();
        const TornadoLayout::Place& place = layout.bars.front();
        const auto bar = chart->rows()[place.row].bars[place.bar];
        QVERIFY(bar.change);
        const double before = opened.workspace.schedule()->totals.energy.total();
        QTest::mouseClick(chart, Qt::LeftButton, {}, place.rect.center().toPoint());
        QCOMPARE(bar.parameter->get(opened.workspace.problem().hardware), bar.value);
        QTRY_VERIFY_WITH_TIMEOUT(!opened.workspace.isStale(), patience);
        QVERIFY(std::abs(opened.workspace.schedule()->totals.energy.total() / before - 1 - *bar.change) < 1e-12);
        opened.workspace.undoStack().undo();
        QVERIFY(opened.workspace.problem() == problem());
    }

    void barsOfTheTornadoStayInTheirPlace()
    {
        Opened opened;
        const auto all = explore::sensitivities(problem(), *opened.workspace.schedule());
        for (const auto measure : explore::allSensitivityMeasures) {
            const auto rows = ui::analysis::tornadoRows(all, measure);
            QVERIFY(!rows.empty());
            QCOMPARE(rows.size() + static_cast<std::size_t>(ui::analysis::withoutEffect(all, measure).size()),
                     static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [](const auto& own) { return own.down || own.up; })));
            for (const double width : {240.0, 420.0, 900.0}) {
                const QRectF area(0, 0, width, ui::analysis::tornadoHeight(rows, ui::style::figureFont()));
                const TornadoLayout layout = ui::analysis::layOutTornado(rows, area, ui::style::figureFont());
                for (const TornadoLayout::Place& place : layout.bars) {
                    const QRectF plot = layout.plot.adjusted(-1, -1, 1, 1); // a bar without length contains no point
                    QVERIFY(plot.contains(place.rect.topLeft()) && plot.contains(place.rect.bottomRight()));
                    for (const TornadoLayout::Place& other : layout.bars) {
                        const QRectF common = place.rect & other.rect;
                        QVERIFY(&place == &other || common.width() < 0.01 || common.height() < 0.01);
                    }
                }
            }
        }
    }

    /// Of a choice that changes more than any number does: drawn to scale, or cut where the axis ends.
    void longBarsEndAtTheAxis()
    {
        const auto bar = [](const char* text, bool isDown, double change) {
            return ui::analysis::TornadoBar{nullptr, QLatin1String(text), 0, isDown, change};
        };
        const std::vector<ui::analysis::TornadoRow> rows{
            {QStringLiteral("Tile to tile transfers"), QStringLiteral("yes"), true, {bar("no", true, 0.83)}},
            {QStringLiteral("Memory channels"), QStringLiteral("corners"), true, {bar("every tile", false, -0.4)}},
            {QStringLiteral("DRAM bandwidth"),
             QStringLiteral("25.6 GB/s"),
             false,
             {bar("20.5 GB/s", true, 0.14), bar("32 GB/s", false, -0.08)}}};
        int cut = 0;
        for (const double width : {240.0, 420.0, 900.0, 2400.0}) {
            const QRectF area(0, 0, width, ui::analysis::tornadoHeight(rows, ui::style::figureFont()));
            const TornadoLayout layout = ui::analysis::layOutTornado(rows, area, ui::style::figureFont());
            for (const TornadoLayout::Place& place : layout.bars) {
                const double change = *rows[place.row].bars[place.bar].change;
                const double end = change < 0 ? place.rect.left() : place.rect.right();
                const double axis = change < 0 ? layout.plot.left() : layout.plot.right();
                QVERIFY(std::abs(end - (place.isCut ? axis : layout.x(change))) < 0.01);
                QVERIFY(!place.isCut || change > layout.most || change < layout.least);
                cut += place.isCut ? 1 : 0;
            }
        }
        QVERIFY(cut > 0);
    }

    /// The mark beside a slider shows what the service found, while the button is pressed.
    void slidersBearMarks()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        session.workspace.open(problem(), {});
        WAIT_FOR_ANSWER(session);
        auto* mark = session.find<SensitivityMark>("sensitivity_dram_pj");
        QVERIFY(mark && !mark->up());
        session.find<QToolButton>("showSensitivity")->click();
        QTRY_VERIFY_WITH_TIMEOUT(session.workspace.sensitivity().isComplete(), patience);
        const explore::Sensitivity& own = *session.workspace.sensitivity().find("dram_pj");
        QCOMPARE(*mark->up(), *own.change(own.up, explore::SensitivityMeasure::Energy));
        QVERIFY(*mark->up() > 0 && *mark->down() < 0);
        QVERIFY(leavePicture(*session.find<QDockWidget>("hardwareDock"), QStringLiteral("sensitivity_marks")));
        session.find<QToolButton>("showSensitivity")->click();
        QVERIFY(!mark->up());
    }

    /// At two pixels a unit bars are as sharp as at one: each fills its own rectangle of pixels and nothing beside it.
    void marksAreSharpAtScaleTwo()
    {
        explore::Sensitivity own;
        own.parameter = hardware::findParameter("dram_pj");
        own.value = 400;
        own.standing = {100, 10};
        own.down = explore::Step{300, explore::Outcome{80, 10, 1e-6}};
        own.up = explore::Step{500, explore::Outcome{110, 10, 1e-6}};
        SensitivityMark mark;
        mark.resize(mark.sizeHint());
        mark.showSensitivity(&own, explore::SensitivityMeasure::Energy, 0.2);
        QImage image(mark.size() * 2, QImage::Format_ARGB32_Premultiplied);
        image.setDevicePixelRatio(2);
        image.fill(Qt::white);
        mark.render(&image);
        const auto boxOf = [&](const QColor& colour) {
            QRegion region;
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x) {
                    region += image.pixelColor(x, y) == colour ? QRect(x, y, 1, 1) : QRect();
                }
            }
            return region;
        };
        const QRegion down = boxOf(ui::style::categorical(4));
        const QRegion up = boxOf(ui::style::categorical(0));
        // 20 % less is the longest: all of half the height but one unit; 10 % more is half of that, above the middle.
        QCOMPARE(down, QRegion(QRect(6, 18, 10, 16)));
        QCOMPARE(up, QRegion(QRect(20, 10, 10, 8)));
        QDir().mkpath(QCoreApplication::applicationDirPath() + QStringLiteral("/../screenshots"));
        QVERIFY(image.save(QCoreApplication::applicationDirPath() + QStringLiteral("/../screenshots/sensitivity_mark_scale2.png")));
    }

    void pictures_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::addColumn<QSize>("size");
        QTest::newRow("light") << false << QSize(900, 300);
        QTest::newRow("dark") << true << QSize(900, 300);
        QTest::newRow("small") << false << QSize(640, 160);
    }

    void pictures()
    {
        QFETCH(bool, dark);
        QFETCH(QSize, size);
        ui::window::applyTheme(dark ? ui::window::Theme::Dark : ui::window::Theme::Light);
        Opened opened(alexnet());
        opened.workspace.setSelectedLayer(2);
        const QString tag = QString::fromLatin1(QTest::currentDataTag());
        LimitsView limits(opened.workspace);
        show(limits, size);
        QVERIFY(leavePicture(limits, QStringLiteral("limits_") + tag));
        Opened other;
        SensitivityView sensitivity(other.workspace);
        show(sensitivity, {size.width(), size.height() * 2});
        QTRY_VERIFY_WITH_TIMEOUT(other.workspace.sensitivity().isComplete(), patience);
        QVERIFY(leavePicture(sensitivity, QStringLiteral("sensitivity_") + tag));
        QVERIFY(samples::leaveAtScaleTwo(sensitivity, QStringLiteral("sensitivity_") + tag));
    }
};

TILESCAPE_TEST(TestAnalysis)

} // namespace tst_analysis
#include "tst_analysis.moc"
