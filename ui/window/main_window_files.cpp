#include "ui/window/main_window.h"

#include "ui/directives/directives_editor.h"
#include "ui/explore/explore_view.h"
#include "ui/problems/problems_list.h"
#include "ui/program/program_view.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/save_dialog.h"
#include "ui/workspace/workspace.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>

#include <algorithm>

namespace tilescape::ui::window {

using workspace::DocumentFiles;
using workspace::FileOnDisk;

namespace {

const QString openKey = QStringLiteral("open");
/// Of a network or a chip that became a part of the project.
const QString partKey = QStringLiteral("part");
const QString saveKey = QStringLiteral("save");
const QString projectEnding = QStringLiteral(".tilescape");
constexpr std::size_t mostSentences = 3; ///< more of them would hide the views

QStringList localFiles(const QMimeData& data)
{
    QStringList files;
    for (const QUrl& url : data.urls()) {
        if (url.isLocalFile()) {
            files << url.toLocalFile();
        }
    }
    return files;
}

} // namespace

void MainWindow::report(const QString& key, const support::Diagnostics& faults)
{
    if (faults.empty()) {
        m_messages->remove(key);
        return;
    }
    QStringList sentences;
    for (std::size_t i = 0; i < std::min(faults.size(), mostSentences); ++i) {
        sentences << QString::fromStdString(support::describe(faults[i]));
    }
    if (faults.size() > mostSentences) {
        sentences << tr("And %1 more.").arg(faults.size() - mostSentences);
    }
    const bool anyError = std::any_of(faults.begin(), faults.end(),
                                      [](const auto& fault) { return fault.severity == support::Severity::Error; });
    m_problems->post(faults);
    m_messages->post({key, anyError ? support::Severity::Error : support::Severity::Warning,
                      sentences.join(QLatin1Char('\n')),
                      {{tr("Show problems"), [this] { goTo(m_docks.problems); }}}});
}

bool MainWindow::directivesHaveDrafts() const
{
    const auto* directives = findChild<directives::DirectivesEditor*>();
    return directives && directives->hasDrafts();
}

/// Directives are edited as a what-if, which no file holds.
bool MainWindow::mayDropDrafts()
{
    if (!directivesHaveDrafts()) {
        return true;
    }
    QMessageBox question(QMessageBox::Question, tr("Edited directives"), tr("Drop the edited directives?"),
                         QMessageBox::Discard | QMessageBox::Cancel, this);
    question.setObjectName(QStringLiteral("draftsQuestion"));
    question.setInformativeText(tr("They were not kept as the schedule of the project, so that no file has them."));
    question.setDefaultButton(QMessageBox::Cancel);
    if (question.exec() != QMessageBox::Discard) {
        return false;
    }
    findChild<directives::DirectivesEditor*>()->dropDrafts();
    return true;
}

bool MainWindow::mayReplaceDocument()
{
    const bool hasDrafts = directivesHaveDrafts();
    if (!m_workspace.isModified()) {
        return mayDropDrafts();
    }
    QMessageBox question(QMessageBox::Question, tr("Unsaved changes"),
                         tr("Save the changes of “%1”?").arg(documentName(m_workspace)),
                         QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
    question.setObjectName(QStringLiteral("unsavedQuestion"));
    question.setTextFormat(Qt::PlainText);
    question.setInformativeText(
        hasDrafts ? tr(
            "Without saving they are lost. Edited directives that were not kept as the schedule are lost in any case.")
                  : tr("Without saving they are lost."));
    question.setDefaultButton(QMessageBox::Save);
    const int answer = question.exec();
    return answer == QMessageBox::Discard || (answer == QMessageBox::Save && save());
}

void MainWindow::newDocument()
{
    if (mayReplaceDocument()) {
        openExample();
    }
}

void MainWindow::openWithDialog()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Open a project, a network, a chip, a sweep or a search"),
                                                      documentFolder(),
                                                      tr("Tilescape files (*.tilescape *.json);;Figures with their problem (*.svg *.pdf *.png);;All files (*)"));
    if (!path.isEmpty()) {
        openFile(path);
    }
}

/// An example of the program, a resource, becomes a document without a file.
void MainWindow::openExampleFile(const QString& resource)
{
    QFile file(resource);
    const QByteArray text = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    auto project = io::readProjectFile(text.toStdString(), resource.toStdString());
    report(openKey, project ? support::Diagnostics() : project.faults());
    if (project && mayReplaceDocument()) {
        m_files->open(std::move(project.value()));
        m_selectHungriest = true;
        showProjectView();
    }
}

bool MainWindow::openFile(const QString& path)
{
    if (program::ProgramView::isProgramFile(path)) {
        goTo(m_docks.program);
        m_program->open(path);
        return true;
    }
    if (const auto exploration = explore::ExploreView::readExploration(path)) {
        goTo(m_docks.explore);
        return findChild<explore::ExploreView*>()->open(*exploration);
    }
    auto file = DocumentFiles::read(path);
    if (!file) {
        report(openKey, file.faults());
        return false;
    }
    const bool isProject = std::holds_alternative<io::Project>(file.value().content);
    const bool isNetwork = std::holds_alternative<tilescape::network::Network>(file.value().content);
    const bool mayBeSaved = isProject && m_workspace.isModified();
    if ((isProject && !mayReplaceDocument()) || (isNetwork && !mayDropDrafts())) {
        return false;
    }
    if (mayBeSaved) { // to this file
        file = DocumentFiles::read(path);
        if (!file) {
            report(openKey, file.faults());
            return false;
        }
    }
    report(openKey, {});
    m_problems->forgetFile(path);
    const schedule::Problem before = m_workspace.problem();
    m_files->apply(std::move(file.value()), path);
    m_selectHungriest = true;
    if (isProject) {
        showProjectView();
    } else if (m_workspace.problem() != before) {
        tellOfPart(path, isNetwork);
    }
    return true;
}

void MainWindow::tellOfPart(const QString& path, bool isNetwork)
{
    const QString project = QFileInfo(m_workspace.filePath()).fileName();
    if (project.isEmpty()) {
        return;
    }
    const QString text = isNetwork ? tr("%1 replaces the network of %2. Saving writes it there.")
                                   : tr("%1 replaces the chip of %2. Saving writes it there.");
    const auto saveElsewhere = [this, path, isNetwork] {
        if (!saveAs()) {
            tellOfPart(path, isNetwork);
        }
    };
    m_messages->post({partKey,
                      support::Severity::Note,
                      text.arg(QFileInfo(path).fileName(), project),
                      {{tr("Undo"), [this] { m_workspace.undoStack().undo(); }}, {tr("Save as…"), saveElsewhere}}});
    connect(
        &m_workspace.undoStack(), &QUndoStack::indexChanged, m_messages, [this] { m_messages->remove(partKey); },
        Qt::SingleShotConnection);
}

void MainWindow::showProjectView()
{
    auto* dock = findChild<QDockWidget*>(QString::fromStdString(m_files->view()) + QStringLiteral("Dock"));
    if (dock) {
        goTo(dock);
    }
}

bool MainWindow::saveTo(const QString& path)
{
    const support::Diagnostics faults = m_files->save(path);
    report(saveKey, faults);
    if (faults.empty()) {
        m_messages->remove(partKey);
    }
    return faults.empty();
}

bool MainWindow::save()
{
    if (m_workspace.filePath().isEmpty()) {
        return saveAs();
    }
    return m_files->disk().state() == FileOnDisk::State::Changed ? saveOverChange() : saveTo(m_workspace.filePath());
}

bool MainWindow::saveAs()
{
    const QString suggestion = m_workspace.filePath().isEmpty() ? documentStem() + projectEnding
                                                                : m_workspace.filePath();
    const QString path = widgets::askWhereToSave(this, {tr("Save project"),
                                                        suggestion,
                                                        {projectEnding.mid(1), QStringLiteral("json")},
                                                        tr("Tilescape projects (*.tilescape)")});
    return !path.isEmpty() && saveTo(path);
}

void MainWindow::refreshRecentFiles()
{
    m_recentMenu->clear();
    for (const QString& file : m_files->recentFiles()) {
        // An ampersand would underline the next letter.
        QAction* action = m_recentMenu->addAction(QString(file).replace(QLatin1Char('&'), QStringLiteral("&&")));
        connect(action, &QAction::triggered, this, [this, file] { openFile(file); });
        // It may be on a disk that comes back.
        connect(m_recentMenu, &QMenu::aboutToShow, action,
                [action, file] { action->setEnabled(QFileInfo::exists(file)); });
    }
    const bool any = !m_recentMenu->isEmpty();
    m_recentMenu->setEnabled(any);
    if (any) {
        m_recentMenu->addSeparator();
        m_recentMenu->addAction(tr("&Clear list"), m_files, &DocumentFiles::clearRecentFiles);
    }
}

void MainWindow::offerLeftovers()
{
    const QString plainKey = QStringLiteral("leftover");
    for (const DocumentFiles::Leftover& leftover : m_files->findLeftovers()) {
        const QString name = leftover.document.isEmpty() ? tr("a project that was never saved")
                                                         : tr("“%1”").arg(QFileInfo(leftover.document).fileName());
        const QString when = QLocale().toString(leftover.saved, QLocale::ShortFormat);
        m_messages->post({plainKey + leftover.copy, support::Severity::Warning,
                          tr("Unsaved work of %1 (%2) was left when the program ended unexpectedly.").arg(name, when),
                          {{tr("Recover"), [this, leftover] {
                                if (mayReplaceDocument()) {
                                    const support::Diagnostics faults = m_files->recover(leftover);
                                    report(openKey, faults);
                                    if (faults.empty()) {
                                        m_selectHungriest = true;
                                        showProjectView();
                                    }
                                }
                            }},
                           {tr("Discard"), [this, leftover] { m_files->discard(leftover); }}}});
    }
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (mayReplaceDocument()) {
        m_layout->save();
        event->accept();
    } else {
        event->ignore();
    }
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (!localFiles(*event->mimeData()).isEmpty()) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event)
{
    event->acceptProposedAction();
    for (const QString& file : localFiles(*event->mimeData())) {
        openFile(file);
    }
}

} // namespace tilescape::ui::window
