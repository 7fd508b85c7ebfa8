#pragma once

#include <QSizeF>

#include <vector>

class QDockWidget;
class QMainWindow;

namespace tilescape::ui::window {

struct Docks;
enum class Room;

/// What a person is about to do, by which the panels stand.
enum class Task {
    Free,  ///< nothing in particular: by the window's width
    Tune,  ///< parameters, and at once what they do
    Teach, ///< chip, PE array and timeline in large, with a lesson beside
    Print  ///< the views that become figures, one at a time, in large
};

/// Panels that share a place as tabs, the first in front, and their part of the column's height.
struct TaskRow {
    double share = 1;
    std::vector<QDockWidget*> tabs;
};
/// Rows below each other, and their part of the window's width.
struct TaskColumn {
    double share = 1;
    std::vector<TaskRow> rows;
};

/// From left to right, for a task that is not `Free`; other panels are closed. A small room has fewer columns.
std::vector<TaskColumn> columnsOf(Task task, const Docks& docks, Room room);

/// Places docks that the window has none of yet. Of `all` those that are in no column wait behind the largest one, to be opened.
void placeColumns(QMainWindow& window, const std::vector<TaskColumn>& columns, const std::vector<QDockWidget*>& all);
void sizeColumns(QMainWindow& window, const std::vector<TaskColumn>& columns, QSizeF size);

} // namespace tilescape::ui::window
