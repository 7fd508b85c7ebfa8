#include "ui/explore/explore_view.h"

#include "core/io/file_kind.h"
#include "core/io/files.h"
#include "ui/explore/search_view.h"
#include "ui/explore/sweep_view.h"

#include <QTabBar>

#include <optional>

namespace tilescape::ui::explore {

namespace {

std::optional<io::FileKind> kindOf(const support::Result<std::string>& text, const QString& path)
{
    const auto kind = text ? io::kindOf(text.value(), path.toStdString()) : support::Result<io::FileKind>(text.faults());
    return kind ? std::optional(kind.value()) : std::nullopt;
}

} // namespace

ExploreView::ExploreView(workspace::Workspace& workspace, QWidget* parent) : QTabWidget(parent)
{
    setObjectName(QStringLiteral("exploreView"));
    setAccessibleName(tr("Explore"));
    setDocumentMode(true);
    tabBar()->setObjectName(QStringLiteral("exploreTabs"));
    m_sweeps = new SweepView(workspace);
    m_searches = new SearchView(workspace);
    addTab(m_sweeps, tr("Sweep"));
    addTab(m_searches, tr("Search for a chip"));
    for (ExplorationView* view : std::initializer_list<ExplorationView*>{m_sweeps, m_searches}) {
        connect(view, &ExplorationView::fileAsked, this, [this](const QString& path) { open(path); });
        connect(view, &ExplorationView::sightAsked, this, [this, view] {
            setCurrentWidget(view);
            Q_EMIT sightAsked();
        });
    }
}

std::optional<ExplorationFile> ExploreView::readExploration(const QString& path)
{
    const auto text = io::readFile(path.toStdString());
    const std::optional<io::FileKind> kind = kindOf(text, path);
    if (kind != io::FileKind::Sweep && kind != io::FileKind::Search) {
        return std::nullopt;
    }
    return ExplorationFile{path, text.value(), kind == io::FileKind::Search};
}

bool ExploreView::open(const ExplorationFile& file)
{
    ExplorationView* view = m_sweeps;
    if (file.isSearch) {
        view = m_searches;
    }
    setCurrentWidget(view);
    return view->open(file.text, file.path);
}

bool ExploreView::open(const QString& path)
{
    const auto text = io::readFile(path.toStdString());
    return open(ExplorationFile{path, text, kindOf(text, path) == io::FileKind::Search});
}

} // namespace tilescape::ui::explore
