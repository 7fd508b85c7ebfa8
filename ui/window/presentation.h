#pragma once

#include <QByteArray>
#include <QFont>
#include <QList>
#include <QObject>

class QDockWidget;
class QMainWindow;

namespace tilescape::ui::window {

/// For a class or a talk: letters half as large again, and one view at a time. What was there before comes back.
class Presentation : public QObject {
    Q_OBJECT

public:
    Presentation(QMainWindow& window, QList<QDockWidget*> docks);

    /// Shows `first` alone, or puts everything back.
    void set(bool on, QDockWidget* first);
    [[nodiscard]] bool isOn() const { return m_on; }
    /// While it is on, this view takes the place of the one that is shown.
    void show(QDockWidget* dock);

private:
    QMainWindow& m_window;
    QList<QDockWidget*> m_docks;
    QByteArray m_state;
    QFont m_font;
    bool m_on = false;
};

} // namespace tilescape::ui::window
