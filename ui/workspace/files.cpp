#include "ui/workspace/files.h"

#include "core/io/files.h"
#include "core/io/hardware_json.h"
#include "core/io/library.h"
#include "core/io/network_json.h"
#include "core/io/project_json.h"
#include "ui/workspace/workspace.h"

#include <QFileInfo>
#include <QSettings>

#include <array>

namespace tilescape::ui::workspace {

namespace {

constexpr qsizetype mostRecentFiles = 10;
const QLatin1String recentKey("recentFiles");

enum class FileKind { Project, Network, Hardware, Unknown };

/// The name of the format that stands first in the text; the reader then checks that it stands in the right place.
FileKind kindOf(const std::string& text)
{
    constexpr std::array<std::string_view, 3> formats{"\"tilescape-project\"", "\"tilescape-network\"",
                                                      "\"tilescape-hardware\""};
    FileKind kind = FileKind::Unknown;
    std::size_t first = std::string::npos;
    for (std::size_t i = 0; i < formats.size(); ++i) {
        const std::size_t position = text.find(formats[i]);
        if (position < first) {
            first = position;
            kind = static_cast<FileKind>(i);
        }
    }
    return kind;
}

support::Diagnostics unknownKind(const std::string& file)
{
    return {{support::Severity::Error, file, "/format", "", "this is no file of Tilescape",
             "\"format\" is \"tilescape-project\", \"tilescape-network\" or \"tilescape-hardware\""}};
}

} // namespace

support::Diagnostics openFile(Workspace& workspace, const QString& path)
{
    const std::string file = path.toStdString();
    const auto text = io::readFile(file);
    if (!text) {
        return text.faults();
    }
    const FileKind kind = kindOf(text.value());
    if (kind == FileKind::Network) {
        auto network = io::readNetwork(text.value(), file);
        if (!network) {
            return network.faults();
        }
        workspace.setNetwork(std::move(network.value()));
    } else if (kind == FileKind::Hardware) {
        auto hardware = io::readHardware(text.value(), file);
        if (!hardware) {
            return hardware.faults();
        }
        workspace.setHardware(std::move(hardware.value()));
    } else if (kind == FileKind::Project || path.endsWith(QLatin1String(projectEnding))) {
        auto problem = io::readProject(text.value(), file);
        if (!problem) {
            return problem.faults();
        }
        workspace.open(std::move(problem.value()), QFileInfo(path).absoluteFilePath());
    } else {
        return unknownKind(file);
    }
    addRecentFile(path);
    return {};
}

support::Diagnostics saveProject(Workspace& workspace, const QString& path)
{
    support::Diagnostics faults = io::writeFile(path.toStdString(), io::writeProject(workspace.problem()));
    if (faults.empty()) {
        workspace.markSaved(QFileInfo(path).absoluteFilePath());
        addRecentFile(path);
    }
    return faults;
}

support::Diagnostics openExample(Workspace& workspace)
{
    auto network = io::loadNetwork("alexnet");
    auto hardware = io::loadHardware("eyeriss_isca16");
    if (!network) {
        return network.faults();
    }
    if (!hardware) {
        return hardware.faults();
    }
    schedule::Problem problem;
    problem.network = std::move(network.value());
    problem.hardware = std::move(hardware.value());
    workspace.open(std::move(problem), {});
    return {};
}

QStringList recentFiles() { return QSettings().value(recentKey).toStringList(); }

void addRecentFile(const QString& path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList files = recentFiles();
    files.removeAll(absolute);
    files.prepend(absolute);
    QSettings().setValue(recentKey, files.mid(0, mostRecentFiles));
}

void clearRecentFiles() { QSettings().remove(recentKey); }

QString documentName(const Workspace& workspace)
{
    if (!workspace.filePath().isEmpty()) {
        return QFileInfo(workspace.filePath()).fileName();
    }
    const schedule::Problem& problem = workspace.problem();
    return Workspace::tr("%1 on %2").arg(QString::fromStdString(problem.network.name),
                                         QString::fromStdString(problem.hardware.name));
}

} // namespace tilescape::ui::workspace
