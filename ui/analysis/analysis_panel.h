#pragma once

#include <QTabWidget>

namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::ui::analysis {

/// What limits the schedule, and what a step of each parameter makes of it.
class AnalysisPanel : public QTabWidget {
    Q_OBJECT

public:
    explicit AnalysisPanel(workspace::Workspace& workspace, QWidget* parent = nullptr);
};

} // namespace tilescape::ui::analysis
