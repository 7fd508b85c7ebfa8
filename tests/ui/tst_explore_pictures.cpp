#include "explore_samples.h"
#include "scaled_picture.h"

#include "tests/registered.h"
#include "ui/explore/points_chart.h"
#include "ui/explore/search_view.h"
#include "ui/explore/sweep_view.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QPainter>
#include <QTabWidget>
#include <QTest>

#include <cmath>
#include <ctime>

namespace tst_explore_pictures {

using namespace tilescape;
using ui::explore::SearchView;
using ui::explore::SweepView;

namespace {

constexpr double paintSeconds = 2; ///< of a processor, that painting may take

/// A result that nobody solved: energy falls and area rises with the buffer, every seventh point has none. What differs otherwise is
/// noise, or else the same for every eighth point.
explore::PointResult resultOf(std::size_t number, double share, bool smooth = false)
{
    explore::PointResult result;
    result.areaMm2 = 3 + 40 * share;
    if (number % 7 == 6) {
        result.reason = "registers need 27 words a PE, 16 are there";
        return result;
    }
    const double wave = std::sin(static_cast<double>(number) * 12.9898) * 43758.5453;
    const double noise = smooth ? static_cast<double>(number % 8) / 8 : wave - std::floor(wave);
    result.status = schedule::Status::Feasible;
    result.energyPj = 1e9 * (1 + 3 * (1 - share) + noise);
    result.seconds = 1e-3 * (0.4 + share * share + noise * noise);
    result.cycles = result.seconds * 2e8;
    result.gops = 0.5 / result.seconds;
    result.dramWords = 1e6 * (2 - share);
    result.gap = 1 + noise;
    return result;
}

/// Buffers, batches and goals: `buffers` times eight points.
io::Explorations sweepOf(const schedule::Problem& problem, std::size_t buffers, bool smooth)
{
    explore::Sweep sweep;
    sweep.base.problem = problem;
    sweep.objectives = {"energy_pj", "delay_s"};
    sweep.axes = {{{"buffer_bytes_per_tile"}, {}, explore::Range{1024, 1048576, true}}};
    if (buffers > 1) {
        expand(sweep.axes[0], buffers);
        sweep.axes.push_back({{"batch"}, {{"1"}, {"4"}, {"16"}, {"64"}}, {}});
        sweep.axes.push_back({{"goal"}, {{"energy"}, {"delay"}}, {}});
    } else {
        sweep.axes[0] = {{"buffer_bytes_per_tile"}, {{"32768"}}, {}};
        sweep.axes.push_back({{"batch"}, {{"4"}}, {}});
        sweep.axes.push_back({{"goal"}, {{"energy"}}, {}});
    }
    io::SweepRun run{sweep, {}};
    const std::size_t count = pointCount(sweep);
    for (std::size_t i = 0; i < count; ++i) {
        run.results.emplace(i, resultOf(i, static_cast<double>(i) / static_cast<double>(count), smooth));
    }
    return {run, {}, {}, {}};
}

/// A search that looked at so many chips, one of a generation's worth after the other.
io::Explorations searchOf(const schedule::Problem& problem, std::size_t population, std::size_t generations)
{
    explore::ChipSearch search;
    search.base.problem = problem;
    search.base.networks["lenet_c"] = problem.network;
    search.workloads = {{"lenet_c", 1}};
    search.variables = {{{"buffer_bytes_per_tile"}, {}, explore::Range{1024, 1048576, true}}, {{"dram_pj"}, {}, explore::Range{100, 800, false}}};
    search.objectives = {"energy_pj", "delay_s"};
    search.evolution = {population, generations, 1};
    io::SearchRun run{search, {}};
    std::size_t number = 0;
    explore::SearchControl control;
    control.onEvaluation = [&](const std::string& key, const explore::PointResult& result) { run.evaluations.emplace(key, result); };
    searchChips(search, {}, control, [&](const auto&, auto points, const auto&, const explore::RunControl& each) {
        for (std::size_t i = 0; i < points.size(); ++i) {
            ++number;
            each.onPoint(i, resultOf(7 * number, static_cast<double>(number % 1000) / 1000));
        }
    });
    return {{}, run, {}, {}};
}

double processorSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Pictures of the view as it stands, and whether its chart is painted within a frame.
void leavePictures(QWidget& view, QWidget& chart, const QString& name)
{
    QVERIFY(samples::leaveScreenshots(view, name));
    QVERIFY(samples::leaveAtScaleTwo(view, name));
    QImage image(chart.size(), QImage::Format_ARGB32_Premultiplied);
    const double before = processorSeconds();
    chart.render(&image);
    const double took = processorSeconds() - before;
    QVERIFY2(took < paintSeconds, qPrintable(QString::number(took)));
}

void show(QWidget& view)
{
    view.resize(960, 520);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
}

} // namespace

/// What a person sees of sweeps and searches, with one point and with twelve thousand.
class TestExplorePictures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QApplication::setPalette(samples::lightPalette()); }

    void sweeps_data()
    {
        QTest::addColumn<int>("buffers");
        QTest::newRow("one") << 1;
        QTest::newRow("some") << 6;
        QTest::newRow("many") << 1500;
        QTest::newRow("smooth") << 1500;
    }
    void sweeps()
    {
        QFETCH(int, buffers);
        const QString tag = QString::fromLatin1(QTest::currentDataTag());
        const auto workspace = samples::openedWorkspace();
        SweepView view(*workspace);
        show(view);
        workspace->explorations().restore(sweepOf(workspace->problem(), static_cast<std::size_t>(buffers), tag == QStringLiteral("smooth")));
        QCoreApplication::processEvents();
        QCOMPARE(view.service().results().size(), std::size_t(buffers == 1 ? 1 : 8 * buffers));
        const auto select = [&](const char* box, const char* key) {
            auto* combo = view.findChild<QComboBox*>(QLatin1String(box));
            combo->setCurrentIndex(combo->findData(QLatin1String(key)));
            QVERIFY(combo->currentIndex() >= 0);
        };
        leavePictures(view, view.chart(), QStringLiteral("explored_plane_") + tag);
        select("chartX", "buffer_bytes_per_tile");
        leavePictures(view, view.chart(), QStringLiteral("explored_lines_") + tag);
        if (tag == QStringLiteral("smooth")) {
            return; // for the sake of its lines
        }
        select("chartX", "goal");
        leavePictures(view, view.chart(), QStringLiteral("explored_names_") + tag);
        select("chartX", "delay_s");
        select("chartBy", "buffer_bytes_per_tile");
        leavePictures(view, view.chart(), QStringLiteral("explored_colours_") + tag);
        view.findChild<QComboBox*>(QStringLiteral("chartKind"))->setCurrentIndex(1);
        leavePictures(view, view.chart(), QStringLiteral("explored_heat_") + tag);
        view.findChild<QComboBox*>(QStringLiteral("chartKind"))->setCurrentIndex(2);
        leavePictures(view, view.chart(), QStringLiteral("explored_parallel_") + tag);
        view.findChild<QTabWidget*>()->setCurrentIndex(1);
        leavePictures(view, view, QStringLiteral("explored_table_") + tag);
    }

    void searches_data()
    {
        QTest::addColumn<int>("population");
        QTest::addColumn<int>("generations");
        QTest::newRow("one") << 8 << 1;
        QTest::newRow("many") << 200 << 60;
    }
    void searches()
    {
        if (!explore::canEvolve()) {
            QSKIP("This build has no pagmo.");
        }
        QFETCH(int, population);
        QFETCH(int, generations);
        const auto workspace = samples::openedWorkspace();
        SearchView view(*workspace);
        show(view);
        workspace->explorations().restore(
            searchOf(workspace->problem(), static_cast<std::size_t>(population), static_cast<std::size_t>(generations)));
        QTRY_VERIFY_WITH_TIMEOUT(!view.service().isRunning(), 60'000);
        QVERIFY(view.service().isComplete());
        leavePictures(view, view.chart(), QStringLiteral("searched_") + QString::fromLatin1(QTest::currentDataTag()));
    }
};

TILESCAPE_TEST(TestExplorePictures)

} // namespace tst_explore_pictures
#include "tst_explore_pictures.moc"
