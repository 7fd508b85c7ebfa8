#pragma once

#include "core/support/diagnostic.h"

#include <QString>
#include <QStringList>

namespace tilescape::ui::workspace {

class Workspace;

/// Opens a project (a new document), a network or a chip (an edit that can be undone); the file's own "format" says which.
/// Returns every fault of the file; with a fault the document stays as it was.
support::Diagnostics openFile(Workspace& workspace, const QString& path);

/// The document as a project file, written at once or not at all.
support::Diagnostics saveProject(Workspace& workspace, const QString& path);

/// AlexNet on the Eyeriss chip: what a first start shows.
support::Diagnostics openExample(Workspace& workspace);

/// Paths of the projects, networks and chips opened last, newest first; kept in the settings.
QStringList recentFiles();
void addRecentFile(const QString& path);
void clearRecentFiles();

/// Name of the document for titles: that of its file, else of its network and chip.
QString documentName(const Workspace& workspace);

inline constexpr const char* projectEnding = ".tilescape";

} // namespace tilescape::ui::workspace
