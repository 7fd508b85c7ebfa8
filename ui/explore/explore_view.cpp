#include "ui/explore/explore_view.h"

#include "core/io/files.h"
#include "ui/explore/search_view.h"
#include "ui/explore/sweep_view.h"

#include <QTabBar>

namespace tilescape::ui::explore {

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
    connect(m_sweeps, &ExplorationView::fileAsked, this, &ExploreView::open);
    connect(m_searches, &ExplorationView::fileAsked, this, &ExploreView::open);
}

bool ExploreView::open(const QString& path)
{
    const auto text = io::readFile(path.toStdString());
    const bool isSearch = text && QString::fromStdString(text.value()).contains(QLatin1String("\"tilescape-search\""));
    ExplorationView* view = m_sweeps;
    if (isSearch) {
        view = m_searches;
    }
    setCurrentWidget(view);
    return view->open(path);
}

} // namespace tilescape::ui::explore
