#pragma once

#include "ui/window/dock_layout.h"

#include <QFont>
#include <QObject>

class QDockWidget;
class QMainWindow;

namespace tilescape::ui::window {

/// For a class or a talk: letters half as large again, and one view at a time, with the lesson beside it while one is open. What was
/// there before comes back.
class Presentation : public QObject {
    Q_OBJECT

public:
    Presentation(QMainWindow& window, DockLayout& layout, Docks docks);

    /// Shows `first` alone, or puts everything back.
    void set(bool on, QDockWidget* first);
    [[nodiscard]] bool isOn() const { return m_layout.isSuspended(); }

private:
    void place();
    void show(QDockWidget* view);
    void opened(QDockWidget* dock);
    void widenLesson();

    QMainWindow& m_window;
    DockLayout& m_layout;
    Docks m_docks;
    QDockWidget* m_shown = nullptr; ///< beside the lesson
    QFont m_font;
    bool m_placing = false; ///< what opens now, no person opens
};

} // namespace tilescape::ui::window
