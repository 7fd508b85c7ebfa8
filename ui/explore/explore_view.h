#pragma once

#include "ui/explore/points_chart.h"
#include "ui/workspace/sweep_service.h"

#include <QWidget>

#include <vector>

class QAction;
class QBoxLayout;
class QComboBox;
class QProgressBar;
class QPushButton;
class QScrollArea;
class QSortFilterProxyModel;
class QTableView;
class QTabWidget;
class QVBoxLayout;

namespace tilescape::ui::widgets {
class ElidedLabel;
}
namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::ui::explore {

class AxisRow;
class PointsModel;

/// Sweeps of the open problem: its axes are edited here, points are solved in the background, and shown as a chart and a table. A point
/// that is asked for becomes the open problem, as one undo step.
class ExploreView : public QWidget {
    Q_OBJECT

public:
    explicit ExploreView(workspace::Workspace& workspace, QWidget* parent = nullptr);

    /// Adds an axis; the first one that is free if `key` is empty. Null where there are as many as fit.
    AxisRow* addAxis(const std::string& key = {});
    [[nodiscard]] const std::vector<AxisRow*>& axes() const { return m_axes; }
    void run();
    void pauseOrResume();
    void stop();
    [[nodiscard]] const workspace::SweepService& service() const { return m_service; }
    [[nodiscard]] PointsChart& chart() { return *m_chart; }
    [[nodiscard]] PointsModel& model() { return *m_model; }
    enum class Saved { Csv, Json, Sweep };
    /// Writes the results, or the sweep of the axes as a file for the command line; says whether it is there or what is wrong.
    bool saveTo(const QString& path, Saved what);
    /// Makes the point the open problem.
    void openPoint(std::size_t number);
    [[nodiscard]] QSize minimumSizeHint() const override { return {300, 260}; }
    [[nodiscard]] QSize sizeHint() const override { return {860, 420}; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildAxes();
    QWidget* buildHead();
    void buildSaving();
    void askAndSave(Saved what);
    QWidget* buildChart();
    QWidget* buildTable();
    void removeAxis(AxisRow* row);
    [[nodiscard]] tilescape::explore::Sweep sweepOfAxes() const;
    [[nodiscard]] ChartKind kind() const;
    [[nodiscard]] ChartChoice choice() const;
    void changeKind();
    void offerChoices();
    void showResults();
    void showState();

    workspace::Workspace& m_workspace;
    std::vector<AxisRow*> m_axes;
    QBoxLayout* m_sides = nullptr; ///< axes beside or above what was found
    QScrollArea* m_axisArea = nullptr;
    QVBoxLayout* m_axisList = nullptr;
    QPushButton* m_add = nullptr;
    QPushButton* m_run = nullptr;
    QPushButton* m_pause = nullptr;
    QPushButton* m_stop = nullptr;
    QPushButton* m_save = nullptr;
    std::vector<QAction*> m_savesResults; ///< of the button's menu
    QProgressBar* m_progress = nullptr;
    widgets::ElidedLabel* m_state = nullptr;
    QTabWidget* m_tabs = nullptr;
    PointsChart* m_chart = nullptr;
    QComboBox* m_kind = nullptr; ///< in the order of ChartKind
    QComboBox* m_x = nullptr;
    QComboBox* m_y = nullptr;
    QComboBox* m_by = nullptr;
    PointsModel* m_model = nullptr;
    QTableView* m_table = nullptr;
    QSortFilterProxyModel* m_sorted = nullptr;
    workspace::SweepService m_service; ///< last: it is stopped first
};

} // namespace tilescape::ui::explore
