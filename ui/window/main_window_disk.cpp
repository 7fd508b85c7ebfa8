#include "ui/widgets/message_bar.h"
#include "ui/window/main_window.h"
#include "ui/workspace/workspace.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>

namespace tilescape::ui::window {

using workspace::DocumentFiles;
using workspace::FileOnDisk;

namespace {

const QString diskKey = QStringLiteral("disk");
const QString elsewhereKey = QStringLiteral("elsewhere");

} // namespace

bool MainWindow::saveOverChange()
{
    QMessageBox question(QMessageBox::Warning, tr("File changed"),
                         tr("“%1” is not what was read or saved here last.").arg(documentName(m_workspace)),
                         QMessageBox::Cancel, this);
    question.setObjectName(QStringLiteral("overwriteQuestion"));
    question.setTextFormat(Qt::PlainText);
    question.setInformativeText(tr("Another window or program has changed it. Overwriting it loses that change."));
    const auto* overwrite = question.addButton(tr("&Overwrite"), QMessageBox::DestructiveRole);
    auto* elsewhere = question.addButton(tr("Save &as…"), QMessageBox::AcceptRole);
    question.setDefaultButton(elsewhere);
    question.exec();
    if (question.clickedButton() == overwrite) {
        return saveTo(m_workspace.filePath());
    }
    return question.clickedButton() == elsewhere && saveAs();
}

void MainWindow::followDisk()
{
    connect(&m_files->disk(), &FileOnDisk::stateChanged, this, &MainWindow::showDiskState);
    connect(&m_workspace, &workspace::Workspace::filePathChanged, this, [this] { m_messages->remove(elsewhereKey); });
    connect(&m_files->disk(), &FileOnDisk::heldElsewhere, this, [this](qint64 process) {
        const QString name = documentName(m_workspace);
        const QString where = process == QCoreApplication::applicationPid() ? tr("another window")
                                                                            : tr("another window (process %1)").arg(process);
        m_messages->post({elsewhereKey, support::Severity::Warning,
                          tr("“%1” is open in %2, too: each is asked before it overwrites what the other saved.").arg(name, where)});
    });
}

void MainWindow::showDiskState(FileOnDisk::State state)
{
    const QString name = documentName(m_workspace);
    m_workspace.setFileMissing(state == FileOnDisk::State::Missing);
    switch (state) {
    case FileOnDisk::State::Known: m_messages->remove(diskKey); break;
    case FileOnDisk::State::Changed:
        m_messages->post({diskKey, support::Severity::Warning,
                          tr("“%1” was changed on the disk by another window or program.").arg(name),
                          {{tr("Reload"), [this] { reload(); }}}});
        break;
    case FileOnDisk::State::Missing:
        m_messages->post({diskKey, support::Severity::Warning,
                          tr("“%1” is no longer on the disk. Saving writes it anew.").arg(name)});
        break;
    }
}

void MainWindow::reload()
{
    const bool hasDrafts = directivesHaveDrafts();
    if (m_workspace.isModified() || hasDrafts) {
        QMessageBox question(QMessageBox::Question, tr("Reload"), tr("Reload “%1”?").arg(documentName(m_workspace)),
                             QMessageBox::Cancel, this);
        question.setObjectName(QStringLiteral("reloadQuestion"));
        question.setTextFormat(Qt::PlainText);
        question.setInformativeText(hasDrafts ? tr("What was changed here since the file was saved is lost, edited "
                                                   "directives that were not kept among it.")
                                              : tr("What was changed here since the file was saved is lost."));
        const auto* go = question.addButton(tr("&Reload"), QMessageBox::DestructiveRole);
        question.exec();
        if (question.clickedButton() != go) {
            // The message went with the click on its button.
            QMetaObject::invokeMethod(this, [this] { showDiskState(m_files->disk().state()); }, Qt::QueuedConnection);
            return;
        }
    }
    auto file = DocumentFiles::read(m_workspace.filePath());
    report(QStringLiteral("open"), file ? support::Diagnostics{} : file.faults());
    if (file && std::holds_alternative<io::Project>(file.value().content)) {
        m_files->apply(std::move(file.value()), m_workspace.filePath());
    }
}

} // namespace tilescape::ui::window
