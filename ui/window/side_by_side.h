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

protected:
    /// Tabs at the side leave the views their height; where they have no room there, they stand above.
    void resizeEvent(QResizeEvent* event) override;
};

} // namespace tilescape::ui::window
