#pragma once

#include <QString>
#include <QStringList>

class QWidget;

namespace tilescape::ui::widgets {

/// A file to be asked for: its suggested path, and the endings that it may have, the usual one first and all without a dot.
struct FileToSave {
    QString title;
    QString suggestion;
    QStringList endings;
    QString filter;
};
/// The path that the user chooses, with the usual ending where it had none of the others; before an existing file is replaced the user is
/// asked, whoever wrote the ending. Empty if there is to be none.
QString askWhereToSave(QWidget* parent, const FileToSave& file);

} // namespace tilescape::ui::widgets
