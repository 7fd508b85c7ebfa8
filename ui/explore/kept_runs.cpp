#include "ui/explore/kept_runs.h"

#include "ui/workspace/edit_kept_runs.h"
#include "ui/workspace/edit_problem.h"
#include "ui/workspace/edit_question.h"
#include "ui/workspace/explorations.h"
#include "ui/workspace/workspace.h"

#include <QInputDialog>
#include <QMenu>
#include <QUndoStack>

#include <algorithm>

namespace tilescape::ui::explore {

namespace {

const tilescape::explore::Base& baseOf(const io::KeptRun& kept)
{
    const auto* sweep = std::get_if<io::SweepRun>(&kept.run);
    return sweep ? sweep->sweep.base : std::get<io::SearchRun>(kept.run).search.base;
}

} // namespace

KeptRuns::KeptRuns(workspace::Workspace& workspace, Kind kind, QWidget* parent)
    : QObject(parent), m_workspace(workspace), m_kind(kind), m_parent(parent)
{}

void KeptRuns::addTo(QMenu& menu)
{
    QAction* keeps = menu.addAction(tr("Keep in the project\u2026"), this, [this] {
        const QString name = ask(tr("Keep in the project"), freeName());
        if (!name.isEmpty()) {
            keep(name);
        }
    });
    keeps->setObjectName(m_kind == Kind::Sweep ? QStringLiteral("keepSweep") : QStringLiteral("keepSearch"));
    QMenu* kept = menu.addMenu(tr("Kept in the project"));
    kept->setObjectName(QStringLiteral("kept"));
    connect(&menu, &QMenu::aboutToShow, this, [this, keeps, kept] {
        keeps->setEnabled(canKeep());
        fill(*kept);
    });
}

void KeptRuns::fill(QMenu& menu)
{
    menu.clear();
    for (const QString& name : names()) {
        QMenu* own = menu.addMenu(QString(name).replace(QLatin1Char('&'), QLatin1String("&&")));
        own->addAction(tr("Show"), this, [this, name] { show(name); });
        own->addAction(tr("Rename\u2026"), this, [this, name] { rename(name, ask(tr("Rename"), name)); });
        own->addAction(tr("Delete"), this, [this, name] { remove(name); });
    }
    menu.menuAction()->setVisible(!menu.isEmpty());
}

QString KeptRuns::ask(const QString& title, const QString& suggestion) const
{
    return QInputDialog::getText(m_parent, title, tr("Name"), QLineEdit::Normal, suggestion).trimmed();
}

QStringList KeptRuns::names() const
{
    QStringList names;
    for (const io::KeptRun& run : *m_workspace.explorations().kept()) {
        if (run.run.index() == static_cast<std::size_t>(m_kind)) {
            names << QString::fromStdString(run.name);
        }
    }
    return names;
}

KeptRuns::Runs::const_iterator KeptRuns::find(const QString& name) const
{
    const Runs& all = *m_workspace.explorations().kept();
    return std::find_if(all.begin(), all.end(), [&](const io::KeptRun& run) {
        return run.run.index() == static_cast<std::size_t>(m_kind) && run.name == name.toStdString();
    });
}

QString KeptRuns::freeName() const
{
    const QString text = m_kind == Kind::Sweep ? tr("Sweep %1") : tr("Search %1");
    int number = 1;
    while (names().contains(text.arg(number))) {
        ++number;
    }
    return text.arg(number);
}

std::optional<io::KeptRun> KeptRuns::shown() const
{
    io::Explorations now = m_workspace.explorations().saved();
    const std::string name = freeName().toStdString();
    if (m_kind == Kind::Sweep) {
        return now.sweep ? std::optional(io::KeptRun{name, *std::move(now.sweep)}) : std::nullopt;
    }
    return now.search ? std::optional(io::KeptRun{name, *std::move(now.search)}) : std::nullopt;
}

void KeptRuns::push(const QString& text, Runs runs)
{
    m_workspace.undoStack().push(new workspace::EditKeptRuns(m_workspace.explorations(), text, std::move(runs)));
}

void KeptRuns::keep(const QString& name)
{
    auto run = shown();
    if (!run) {
        return;
    }
    run->name = name.toStdString();
    Runs runs = *m_workspace.explorations().kept();
    const auto place = find(name) - m_workspace.explorations().kept()->begin();
    if (place < static_cast<std::ptrdiff_t>(runs.size())) {
        runs[static_cast<std::size_t>(place)] = *std::move(run);
    } else {
        runs.push_back(*std::move(run));
    }
    push(tr("Keep %1").arg(name), std::move(runs));
}

void KeptRuns::show(const QString& name)
{
    const auto found = find(name);
    if (found == m_workspace.explorations().kept()->end()) {
        return;
    }
    const io::KeptRun chosen = *found;
    const QString text = tr("Show %1").arg(name);
    const io::Questions before = m_workspace.explorations().asked();
    io::Questions asked = before;
    if (const auto* sweep = std::get_if<io::SweepRun>(&chosen.run)) {
        asked.sweep = io::aroundProject(sweep->sweep);
    } else {
        asked.search = io::aroundProject(std::get<io::SearchRun>(chosen.run).search);
    }
    schedule::Problem base = problemWith(baseOf(chosen), {});
    const bool opens = base != m_workspace.problem();
    // What is asked and was never edited is that of what is shown.
    const bool asks = m_kind == Kind::Sweep ? before.sweep && before.sweep != asked.sweep
                                            : before.search && before.search != asked.search;
    if (opens && asks) {
        m_workspace.undoStack().beginMacro(text);
    }
    keepShown();
    if (opens) {
        m_workspace.undoStack().push(new workspace::EditProblem(m_workspace, text, std::move(base), -1));
    }
    if (asks) {
        m_workspace.undoStack().push(
            new workspace::EditQuestion(m_workspace.explorations(), text, before, std::move(asked)));
    }
    if (opens && asks) {
        m_workspace.undoStack().endMacro();
    }
    m_workspace.explorations().show(chosen);
}

bool KeptRuns::isShownUnnamed() const
{
    const auto now = shown();
    const Runs& all = *m_workspace.explorations().kept();
    return now && std::none_of(all.begin(), all.end(), [&](const io::KeptRun& run) { return run.run == now->run; });
}

void KeptRuns::keepShown()
{
    if (isShownUnnamed()) {
        m_workspace.explorations().keepAside(*shown());
    }
}

void KeptRuns::rename(const QString& name, const QString& to)
{
    const auto found = find(name);
    if (to.isEmpty() || names().contains(to) || found == m_workspace.explorations().kept()->end()) {
        return;
    }
    Runs runs = *m_workspace.explorations().kept();
    runs[static_cast<std::size_t>(found - m_workspace.explorations().kept()->begin())].name = to.toStdString();
    push(tr("Rename %1").arg(name), std::move(runs));
}

void KeptRuns::remove(const QString& name)
{
    const auto found = find(name);
    if (found == m_workspace.explorations().kept()->end()) {
        return;
    }
    Runs runs = *m_workspace.explorations().kept();
    runs.erase(runs.begin() + (found - m_workspace.explorations().kept()->begin()));
    push(tr("Delete %1").arg(name), std::move(runs));
}

} // namespace tilescape::ui::explore
