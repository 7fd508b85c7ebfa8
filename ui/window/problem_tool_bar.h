#pragma once

#include "core/intralayer/options.h"

#include <QToolBar>

#include <vector>

class QComboBox;
class QSpinBox;
class QToolButton;

namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::ui::window {

class HardwareCombo;
class NetworkCombo;

/// What is asked, in one line: network, chip, batch, goal, solver, and pills for the search space. Every change is one
/// undoable edit of the workspace, and the bar shows what the workspace holds.
class ProblemToolBar : public QToolBar {
    Q_OBJECT

public:
    explicit ProblemToolBar(workspace::Workspace& workspace, QWidget* parent = nullptr);

private:
    void buildChoices();
    void buildPills();
    void addLabelled(const QString& label, QWidget* widget, const char* objectName, const QString& toolTip);
    QToolButton* addPill(const QString& text, const QString& objectName, const QString& toolTip);
    void refresh();
    void changeSpace();

    workspace::Workspace& m_workspace;
    NetworkCombo* m_network = nullptr;
    HardwareCombo* m_hardware = nullptr;
    QSpinBox* m_batch = nullptr;
    QComboBox* m_goal = nullptr;
    QComboBox* m_solver = nullptr;
    std::vector<QToolButton*> m_space; ///< one a row of `intralayer::spaceOptions()`
    QToolButton* m_bufferBypass = nullptr;
};

} // namespace tilescape::ui::window
