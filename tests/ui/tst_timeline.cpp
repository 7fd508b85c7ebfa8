#include "figure_pages.h"
#include "tests/registered.h"
#include "view_samples.h"

#include "core/io/case_json.h"
#include "core/io/files.h"
#include "core/io/project_json.h"
#include "core/schedule/evaluate.h"
#include "core/schedule/solve.h"
#include "ui/style/format.h"
#include "ui/widgets/elided_label.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_view.h"

#include <QElapsedTimer>
#include <QTest>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <map>

namespace tst_timeline {

using namespace tilescape;
using ui::timeline::TimelineCanvas;
using ui::timeline::TimelineView;

namespace {

/// A schedule of the reference tool in pipelined segments.
std::shared_ptr<const schedule::Schedule> pipelined(const QString& name)
{
    const std::string path = (QStringLiteral(TILESCAPE_SOURCE_DIR "/tests/reference/") + name).toStdString();
    const io::Case task = io::readCase(io::readFile(path).value(), path).value();
    return std::make_shared<schedule::Schedule>(
        schedule::evaluate(std::make_shared<const schedule::Problem>(task.problem), task.inputPartition, task.schemes));
}

void show(TimelineView& view, QSize size = {1000, 260})
{
    view.resize(size);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
}

} // namespace

class TestTimeline : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QApplication::setPalette(samples::lightPalette());
        m_workspace = samples::workspace();
    }

    void anEmptyProjectSaysSo()
    {
        TimelineView view(*m_workspace);
        show(view);
        QVERIFY(view.canvas()->content().empty());
        QTest::mouseClick(view.canvas(), Qt::LeftButton, {}, view.canvas()->rect().center());
        QTest::keyClick(view.canvas(), Qt::Key_F);
        QVERIFY(!m_workspace->selectedLayer());
    }

    void segmentsFollowEachOtherUpToTheTotal()
    {
        openSolved(QStringLiteral("15_alex_4x4_pipe_solve.json"));
        TimelineView view(*m_workspace);
        show(view);
        const auto& content = view.canvas()->content();
        const auto schedule = m_workspace->schedule();
        QCOMPARE(content.lanes.size(), std::size_t{1});
        QCOMPARE(content.lanes.front().segments.size(), schedule->segments.size());
        QCOMPARE(content.lanes.front().cycles, schedule->totals.cycles);
        for (std::size_t i = 0; i < content.lanes.front().segments.size(); ++i) {
            const auto& segment = content.lanes.front().segments[i];
            for (std::size_t place = 0; place < segment.layers.size(); ++place) {
                QVERIFY(segment.whole(place).to <= content.starts[i + 1] - content.starts[i] + 1);
                QCOMPARE(content.find(segment.layers[place].layer), std::optional(ui::timeline::TimelineContent::Place{i, place}));
            }
        }
    }

    void aClickSelectsAndTheWheelZoomsAboutThePointer()
    {
        openSolved(QStringLiteral("15_alex_4x4_pipe_solve.json"));
        TimelineView view(*m_workspace);
        show(view);
        TimelineCanvas& canvas = *view.canvas();
        const auto row = canvas.geometry().row(0, 0);
        const QPoint at(static_cast<int>(canvas.geometry().x(canvas.content().starts[1] * 0.5)), static_cast<int>(row.center().y()));
        QTest::mouseClick(&canvas, Qt::LeftButton, {}, at);
        QCOMPARE(m_workspace->selectedLayer(), std::optional(canvas.content().lanes[0].segments[0].layers[0].layer));

        const double before = canvas.geometry().cycleAt(at.x());
        QWheelEvent wheel(at, canvas.mapToGlobal(at), {}, {0, 240}, Qt::NoButton, {}, Qt::NoScrollPhase, false);
        QApplication::sendEvent(&canvas, &wheel);
        QVERIFY(canvas.shown().length() < 0.8 * canvas.content().end());
        QVERIFY(std::abs(canvas.geometry().cycleAt(at.x()) - before) < 1e-6 * canvas.content().end());

        QTest::keyClick(&canvas, Qt::Key_F);
        QVERIFY(canvas.shown().to <= canvas.content().starts[1] * 1.1);
        QTest::keyClick(&canvas, Qt::Key_Down);
        QVERIFY(m_workspace->selectedLayer() != canvas.content().lanes[0].segments[0].layers[0].layer);
        QTest::keyClick(&canvas, Qt::Key_Home);
        QCOMPARE(canvas.shown().length(), canvas.content().end());
    }

    /// What one looks at while a number is turned stays where it is, wherever the selected layer is.
    void anEditDoesNotMoveWhatIsSeen()
    {
        openSolved(QStringLiteral("15_alex_4x4_pipe_solve.json"));
        TimelineView view(*m_workspace);
        show(view, {700, 150}); // not all rows have room
        TimelineCanvas& canvas = *view.canvas();
        const auto& content = canvas.content();
        QVERIFY(content.lanes.front().segments.size() > 2);
        m_workspace->setSelectedLayer(content.lanes.front().segments.front().layers.front().layer);
        const double end = content.end();
        canvas.showCycles(content.starts[2], content.starts[3]);
        const auto before = canvas.shown();
        QVERIFY(before.from > content.starts[1]);
        m_workspace->setParameter(QStringLiteral("dram_gigabytes_per_second"), 2.5);
        QVERIFY(m_workspace->isProvisional());
        const double factor = canvas.content().end() / end;
        QVERIFY(factor > 1);
        QVERIFY(std::abs(canvas.shown().from - before.from * factor) < 1e-6 * end);
        QVERIFY(std::abs(canvas.shown().to - before.to * factor) < 1e-6 * end);
        QTRY_VERIFY(!m_workspace->isStale());
        QVERIFY(std::abs(canvas.shown().from - before.from) < 1e-6 * end); // the sample's answer is always the same
        // Another layer is looked for.
        m_workspace->setSelectedLayer(canvas.content().lanes.front().segments[1].layers.front().layer);
        QVERIFY(canvas.shown().from < canvas.content().starts[2]);
    }

    /// Where groups are too narrow to be told apart, a layer that takes little of its region's time does not look as busy as the others.
    void barsOfManyGroupsAreFainterWhereLittleIsDone()
    {
        openSolved(QStringLiteral("15_alex_4x4_pipe_solve.json"));
        TimelineView view(*m_workspace);
        show(view, {300, 420});
        const TimelineCanvas& canvas = *view.canvas();
        const auto& content = canvas.content();
        const QImage picture = view.canvas()->grab().toImage();
        const QColor ground = samples::lightPalette().color(QPalette::Base);
        const auto difference = [&](const QColor& colour) {
            return std::abs(colour.red() - ground.red()) + std::abs(colour.green() - ground.green())
                   + std::abs(colour.blue() - ground.blue());
        };
        std::map<Count, std::vector<std::pair<double, int>>> byRegion; // part of the time, difference from the ground
        const auto& segment = content.lanes[0].segments[0];
        for (std::size_t place = 0; place < segment.layers.size(); ++place) {
            const auto stretch = segment.whole(place);
            QVERIFY(segment.busyShare(place) > 0);
            const QRectF bar = canvas.geometry().bars(0, place);
            const double groupPixels =
                canvas.geometry().pixels(stretch.length()) / static_cast<double>(segment.timing.batchGroups);
            if (segment.timing.batchGroups < 2 || groupPixels > 4 || bar.bottom() > picture.height()) {
                continue;
            }
            const QPoint middle(static_cast<int>(canvas.geometry().x((stretch.from + stretch.to) / 2)),
                                static_cast<int>(bar.top() + 4));
            byRegion[segment.layers[place].slot.region].push_back(
                {segment.busyShare(place), difference(picture.pixelColor(middle))});
        }
        int compared = 0;
        for (auto& [region, layers] : byRegion) {
            std::sort(layers.begin(), layers.end());
            for (std::size_t i = 1; i < layers.size(); ++i) {
                if (layers[i].first > layers[i - 1].first + 0.2) {
                    ++compared;
                    QVERIFY2(layers[i].second > layers[i - 1].second, qPrintable(QStringLiteral("%1: %2, %3: %4")
                                                                                     .arg(layers[i - 1].first)
                                                                                     .arg(layers[i - 1].second)
                                                                                     .arg(layers[i].first)
                                                                                     .arg(layers[i].second)));
                }
            }
        }
        QVERIFY(compared > 0);
    }

    void withoutGroupsNothingIsFaster()
    {
        openSolved(QStringLiteral("17_lstm_phoneme_16x16_pipe.json"));
        TimelineView view(*m_workspace);
        view.setComparing(true);
        show(view, {1000, 420});
        const auto& lanes = view.canvas()->content().lanes;
        QCOMPARE(lanes.size(), std::size_t{2});
        QVERIFY(lanes[1].cycles >= lanes[0].cycles);
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("timeline_compared")));
        zoomToWidest(view);
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("timeline_compared_segment")));
    }

    void looksRight_data()
    {
        QTest::addColumn<QString>("network");
        QTest::addColumn<QString>("file");
        QTest::newRow("alexnet") << QStringLiteral("alexnet") << QStringLiteral("15_alex_4x4_pipe_solve.json");
        QTest::newRow("lstm") << QStringLiteral("lstm") << QStringLiteral("17_lstm_phoneme_16x16_pipe.json");
        QTest::newRow("resnet50") << QStringLiteral("resnet50") << QStringLiteral("16_resnet50_4x4_pipe_solve.json");
    }

    void looksRight()
    {
        QFETCH(QString, network);
        QFETCH(QString, file);
        openSolved(file);
        TimelineView view(*m_workspace);
        show(view);
        m_workspace->setSelectedLayer(0);
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("timeline_%1").arg(network)));
        const std::size_t place = zoomToWidest(view);
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("timeline_%1_segment").arg(network)));
        TimelineCanvas& canvas = *view.canvas();
        const auto& segment = canvas.content().lanes[0].segments[place];
        const double start = canvas.content().starts[place];
        const auto last = segment.group(segment.layers.size() - 1, 0);
        canvas.showCycles(start, start + last.to);
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("timeline_%1_groups").arg(network)));
        const QString text = ui::timeline::trackToolTip(canvas.content(), 0, {place, segment.layers.size() - 1}, Count{0});
        QVERIFY2(text.contains(QStringLiteral("cycles (")), qPrintable(text));
    }

    void everyRowIsReadable_data()
    {
        QTest::addColumn<int>("height");
        QTest::addColumn<bool>("compare");
        for (const int height : {120, 160, 240, 420}) {
            for (const bool compare : {false, true}) {
                QTest::addRow("%d %s", height, compare ? "compared" : "alone") << height << compare;
            }
        }
    }

    /// However low the panel: rows scroll rather than shrink, and the selected layer's comes into sight.
    void everyRowIsReadable()
    {
        QFETCH(int, height);
        QFETCH(bool, compare);
        openSolved(QStringLiteral("17_lstm_phoneme_16x16_pipe.json"));
        TimelineView view(*m_workspace);
        view.setComparing(compare);
        show(view, {1000, height});
        const std::size_t segment = zoomToWidest(view);
        TimelineCanvas& canvas = *view.canvas();
        QVERIFY(canvas.geometry().rowHeight() >= canvas.geometry().lineHeight() + 9);
        QVERIFY(canvas.geometry().lineHeight() >= 11);
        for (const auto& layer : canvas.content().lanes[0].segments[segment].layers) {
            m_workspace->setSelectedLayer(layer.layer);
            const auto place = canvas.content().find(layer.layer);
            const QRectF row = canvas.geometry().row(0, place->place);
            QVERIFY(row.top() >= canvas.geometry().plot().top() - 1 && row.bottom() <= canvas.geometry().plot().bottom() + 1);
        }
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("timeline_%1_%2").arg(height).arg(compare)));
    }

    /// As on a projector, where it is the one view.
    void rowsFillATallPanel()
    {
        openSolved(QStringLiteral("17_lstm_phoneme_16x16_pipe.json"));
        TimelineView view(*m_workspace);
        show(view, {1200, 640});
        zoomToWidest(view);
        const auto& geometry = view.canvas()->geometry();
        const auto rows = static_cast<double>(view.canvas()->content().mostRows(geometry.from(), geometry.to()));
        QVERIFY(rows >= 4);
        QVERIFY2(rows * geometry.rowHeight() > 0.85 * geometry.plot().height(), qPrintable(QString::number(rows * geometry.rowHeight())));
    }

    /// Its number and name tell it; a region that every layer has tells nothing.
    void aLayerByItselfIsNoRegion()
    {
        const schedule::Schedule schedule = samples::scheduleFor(samples::problem(samples::smallNetwork(), {4, 4}));
        const ui::timeline::TimelineContent content = ui::timeline::timelineContent(schedule, false);
        const pages::Page page = pages::svgPage(ui::timeline::timelineFigure(content, 0, content.end()), {84, 8});
        QVERIFY(!page.says(QStringLiteral("R0")));
        const auto& layers = schedule.problem->network.layers;
        QVERIFY(std::any_of(layers.begin(), layers.end(), [&](const auto& layer) { return page.says(QString::fromStdString(layer.name)); }));
    }

    void theTitleOfAComparisonNamesBothSums()
    {
        for (const char* file : {"15_alex_4x4_pipe_solve.json", "17_lstm_phoneme_16x16_pipe.json"}) {
            openSolved(QLatin1String(file));
            TimelineView view(*m_workspace);
            view.setComparing(true);
            show(view, {1200, 420});
            const auto& lanes = view.canvas()->content().lanes;
            const QString title = view.findChild<ui::widgets::ElidedLabel*>()->text();
            QVERIFY2(title.contains(QStringLiteral("%1 cycles, without ALLO %2").arg(ui::style::count(lanes[0].cycles), ui::style::count(lanes[1].cycles))),
                     qPrintable(title));
            QVERIFY(!title.contains(QStringLiteral(" of ")));
        }
    }

    /// examples/convolutions-pipelined.tilescape: its maps are handed on in groups because they have no room as a whole.
    void mapsThatHaveNoRoomAsAWholeAreSaid()
    {
        const std::string path = TILESCAPE_SOURCE_DIR "/examples/convolutions-pipelined.tilescape";
        const auto answer = std::make_shared<schedule::Schedule>(schedule::solve(io::readProject(io::readFile(path).value(), path).value()));
        openAnswer(answer);
        TimelineView view(*m_workspace);
        view.setComparing(true);
        show(view, {1200, 420});
        const auto& lanes = view.canvas()->content().lanes;
        QVERIFY(lanes[1].maps > 0);
        QCOMPARE(lanes[1].mapsWithoutRoom, lanes[1].maps);
        const QString title = view.findChild<ui::widgets::ElidedLabel*>()->text();
        QVERIFY2(title.endsWith(QStringLiteral("%1 of %1 maps between regions have no room").arg(lanes[1].maps)), qPrintable(title));
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("timeline_without_room")));
    }

    void aThousandLayersStayQuick()
    {
        m_workspace->open(samples::problem(samples::longNetwork(1000), {4, 4}), {});
        QTRY_VERIFY(!m_workspace->isStale());
        TimelineView view(*m_workspace);
        show(view);
        QElapsedTimer timer;
        timer.start();
        view.grab();
        QVERIFY2(timer.elapsed() < 500, qPrintable(QString::number(timer.elapsed())));
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("timeline_thousand")));
    }

private:
    void openSolved(const QString& file)
    {
        openAnswer(pipelined(file));
    }

    void openAnswer(const std::shared_ptr<const schedule::Schedule>& answer)
    {
        QVERIFY(answer->hasResult());
        m_workspace = std::make_unique<ui::workspace::Workspace>(
            [answer](const schedule::Problem&, const schedule::SolveControl&) { return *answer; });
        m_workspace->open(*answer->problem, {});
        QTRY_VERIFY(m_workspace->schedule() && !m_workspace->isStale());
    }

    /// To the segment with most layers; returns its number.
    static std::size_t zoomToWidest(TimelineView& view)
    {
        const auto& content = view.canvas()->content();
        std::size_t widest = 0;
        for (std::size_t i = 0; i < content.lanes[0].segments.size(); ++i) {
            if (content.lanes[0].segments[i].layers.size() > content.lanes[0].segments[widest].layers.size()) {
                widest = i;
            }
        }
        view.canvas()->showCycles(content.starts[widest], content.starts[widest + 1]);
        return widest;
    }

    std::unique_ptr<ui::workspace::Workspace> m_workspace;
};

TILESCAPE_TEST(TestTimeline)

} // namespace tst_timeline
#include "tst_timeline.moc"
