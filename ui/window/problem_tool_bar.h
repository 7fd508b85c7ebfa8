#pragma once

#include <QToolBar>

class QComboBox;

namespace tilescape::ui::widgets {
class QuantityBox;
}

namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::ui::window {

class HardwareCombo;
class NetworkCombo;

/// What is asked, in one line: network, chip, batch, goal, solver. Every change is one undoable edit of the workspace, and
/// the bar shows what the workspace holds.
class ProblemToolBar : public QToolBar {
    Q_OBJECT

public:
    explicit ProblemToolBar(workspace::Workspace& workspace, QWidget* parent = nullptr);

private:
    void buildChoices();
    void addLabelled(const QString& label, QWidget* widget, const char* objectName, const QString& toolTip);
    void refresh();

    workspace::Workspace& m_workspace;
    NetworkCombo* m_network = nullptr;
    HardwareCombo* m_hardware = nullptr;
    widgets::QuantityBox* m_batch = nullptr;
    QComboBox* m_goal = nullptr;
    QComboBox* m_solver = nullptr;
};

} // namespace tilescape::ui::window
