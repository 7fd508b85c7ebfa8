#include "app/desktop/jobs.h"

#include "app/desktop/arguments.h"
#include "core/hardware/parameters.h"
#include "core/io/directives_json.h"
#include "core/io/files.h"
#include "core/io/schedule_json.h"
#include "core/schedule/bound_prover.h"
#include "core/schedule/solve.h"
#include "ui/figures/figure_export.h"
#include "ui/network/network_view.h"
#include "ui/window/main_window.h"
#include "ui/workspace/background_job.h"
#include "ui/workspace/document_files.h"
#include "ui/workspace/workspace.h"

#include <QCoreApplication>
#include <QDir>
#include <QDockWidget>
#include <QTimer>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <functional>
#include <string_view>

namespace tilescape::desktop {

using ui::workspace::DocumentFiles;
using ui::workspace::Workspace;
using Clock = std::chrono::steady_clock;

namespace {

constexpr std::chrono::seconds longestWait{120};
constexpr QSize pictureSize{1680, 1040};

double millisecondsSince(Clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Processor time that this thread has taken: other programs do not lengthen it.
double threadMilliseconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

/// Handles events until `done`; returns whether that came in time. It sleeps between events: the solver needs the processor. `what` is
/// waited for, as a message says it.
bool waitFor(const std::function<bool()>& done, std::string_view what = "schedule")
{
    QTimer limit;
    limit.setSingleShot(true);
    limit.start(longestWait);
    while (!done()) {
        if (!limit.isActive()) {
            fmt::print(stderr, "There was no {} within {} seconds.\n", what, longestWait.count());
            return false;
        }
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
    return true;
}

bool isAnswered(const Workspace& workspace) { return workspace.schedule() && !workspace.isStale(); }

/// What was asked to be repainted is painted.
void paint()
{
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents();
}

/// The same views on every machine, whatever layout its settings hold.
void showWhole(ui::window::MainWindow& window)
{
    window.resize(pictureSize);
    window.resetLayout();
    window.showProjectView();
}

/// A parameter times a factor.
struct Edit {
    const char* key;
    double factor;
};

/// Returns whether the edit was taken.
bool make(const Edit& edit, Workspace& workspace)
{
    const hardware::Parameter* parameter = hardware::findParameter(edit.key);
    const double before = parameter->get(workspace.problem().hardware);
    const double scaled = before * edit.factor;
    workspace.setParameter(QString::fromUtf8(edit.key),
                           std::clamp(parameter->integer ? std::round(scaled) : scaled, parameter->smallest, parameter->largest));
    if (parameter->get(workspace.problem().hardware) == before) {
        fmt::print(stderr, "The edit of {} was not taken.\n", edit.key);
        return false;
    }
    return true;
}

/// Edits of a price as fast as the window paints, as from a slider that is dragged.
void measureDrag(Workspace& workspace)
{
    constexpr int steps = 60;
    double slowest = 0;
    double sum = 0;
    const double threadBegin = threadMilliseconds();
    workspace.beginDrag();
    for (int step = 0; step < steps; ++step) {
        const auto begin = Clock::now();
        make({"dram_pj", step < steps / 2 ? 1.01 : 0.99}, workspace);
        paint();
        const double time = millisecondsSince(begin);
        sum += time;
        slowest = std::max(slowest, time);
    }
    workspace.endDrag();
    fmt::print("drag_step_mean_ms {:.1f}\ndrag_step_slowest_ms {:.1f}\ndrag_step_thread_ms {:.1f}\n", sum / steps, slowest,
               (threadMilliseconds() - threadBegin) / steps);
}

} // namespace

int complain(const support::Diagnostics& faults)
{
    fmt::print(stderr, "{}\n", support::describe(faults));
    return ExitCode::BadInput;
}

support::Diagnostics makeFolder(const QString& folder)
{
    std::error_code error;
    std::filesystem::create_directories(folder.toStdString(), error);
    if (!error) {
        return {};
    }
    return {{support::Severity::Error, folder.toStdString(), "", "",
             fmt::format("the folder cannot be made ({})", error.message()), "a folder that may be written to is needed"}};
}

support::Result<io::Project> projectOf(const std::string& file)
{
    auto example = ui::workspace::exampleProject();
    if (!example) {
        return example.faults();
    }
    io::Project project{std::move(example.value().problem), {}};
    if (file.empty()) {
        return project;
    }
    auto read = DocumentFiles::read(QString::fromStdString(file));
    if (!read) {
        return read.faults();
    }
    ui::workspace::FileContent& content = read.value().content;
    if (auto* own = std::get_if<io::Project>(&content)) {
        return std::move(*own);
    }
    if (auto* network = std::get_if<network::Network>(&content)) {
        project.problem.network = std::move(*network);
    } else {
        project.problem.hardware = std::move(std::get<hardware::Hardware>(content));
    }
    return project;
}

std::optional<ui::figures::FigureSource::Baseline> solvedBaseline(const io::Baselines& baselines)
{
    if (!baselines.chosen) {
        return std::nullopt;
    }
    const io::Baseline& own = baselines.all[*baselines.chosen];
    auto schedule = std::make_shared<const schedule::Schedule>(schedule::solve(own.problem));
    return schedule->hasResult() ? std::optional(
               ui::figures::FigureSource::Baseline{std::move(schedule), QString::fromStdString(own.name)})
                                 : std::nullopt;
}

int exportAll(const std::string& file, const QString& folder)
{
    const auto project = projectOf(file);
    if (!project) {
        return complain(project.faults());
    }
    if (const support::Diagnostics faults = makeFolder(folder); !faults.empty()) {
        return complain(faults);
    }
    const auto asked = std::make_shared<const schedule::Problem>(project.value().problem);
    schedule::Schedule found = schedule::solve(*asked);
    if (!found.hasResult()) {
        fmt::print(stderr, "{}", io::writeSummary(found));
        return ExitCode::NoSchedule;
    }
    schedule::proveAll(found, 0);
    const auto solved = std::make_shared<const schedule::Schedule>(std::move(found));
    const schedule::Schedule& schedule = *solved;
    ui::figures::FigureSource source(solved, {}, asked);
    if (auto baseline = solvedBaseline(project.value().baselines)) {
        source.compareWith(*std::move(baseline));
    }
    ui::figures::ExportedFigures exported = ui::figures::exportAllFigures(source, project.value().explorations, folder);
    const std::array<std::pair<const char*, std::string>, 3> texts{{{"schedule.json", io::writeScheduleJson(schedule)},
                                                                    {"schedule.csv", io::writeScheduleCsv(schedule)},
                                                                    {"schedule.kapla", io::writeDirectivesText(schedule)}}};
    for (const auto& [name, text] : texts) {
        const QString path = QDir(folder).filePath(QLatin1String(name));
        const support::Diagnostics faults = io::writeFile(path.toStdString(), text);
        exported.faults.insert(exported.faults.end(), faults.begin(), faults.end());
        exported.files << path;
    }
    if (!exported.faults.empty()) {
        return complain(exported.faults);
    }
    fmt::print("{}", io::writeSummary(schedule));
    fmt::print("{} files are in {}: schedule as JSON, CSV and directives; as SVG, PDF and PNG {}.\n", exported.files.size(),
               folder.toStdString(), exported.figures.join(QStringLiteral(", ")).toStdString());
    return ExitCode::Done;
}

int takeScreenshots(ui::window::MainWindow& window, Workspace& workspace, const QString& folder)
{
    const auto* network = window.findChild<ui::network::NetworkView*>();
    showWhole(window);
    if (!waitFor([&] { return isAnswered(workspace) && !network->isLayingOut(); })) {
        return ExitCode::NoSchedule;
    }
    paint();
    QStringList unwritten;
    const auto write = [&](QWidget& widget, const QString& name) {
        const QString path = QDir(folder).filePath(name + QStringLiteral(".png"));
        if (!widget.grab().save(path)) {
            unwritten << path;
        }
    };
    write(window, QStringLiteral("window"));
    for (QDockWidget* dock : window.docks()) {
        const bool wasHidden = dock->isHidden();
        dock->show();
        dock->raise();
        paint();
        const auto jobs = dock->findChildren<ui::workspace::BackgroundJob*>();
        const auto areDone = [&] {
            return std::none_of(jobs.begin(), jobs.end(), [](const auto* job) { return job->isRunning(); });
        };
        if (!waitFor(areDone, "picture of " + dock->windowTitle().toStdString())) {
            return ExitCode::NoSchedule;
        }
        paint();
        write(*dock, dock->objectName());
        dock->setHidden(wasHidden);
    }
    if (!unwritten.isEmpty()) {
        fmt::print(stderr, "{}: the picture cannot be written; a folder that may be written is needed.\n",
                   unwritten.first().toStdString());
        return ExitCode::BadInput;
    }
    return ExitCode::Done;
}

int measure(ui::window::MainWindow& window, Workspace& workspace, Clock::time_point start)
{
    showWhole(window);
    const auto answered = [&] { return isAnswered(workspace); };
    if (!waitFor(answered)) {
        return ExitCode::NoSchedule;
    }
    paint();
    fmt::print("start_to_first_schedule_ms {:.1f}\n", millisecondsSince(start));

    // Each to a value of its own, so that no earlier answer can be reused.
    constexpr std::array<Edit, 6> edits{{{"buffer_bytes_per_tile", 1.5}, {"register_bytes_per_pe", 0.75}, {"dram_pj", 1.1},
                                         {"bus_pj", 1.2}, {"mac_pj", 1.3}, {"buffer_bytes_per_tile", 0.5}}};
    double slowest = 0;
    for (const Edit& edit : edits) {
        const auto begin = Clock::now();
        const double threadBegin = threadMilliseconds();
        if (!make(edit, workspace)) {
            return ExitCode::BadInput;
        }
        paint();
        const double first = millisecondsSince(begin);
        const bool priced = workspace.isProvisional();
        std::string onTheWay;
        const QMetaObject::Connection onProvisional = QObject::connect(&workspace, &Workspace::scheduleChanged, &window, [&] {
            if (workspace.provisional() == Workspace::Provisional::Refined) {
                onTheWay += fmt::format("; refined after {:.1f}", millisecondsSince(begin));
            } else if (workspace.provisional() == Workspace::Provisional::BestSoFar) {
                onTheWay += fmt::format("; better after {:.1f}", millisecondsSince(begin));
            }
        });
        const bool isDone = waitFor(answered);
        QObject::disconnect(onProvisional);
        if (!isDone) {
            return ExitCode::NoSchedule;
        }
        paint();
        const double time = millisecondsSince(begin);
        fmt::print("edit {} ms {:.1f}, of it solving {:.1f}; {} after {:.1f}{}; processor time of the window's thread {:.1f}\n",
                   edit.key, time, 1e3 * workspace.schedule()->solveSeconds, priced ? "priced anew" : "painted", first, onTheWay,
                   threadMilliseconds() - threadBegin);
        slowest = std::max(slowest, time);
    }
    fmt::print("edit_to_schedule_ms {:.1f}\n", slowest);
    measureDrag(workspace);
    return waitFor(answered) ? ExitCode::Done : ExitCode::NoSchedule;
}

} // namespace tilescape::desktop
