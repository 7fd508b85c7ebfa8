#pragma once

#include "core/search/space/search_space.h"

#include <QToolBar>

#include <string_view>
#include <vector>

class QComboBox;

namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::ui::window {

class SwitchPill;

/// Which schedules are searched: a mode by name, and a switch for each optimization, so that each can be tried alone. Every
/// change is one undoable edit of the workspace.
class SpaceToolBar : public QToolBar {
    Q_OBJECT

public:
    explicit SpaceToolBar(workspace::Workspace& workspace, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void showMore();
    void buildModes();
    SwitchPill* addPill(const QString& text, std::string_view key, const QString& help);
    void refresh();
    void changeSpace();

    workspace::Workspace& m_workspace;
    QComboBox* m_mode = nullptr;
    std::vector<SwitchPill*> m_space; ///< one a row of `search::spaceOptions()`
    SwitchPill* m_bufferBypass = nullptr;
};

} // namespace tilescape::ui::window
