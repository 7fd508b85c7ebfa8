#include "app/desktop/jobs.h"

#include "app/desktop/arguments.h"
#include "core/hardware/parameters.h"
#include "core/io/directives_json.h"
#include "core/io/files.h"
#include "core/io/schedule_json.h"
#include "core/schedule/solve.h"
#include "ui/figures/figure_export.h"
#include "ui/network/network_view.h"
#include "ui/window/main_window.h"
#include "ui/workspace/document_files.h"
#include "ui/workspace/workspace.h"

#include <QCoreApplication>
#include <QDir>
#include <QDockWidget>
#include <QElapsedTimer>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <functional>

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

/// Handles events until `done`; returns whether that came in time.
bool waitFor(const std::function<bool()>& done)
{
    QElapsedTimer clock;
    clock.start();
    while (!done()) {
        if (clock.hasExpired(std::chrono::milliseconds(longestWait).count())) {
            fmt::print(stderr, "There was no schedule within {} seconds.\n", longestWait.count());
            return false;
        }
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents, 50);
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

support::Result<schedule::Problem> problemOf(const std::string& file)
{
    auto example = ui::workspace::exampleProject();
    if (!example) {
        return example.faults();
    }
    schedule::Problem problem = std::move(example.value().problem);
    if (file.empty()) {
        return problem;
    }
    auto read = DocumentFiles::read(QString::fromStdString(file));
    if (!read) {
        return read.faults();
    }
    ui::workspace::FileContent& content = read.value().content;
    if (auto* project = std::get_if<io::Project>(&content)) {
        return std::move(project->problem);
    }
    if (auto* network = std::get_if<network::Network>(&content)) {
        problem.network = std::move(*network);
    } else {
        problem.hardware = std::move(std::get<hardware::Hardware>(content));
    }
    return problem;
}

int exportAll(const std::string& file, const QString& folder)
{
    const auto problem = problemOf(file);
    if (!problem) {
        return complain(problem.faults());
    }
    if (const support::Diagnostics faults = makeFolder(folder); !faults.empty()) {
        return complain(faults);
    }
    const schedule::Schedule schedule = schedule::solve(problem.value());
    if (!schedule.hasResult()) {
        fmt::print(stderr, "{}", io::writeSummary(schedule));
        return ExitCode::NoSchedule;
    }
    ui::figures::ExportedFigures exported = ui::figures::exportAllFigures(schedule, folder);
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
    // The same picture on every machine, whatever layout its settings hold.
    window.resize(pictureSize);
    window.resetLayout();
    window.showProjectView();
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
        dock->raise();
        paint();
        write(*dock, dock->objectName());
    }
    if (!unwritten.isEmpty()) {
        fmt::print(stderr, "{}: the picture cannot be written; a folder that may be written is needed.\n",
                   unwritten.first().toStdString());
        return ExitCode::BadInput;
    }
    return ExitCode::Done;
}

int measure(Workspace& workspace, Clock::time_point start)
{
    const auto answered = [&] { return isAnswered(workspace); };
    if (!waitFor(answered)) {
        return ExitCode::NoSchedule;
    }
    paint();
    fmt::print("start_to_first_schedule_ms {:.1f}\n", millisecondsSince(start));

    // Each to a value of its own, so that no earlier answer can be reused.
    struct Edit {
        const char* key;
        double factor;
    };
    constexpr std::array<Edit, 6> edits{{{"buffer_bytes_per_tile", 1.5}, {"register_bytes_per_pe", 0.75}, {"dram_pj", 1.1},
                                         {"bus_pj", 1.2}, {"mac_pj", 1.3}, {"buffer_bytes_per_tile", 0.5}}};
    double slowest = 0;
    for (const Edit& edit : edits) {
        const hardware::Parameter* parameter = hardware::findParameter(edit.key);
        if (!parameter) {
            fmt::print(stderr, "There is no parameter {}.\n", edit.key);
            return ExitCode::BadInput;
        }
        const double scaled = parameter->get(workspace.problem().hardware) * edit.factor;
        const double value = std::clamp(parameter->integer ? std::round(scaled) : scaled, parameter->smallest, parameter->largest);
        const auto begin = Clock::now();
        workspace.setParameter(QString::fromUtf8(edit.key), value);
        if (answered() || !waitFor(answered)) {
            fmt::print(stderr, "The edit of {} was not taken.\n", edit.key);
            return ExitCode::NoSchedule;
        }
        paint();
        const double time = millisecondsSince(begin);
        fmt::print("edit {} ms {:.1f}, of it solving {:.1f}\n", edit.key, time, 1e3 * workspace.schedule()->solveSeconds);
        slowest = std::max(slowest, time);
    }
    fmt::print("edit_to_schedule_ms {:.1f}\n", slowest);
    return ExitCode::Done;
}

} // namespace tilescape::desktop
