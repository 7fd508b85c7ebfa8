#include "ui/widgets/sorted_table.h"

#include <QHeaderView>
#include <QSortFilterProxyModel>
#include <QTableView>

namespace tilescape::ui::widgets {

SortedTable makeSortedTable(QAbstractItemModel& model, const QString& objectName, const QString& accessibleName)
{
    SortedTable table{new QTableView, new QSortFilterProxyModel(&model)};
    table.sorted->setSourceModel(&model);
    table.sorted->setSortRole(Qt::UserRole);
    table.view->setModel(table.sorted);
    table.view->setObjectName(objectName);
    table.view->setAccessibleName(accessibleName);
    table.view->setSortingEnabled(true);
    table.view->sortByColumn(-1, Qt::AscendingOrder);
    table.view->setSelectionBehavior(QAbstractItemView::SelectRows);
    table.view->setSelectionMode(QAbstractItemView::SingleSelection);
    table.view->setTabKeyNavigation(false);
    table.view->setAlternatingRowColors(true);
    table.view->setFrameShape(QFrame::NoFrame);
    table.view->verticalHeader()->hide();
    table.view->horizontalHeader()->setHighlightSections(false);
    return table;
}

} // namespace tilescape::ui::widgets
