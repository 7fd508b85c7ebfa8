#include "ui/window/task_layout.h"

#include "ui/window/dock_layout.h"

#include <QDockWidget>
#include <QMainWindow>

#include <algorithm>

namespace tilescape::ui::window {

namespace {

std::vector<TaskColumn> tuning(const Docks& docks, Room room)
{
    const TaskRow charts{0.5, {docks.energy, docks.chip, docks.timeline, docks.network}};
    const TaskRow tables{0.5, {docks.layers, docks.problems, docks.analysis, docks.comparison}};
    if (room <= Room::Small) {
        const double parameters = room == Room::Low ? 0.42 : 0.32;
        return {{parameters, {{1, {docks.hardware, docks.inspector}}}}, {1 - parameters, {charts, tables}}};
    }
    return {{0.22, {{1, {docks.hardware}}}}, {0.5, {charts, tables}}, {0.28, {{1, {docks.inspector}}}}};
}

std::vector<TaskColumn> teaching(const Docks& docks, Room room)
{
    const TaskRow pictures{0.65, {docks.chip, docks.peArray, docks.network}};
    const TaskRow time{0.35, {docks.timeline, docks.energy}};
    if (room <= Room::Small) {
        const double lesson = room == Room::Low ? 0.42 : 0.34;
        return {{1 - lesson, {{0.6, {docks.chip, docks.peArray, docks.network, docks.inspector, docks.hardware}}, {0.4, time.tabs}}},
                {lesson, {{1, {docks.lesson}}}}};
    }
    return {{0.24, {{0.5, {docks.inspector}}, {0.5, {docks.hardware}}}}, {0.5, {pictures, time}}, {0.26, {{1, {docks.lesson}}}}};
}

std::vector<TaskColumn> printing(const Docks& docks)
{
    return {{1, {{0.76, {docks.chip, docks.network, docks.timeline, docks.energy, docks.peArray, docks.analysis}}, {0.24, {docks.layers}}}}};
}

/// Where nothing stands above anything else, the rows of a column are tabs.
std::vector<TaskColumn> inOneRow(std::vector<TaskColumn> columns)
{
    for (TaskColumn& column : columns) {
        TaskRow all{1, {}};
        for (const TaskRow& row : column.rows) {
            all.tabs.insert(all.tabs.end(), row.tabs.begin(), row.tabs.end());
        }
        column.rows = {all};
    }
    return columns;
}

std::vector<TaskColumn> columnsOfTask(Task task, const Docks& docks, Room room)
{
    switch (task) {
    case Task::Tune: return tuning(docks, room);
    case Task::Teach: return teaching(docks, room);
    case Task::Print: return printing(docks);
    case Task::Free: break;
    }
    return {};
}

} // namespace

std::vector<TaskColumn> columnsOf(Task task, const Docks& docks, Room room)
{
    const std::vector<TaskColumn> columns = columnsOfTask(task, docks, room);
    return room == Room::Low ? inOneRow(columns) : columns;
}

void placeColumns(QMainWindow& window, const std::vector<TaskColumn>& columns, const std::vector<QDockWidget*>& all)
{
    QDockWidget* left = nullptr;
    for (const TaskColumn& column : columns) {
        QDockWidget* head = column.rows.front().tabs.front();
        left ? window.splitDockWidget(left, head, Qt::Horizontal) : window.addDockWidget(Qt::LeftDockWidgetArea, head);
        left = head;
    }
    // Rows before tabs: what is split off a tab becomes a tab.
    for (const TaskColumn& column : columns) {
        for (std::size_t row = 1; row < column.rows.size(); ++row) {
            window.splitDockWidget(column.rows[row - 1].tabs.front(), column.rows[row].tabs.front(), Qt::Vertical);
        }
    }
    std::vector<QDockWidget*> placed;
    for (const TaskColumn& column : columns) {
        for (const TaskRow& row : column.rows) {
            for (QDockWidget* dock : row.tabs) {
                if (dock != row.tabs.front()) {
                    window.tabifyDockWidget(row.tabs.front(), dock);
                }
                placed.push_back(dock);
            }
        }
    }
    const auto largest = std::max_element(columns.begin(), columns.end(), [](const TaskColumn& a, const TaskColumn& b) { return a.share < b.share; });
    for (QDockWidget* dock : all) {
        if (std::find(placed.begin(), placed.end(), dock) == placed.end()) {
            window.tabifyDockWidget(largest->rows.front().tabs.front(), dock);
        }
    }
}

void sizeColumns(QMainWindow& window, const std::vector<TaskColumn>& columns, QSizeF size)
{
    QList<QDockWidget*> heads;
    QList<int> widths;
    for (const TaskColumn& column : columns) {
        heads << column.rows.front().tabs.front();
        widths << static_cast<int>(size.width() * column.share);
        QList<QDockWidget*> rows;
        QList<int> heights;
        for (const TaskRow& row : column.rows) {
            rows << row.tabs.front();
            heights << static_cast<int>(size.height() * row.share);
        }
        window.resizeDocks(rows, heights, Qt::Vertical);
    }
    window.resizeDocks(heads, widths, Qt::Horizontal);
}

} // namespace tilescape::ui::window
