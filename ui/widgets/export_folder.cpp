#include "ui/widgets/export_folder.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>

namespace tilescape::ui::widgets {

namespace {

const QString folderKey = QStringLiteral("figures/folder");

} // namespace

QString exportPath(const QString& fileName, const QString& folder)
{
    const QString last = QSettings().value(folderKey).toString();
    const QString best = !last.isEmpty() && QDir(last).exists() ? last : folder;
    return best.isEmpty() ? fileName : QDir(best).filePath(fileName);
}

void rememberExportFolder(const QString& path) { QSettings().setValue(folderKey, QFileInfo(path).absolutePath()); }

} // namespace tilescape::ui::widgets
