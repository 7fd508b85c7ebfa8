#pragma once

#include "core/io/project_json.h"
#include "core/support/result.h"
#include "ui/figures/figure_source.h"

#include <QString>

#include <chrono>
#include <optional>
#include <string>

namespace tilescape::ui::window {
class MainWindow;
}
namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::desktop {

/// Makes a folder to write into, unless it is there. To be done before anything is solved or painted for it.
support::Diagnostics makeFolder(const QString& folder);

/// The project, or the default example with the file's network or chip in it; no file: the example itself.
support::Result<io::Project> projectOf(const std::string& file);

/// The schedule of the problem that the project compares with, where it names one and that has a schedule.
std::optional<ui::figures::FigureSource::Baseline> solvedBaseline(const io::Baselines& baselines);

/// Prints the faults, one sentence a line, on standard error. Returns the exit code.
int complain(const support::Diagnostics& faults);

/// Solves and writes schedule.json, schedule.csv and all figures into `folder`. Returns the exit code.
int exportAll(const std::string& file, const QString& folder);

/// Waits for the first schedule and the network's layout, writes window.png and a picture of each dock into the folder, which
/// is there. Returns the exit code.
int takeScreenshots(ui::window::MainWindow& window, ui::workspace::Workspace& workspace, const QString& folder);

/// Prints start_to_first_schedule_ms; edit_to_schedule_ms, the slowest of a few edits, each from the edit until the views are
/// painted with the best schedule; and how long the window takes for a step of a slider that is dragged. Returns the exit code.
int measure(ui::window::MainWindow& window, ui::workspace::Workspace& workspace, std::chrono::steady_clock::time_point start);

} // namespace tilescape::desktop
