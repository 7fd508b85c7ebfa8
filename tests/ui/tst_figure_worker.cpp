#include "explore_samples.h"

#include "core/io/library.h"
#include "tests/registered.h"
#include "ui/figures/figure_worker.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

namespace tst_figure_worker {

using namespace tilescape;
using namespace tilescape::ui;

namespace {

const figures::FigureKind& kindNamed(std::string_view name)
{
    const auto kinds = figures::figureKinds();
    return *std::find_if(kinds.begin(), kinds.end(), [&](const auto& kind) { return kind.name == name; });
}

/// A schedule of nothing: training figures need the problem alone.
figures::FigureSource sourceFor(const std::string& network, Count batch)
{
    schedule::Schedule schedule;
    schedule.problem = std::make_shared<const schedule::Problem>(samples::problem(io::loadNetwork(network).value(), {1, 1}));
    auto problem = *schedule.problem;
    problem.batch = batch;
    schedule.problem = std::make_shared<const schedule::Problem>(std::move(problem));
    return figures::FigureSource(std::make_shared<const schedule::Schedule>(std::move(schedule)));
}

} // namespace

/// Figures that are made beside the window.
class TestFigureWorker : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theWindowGoesOnWhileAStudyIsMade()
    {
        QElapsedTimer whole;
        whole.start();
        int made = 0;
        {
            figures::FigureWorker worker;
            worker.make(kindNamed("gradient-order"), sourceFor("vgg16", 256), [&](const auto&) { ++made; });
            QVERIFY(worker.isRunning());
            int turns = 0;
            QTimer timer;
            QObject::connect(&timer, &QTimer::timeout, this, [&turns] { ++turns; });
            timer.start(5);
            QTRY_VERIFY(turns >= 20);
            QVERIFY2(worker.isRunning(), "this study is too short to show that nothing waits for it");
            worker.cancel();
            QVERIFY(!worker.isRunning());
        }
        QCoreApplication::processEvents();
        QCOMPARE(made, 0);
        QVERIFY2(whole.elapsed() < 30000, "the study was not stopped");
    }

    void trainingFiguresAreMade_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"parallelism", "gradient-order", "gradient-times", "dataflow-volumes", "energy"}) {
            QTest::newRow(name) << QString::fromLatin1(name);
        }
    }

    void trainingFiguresAreMade()
    {
        QFETCH(QString, name);
        const auto solved = std::make_shared<const schedule::Schedule>(
            samples::scheduleFor(samples::problem(io::loadNetwork("lenet_c").value(), {2, 2})));
        figures::FigureWorker worker;
        std::optional<widgets::Figure> figure;
        worker.make(kindNamed(name.toStdString()), figures::FigureSource(solved), [&](const auto& result) {
            QVERIFY2(bool(result), result ? "" : support::describe(result.faults()).c_str());
            figure = result.value();
        });
        QTRY_VERIFY_WITH_TIMEOUT(figure, 60000);
        QCOMPARE(figure->name, name);
        QVERIFY(!worker.isRunning());
    }

    void aFolderGetsWhatTheCommandLineWrites()
    {
        const auto schedule = std::make_shared<const schedule::Schedule>(samples::scheduleFor(samples::problem(samples::smallNetwork(), {4, 4})));
        const figures::FigureSource source(schedule);
        io::Explorations explorations;
        explorations.kept.push_back({"Two sizes", samples::solvedSweep(*schedule->problem)});
        QTemporaryDir folder;
        const auto expected = figures::exportAllFigures(source, explorations, folder.filePath(QStringLiteral("one")));
        figures::FigureWorker worker;
        std::optional<figures::ExportedFigures> written;
        int turns = 0;
        QObject::connect(&worker, &figures::FigureWorker::progressed, this, [&turns](int figures, int) {
            QCOMPARE(figures, turns);
            ++turns;
        });
        QObject::connect(&worker, &figures::FigureWorker::exported, this, [&](const auto& figures) { written = figures; });
        worker.exportAll(source, explorations, folder.filePath(QStringLiteral("two")));
        QTRY_VERIFY_WITH_TIMEOUT(written, 60000);
        QVERIFY(written->faults.empty());
        QCOMPARE(written->figures, expected.figures);
        QVERIFY(written->figures.contains(QStringLiteral("sweep-Two-sizes-points")));
        QVERIFY2(turns >= expected.figures.size(), "what has no figure has its turn as well");
        for (const QString& path : expected.files) {
            QFile one(path);
            QFile two(QString(path).replace(QStringLiteral("/one/"), QStringLiteral("/two/")));
            QVERIFY2(one.open(QIODevice::ReadOnly) && two.open(QIODevice::ReadOnly), qPrintable(path));
            QVERIFY2(path.endsWith(QStringLiteral(".pdf")) || one.readAll() == two.readAll(), qPrintable(path)); // a PDF has its time
        }
    }

    void aFolderThatCannotBeMadeIsSaid()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("file")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        figures::FigureWorker worker;
        support::Diagnostics faults;
        QObject::connect(&worker, &figures::FigureWorker::exported, this, [&](const auto& figures) { faults = figures.faults; });
        const schedule::Schedule schedule = samples::scheduleFor(samples::problem(samples::oneLayer(), {1, 1}));
        worker.exportAll(figures::FigureSource(std::make_shared<const schedule::Schedule>(schedule)), {}, folder.filePath(QStringLiteral("file/beneath")));
        QCOMPARE(faults.size(), std::size_t{1});
        QVERIFY(!worker.isRunning());
    }
};

TILESCAPE_TEST(TestFigureWorker)

} // namespace tst_figure_worker
#include "tst_figure_worker.moc"
