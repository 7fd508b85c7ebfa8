#include "ui/window/side_by_side.h"

#include "ui/chip/chip_view.h"
#include "ui/timeline/timeline_view.h"
#include "ui/workspace/workspace.h"

#include <QResizeEvent>
#include <QSplitter>
#include <QTabBar>

#include <utility>

namespace tilescape::ui::window {

namespace {

constexpr int tabMargins = 30; ///< pixels of a tab beside its text

/// Two views of equal width.
QSplitter* beside(QWidget* left, QWidget* right)
{
    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->addWidget(left);
    splitter->addWidget(right);
    splitter->setChildrenCollapsible(false);
    splitter->setSizes({1000, 1000});
    return splitter;
}

/// With names of their own, beside those of the views in panels.
template <typename View>
std::pair<View*, View*> both(workspace::Workspace& workspace, const QString& name)
{
    auto* left = new View(workspace, workspace::Side::Baseline);
    auto* right = new View(workspace, workspace::Side::Newest);
    left->setObjectName(name + QStringLiteral("OfBaseline"));
    right->setObjectName(name + QStringLiteral("OfResult"));
    // So have their parts: lessons and scripts find those of the panels.
    for (View* view : {left, right}) {
        for (QWidget* part : view->template findChildren<QWidget*>()) {
            if (!part->objectName().isEmpty() && !part->objectName().startsWith(QLatin1String("qt_"))) {
                part->setObjectName(view->objectName() + QLatin1Char('_') + part->objectName());
            }
        }
    }
    return {left, right};
}

} // namespace

SideBySide::SideBySide(workspace::Workspace& workspace, QWidget* parent) : QTabWidget(parent)
{
    setObjectName(QStringLiteral("sideBySide"));
    setAccessibleName(tr("Side by side"));
    setDocumentMode(true);
    setTabPosition(QTabWidget::West);
    const auto [chipBefore, chipNow] = both<chip::ChipView>(workspace, QStringLiteral("chip"));
    for (chip::ChipView* view : {chipBefore, chipNow}) {
        view->showLegend(false); // the chips need the room
    }
    const auto [timelineBefore, timelineNow] = both<timeline::TimelineView>(workspace, QStringLiteral("timeline"));
    addTab(beside(chipBefore, chipNow), tr("Chips"));
    addTab(beside(timelineBefore, timelineNow), tr("Timelines"));
}

void SideBySide::resizeEvent(QResizeEvent* event)
{
    int length = 0;
    for (int tab = 0; tab < count(); ++tab) {
        length += tabBar()->fontMetrics().horizontalAdvance(tabText(tab)) + tabMargins;
    }
    setTabPosition(event->size().height() < length ? QTabWidget::North : QTabWidget::West);
    QTabWidget::resizeEvent(event);
}

} // namespace tilescape::ui::window
