#pragma once

#include "core/schedule/problem.h"
#include "ui/comparison/comparison_model.h"
#include "ui/workspace/solver_service.h"

#include <QWidget>

#include <memory>
#include <vector>

class QPushButton;
class QTableView;

namespace tilescape::ui::widgets {
class ElidedLabel;
}
namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::ui::comparison {

/// Runs the chosen solvers on the open problem, one after another in the background, and sets what they found side by side.
/// The schedule that the window shows is left alone. Another problem ends the comparison and forgets it.
class ComparisonView : public QWidget {
    Q_OBJECT

public:
    using Solve = workspace::SolverService::Solve;
    explicit ComparisonView(workspace::Workspace& workspace, Solve solve = schedule::solve, QWidget* parent = nullptr);

    void compare();
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_running >= 0; }
    [[nodiscard]] ComparisonModel& model() { return *m_model; }

private:
    QWidget* buildHead();
    void buildTable();
    void startNext();
    void take(std::shared_ptr<const schedule::Schedule> schedule);
    void use(int row);
    void followProblem();
    void refreshButtons();

    workspace::Workspace& m_workspace;
    Solve m_solve;
    schedule::Problem m_problem; ///< that the rows are about
    ComparisonModel* m_model = nullptr;
    QTableView* m_table = nullptr;
    QPushButton* m_compare = nullptr;
    QPushButton* m_cancel = nullptr;
    QPushButton* m_use = nullptr;
    widgets::ElidedLabel* m_about = nullptr;
    std::vector<int> m_waiting; ///< rows, the next one last
    int m_running = -1;         ///< row; -1: none
    std::unique_ptr<workspace::SolverService> m_service; ///< of this comparison: it remembers nothing of others
};

} // namespace tilescape::ui::comparison
