#pragma once

#include <QString>

class QAbstractItemModel;
class QTableView;

namespace tilescape::ui::widgets {

/// A table without a frame, whose rows are chosen one at a time and told apart by shades; Tab leaves it. Without a parent yet.
QTableView* makeRowTable(QAbstractItemModel& model, const QString& objectName, const QString& accessibleName);

} // namespace tilescape::ui::widgets
