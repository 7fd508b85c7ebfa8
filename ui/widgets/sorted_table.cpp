#include "ui/widgets/sorted_table.h"

#include "ui/widgets/row_table.h"

#include <QSortFilterProxyModel>
#include <QTableView>

namespace tilescape::ui::widgets {

namespace {

/// Rows without a value stand last, whichever way the others are sorted.
class RowsByValue : public QSortFilterProxyModel {
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

protected:
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override
    {
        const bool hasLeft = left.data(sortRole()).isValid();
        const bool hasRight = right.data(sortRole()).isValid();
        if (!hasLeft || !hasRight) {
            return hasLeft != hasRight && hasLeft == (sortOrder() == Qt::AscendingOrder);
        }
        return QSortFilterProxyModel::lessThan(left, right);
    }
};

} // namespace

SortedTable makeSortedTable(QAbstractItemModel& model, const QString& objectName, const QString& accessibleName)
{
    auto* sorted = new RowsByValue(&model);
    sorted->setSourceModel(&model);
    sorted->setSortRole(Qt::UserRole);
    QTableView* view = makeRowTable(*sorted, objectName, accessibleName);
    view->setSortingEnabled(true);
    view->sortByColumn(-1, Qt::AscendingOrder);
    return {view, sorted};
}

} // namespace tilescape::ui::widgets
