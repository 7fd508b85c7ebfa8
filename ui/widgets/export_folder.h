#pragma once

#include <QString>

namespace tilescape::ui::widgets {

/// Where a file of this name is best written: in the folder of the last export, or else in `folder`, the document's, which may
/// be empty.
QString exportPath(const QString& fileName, const QString& folder = {});
/// To be called when a file has been written.
void rememberExportFolder(const QString& path);

} // namespace tilescape::ui::widgets
