#pragma once

#include <QTabWidget>

namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::ui::window {

/// The chosen baseline on the left and the newest result on the right: their chips, or their timelines. The selection is shared.
class SideBySide : public QTabWidget {
    Q_OBJECT

public:
    explicit SideBySide(workspace::Workspace& workspace, QWidget* parent = nullptr);
};

} // namespace tilescape::ui::window
