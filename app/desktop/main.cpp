#include "app/desktop/arguments.h"
#include "app/desktop/jobs.h"
#include "ui/style/format.h"
#include "ui/window/main_window.h"
#include "ui/window/theme.h"
#include "ui/workspace/workspace.h"

#include <QApplication>
#include <QIcon>

#include <fmt/format.h>

#include <chrono>

namespace {

using namespace tilescape;

bool hasDisplay()
{
    return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY")
        || qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
}

void describeApplication()
{
    QApplication::setOrganizationName(QStringLiteral("Tilescape"));
    QApplication::setApplicationName(QStringLiteral("tilescape"));
    QApplication::setApplicationDisplayName(QStringLiteral("Tilescape"));
    QApplication::setApplicationVersion(QStringLiteral(TILESCAPE_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("tilescape"));
}

ui::window::Theme themeOf(const desktop::Arguments& arguments)
{
    if (arguments.dark) {
        return ui::window::Theme::Dark;
    }
    return arguments.screenshotFolder.empty() ? ui::window::savedTheme() : ui::window::Theme::Light;
}

/// Of a job: nobody would see what the window says of the file.
support::Diagnostics faultsOf(const desktop::Arguments& arguments)
{
    if (const auto project = desktop::projectOf(arguments.file); !project) {
        return project.faults();
    }
    return arguments.screenshotFolder.empty() ? support::Diagnostics{}
                                              : desktop::makeFolder(QString::fromStdString(arguments.screenshotFolder));
}

/// The window, or a job with it that ends by itself. Returns the exit code.
int runWindow(const desktop::Arguments& arguments, std::chrono::steady_clock::time_point start)
{
    const bool isJob = arguments.measure || !arguments.screenshotFolder.empty();
    if (const support::Diagnostics faults = isJob ? faultsOf(arguments) : support::Diagnostics{}; !faults.empty()) {
        return desktop::complain(faults);
    }
    ui::window::applyPalette(themeOf(arguments));
    ui::workspace::Workspace workspace;
    ui::window::MainWindow window(workspace);
    window.openExample();
    // Not before: widgets are styled again whenever they get another parent, a fifth of the time to start.
    ui::window::applySheet();
    window.show();
    if (!arguments.file.empty() && !window.openFile(QString::fromStdString(arguments.file)) && isJob) {
        fmt::print(stderr, "{} cannot be opened.\n", arguments.file);
        return desktop::BadInput;
    }
    if (arguments.measure) {
        return desktop::measure(window, workspace, start);
    }
    if (!arguments.screenshotFolder.empty()) {
        return desktop::takeScreenshots(window, workspace, QString::fromStdString(arguments.screenshotFolder));
    }
    window.offerLeftovers();
    if (arguments.file.empty()) {
        window.showStartPage(true);
    }
    return QApplication::exec();
}

} // namespace

int main(int argc, char** argv)
{
    const auto start = std::chrono::steady_clock::now();
    const desktop::ParsedArguments parsed = desktop::parseArguments(argc, argv);
    if (parsed.exitCode) {
        return *parsed.exitCode;
    }
    const desktop::Arguments& arguments = parsed.arguments;
    // Figures are painted in memory: for them no display is needed, and one that is named need not be there.
    const bool paints = !arguments.exportFolder.empty() || !arguments.figure.figure.empty() || !arguments.figureList.empty();
    if (paints) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    if (!hasDisplay()) {
        fmt::print(stderr, "There is no display to open a window on; tilescape-cli does the same jobs without one.\n");
        return desktop::BadInput;
    }
    describeApplication();
    ui::style::useEnglishNumbers();
    const QApplication application(argc, argv);
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/tilescape.svg")));
    if (!arguments.figure.figure.empty()) {
        return desktop::drawFigures({arguments.figure});
    }
    if (!arguments.figureList.empty()) {
        const auto orders = desktop::readFigureList(arguments.figureList);
        return orders ? desktop::drawFigures(orders.value()) : desktop::complain(orders.faults());
    }
    if (!arguments.exportFolder.empty()) {
        return desktop::exportAll(arguments.file, QString::fromStdString(arguments.exportFolder));
    }
    return runWindow(arguments, start);
}
