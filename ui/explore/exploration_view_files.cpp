#include "ui/explore/exploration_view.h"

#include "core/io/files.h"
#include "ui/widgets/save_dialog.h"
#include "ui/workspace/explorations.h"
#include "ui/workspace/workspace.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>
#include <QMenu>

/// What the menu of the bar does.
namespace tilescape::ui::explore {

void ExplorationView::buildFileMenu()
{
    QMenu& menu = m_bar->fileMenu();
    menu.addAction(tr("Open a sweep or search\u2026"), this, [this] {
        const QString path =
            QFileDialog::getOpenFileName(this, tr("Open a sweep or search"), {}, tr("JSON (*.json);;All files (*)"));
        if (!path.isEmpty()) {
            Q_EMIT fileAsked(path);
        }
    });
    QMenu* unfinished = menu.addMenu(tr("Runs that were not finished"));
    unfinished->setObjectName(QStringLiteral("unfinished"));
    connect(&menu, &QMenu::aboutToShow, this, [this, unfinished] { fillUnfinished(*unfinished); });
    menu.addSeparator();
    m_kept->addTo(menu);
    menu.addSeparator();
    m_savesResults = {menu.addAction(tr("Save results as CSV\u2026"), this,
                                     [this] { askAndSave(Saved::Csv, QStringLiteral("results.csv")); }),
                      menu.addAction(tr("Save results as JSON\u2026"), this,
                                     [this] { askAndSave(Saved::Json, QStringLiteral("results.json")); })};
    menu.addAction(tr("Save the question for tilescape-cli\u2026"), this,
                   [this] { askAndSave(Saved::Question, QStringLiteral("question.json")); });
}

void ExplorationView::fillUnfinished(QMenu& menu)
{
    menu.clear();
    for (const QString& file : m_workspace.explorations().unfinished()) {
        const QString when = QLocale().toString(QFileInfo(file).lastModified(), QLocale::ShortFormat);
        const std::size_t count =
            m_workspace.explorations().journals().countOf(QFileInfo(file).completeBaseName().toStdString());
        menu.addAction(tr("%1: %n results", nullptr, static_cast<int>(count)).arg(when), this,
                       [this, file] { Q_EMIT fileAsked(file); });
    }
    menu.menuAction()->setVisible(!menu.isEmpty());
}

void ExplorationView::askAndSave(Saved what, const QString& suggestion)
{
    const QString ending = QFileInfo(suggestion).suffix();
    const QString path = widgets::askWhereToSave(
        this, {tr("Save"), suggestion, {ending}, tr("%1 files (*.%2)").arg(ending.toUpper(), ending)});
    if (!path.isEmpty()) {
        saveTo(path, what);
    }
}

bool ExplorationView::saveTo(const QString& path, Saved what)
{
    const support::Diagnostics faults = io::writeFile(path.toStdString(), textOf(what));
    m_bar->say(faults.empty() ? tr("Saved: %1").arg(path) : QString::fromStdString(support::describe(faults)));
    return faults.empty();
}

bool ExplorationView::open(const QString& path) { return open(io::readFile(path.toStdString()), path); }

bool ExplorationView::open(const support::Result<std::string>& text, const QString& path)
{
    const support::Diagnostics faults = text ? read(text.value(), path.toStdString()) : text.faults();
    if (!faults.empty()) {
        m_bar->say(QString::fromStdString(support::describe(faults)));
    }
    return faults.empty();
}

} // namespace tilescape::ui::explore
