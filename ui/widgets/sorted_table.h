#pragma once

#include <QString>

class QAbstractItemModel;
class QSortFilterProxyModel;
class QTableView;

namespace tilescape::ui::widgets {

/// A table whose rows are chosen one at a time and sorted by a click on a heading, by the values of Qt::UserRole, those without
/// one last; at first they stand as in the model.
struct SortedTable {
    QTableView* view = nullptr;              ///< without a parent yet
    QSortFilterProxyModel* sorted = nullptr; ///< a child of the model
};
SortedTable makeSortedTable(QAbstractItemModel& model, const QString& objectName, const QString& accessibleName);

} // namespace tilescape::ui::widgets
