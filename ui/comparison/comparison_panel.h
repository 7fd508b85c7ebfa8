#pragma once

#include <QTabWidget>

namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::ui::comparison {

class BaselineView;
class ComparisonView;

/// What a result is compared with: a baseline of the document, or what other solvers find.
class ComparisonPanel : public QTabWidget {
    Q_OBJECT

public:
    explicit ComparisonPanel(workspace::Workspace& workspace, QWidget* parent = nullptr);

    void showBaselines();
    void showSolvers();

private:
    BaselineView* m_baselines = nullptr;
    ComparisonView* m_solvers = nullptr;
};

} // namespace tilescape::ui::comparison
