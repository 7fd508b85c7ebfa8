#include "ui/widgets/save_dialog.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

namespace tilescape::ui::widgets {

namespace {

/// The dialog has asked about the name as it was typed only.
struct ReplaceQuestion {
    Q_DECLARE_TR_FUNCTIONS(tilescape::ui::widgets::ReplaceQuestion)

public:
    static bool ask(QWidget* parent, const QString& title, const QString& path)
    {
        QMessageBox box(QMessageBox::Warning, title,
                        tr("%1 already exists. Replace it?").arg(QFileInfo(path).fileName()), QMessageBox::NoButton,
                        parent);
        box.setObjectName(QStringLiteral("replaceQuestion"));
        const QPushButton* const replace = box.addButton(tr("Replace"), QMessageBox::AcceptRole);
        box.setDefaultButton(box.addButton(QMessageBox::Cancel));
        box.exec();
        return box.clickedButton() == replace;
    }
};

} // namespace

QString askWhereToSave(QWidget* parent, const FileToSave& file)
{
    QString path = QFileDialog::getSaveFileName(parent, file.title, file.suggestion, file.filter);
    if (path.isEmpty() || file.endings.contains(QFileInfo(path).suffix(), Qt::CaseInsensitive)) {
        return path;
    }
    path += QLatin1Char('.') + file.endings.front();
    return !QFileInfo::exists(path) || ReplaceQuestion::ask(parent, file.title, path) ? path : QString();
}

} // namespace tilescape::ui::widgets
