#include "ui/widgets/sorted_table.h"

#include "ui/widgets/row_table.h"

#include <QSortFilterProxyModel>
#include <QTableView>

namespace tilescape::ui::widgets {

SortedTable makeSortedTable(QAbstractItemModel& model, const QString& objectName, const QString& accessibleName)
{
    auto* sorted = new QSortFilterProxyModel(&model);
    sorted->setSourceModel(&model);
    sorted->setSortRole(Qt::UserRole);
    QTableView* view = makeRowTable(*sorted, objectName, accessibleName);
    view->setSortingEnabled(true);
    view->sortByColumn(-1, Qt::AscendingOrder);
    return {view, sorted};
}

} // namespace tilescape::ui::widgets
