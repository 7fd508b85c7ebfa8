#pragma once

#include "ui/window/task_layout.h"

#include <QByteArray>
#include <QObject>
#include <QSize>
#include <QTimer>

#include <optional>
#include <vector>

class QDockWidget;
class QMainWindow;

namespace tilescape::ui::window {

/// How many panels a window of some size shows at once.
enum class Room {
    Low,    ///< too low for one panel above another: all that is looked at are tabs of one place
    Small,  ///< hardware and inspector share a side as tabs, too
    Normal, ///< network, chip and timeline are tabs of one large centre; table and charts are tabs beneath
    Wide    ///< everything side by side
};
Room roomFor(QSize window);

/// The panels by what they show.
struct Docks {
    QDockWidget* hardware = nullptr;
    QDockWidget* network = nullptr;
    QDockWidget* chip = nullptr;
    QDockWidget* inspector = nullptr;
    QDockWidget* energy = nullptr;
    QDockWidget* layers = nullptr;
    QDockWidget* problems = nullptr;
    QDockWidget* timeline = nullptr;
    QDockWidget* comparison = nullptr;   ///< closed at first
    QDockWidget* explore = nullptr;      ///< closed at first, beside the chip
    QDockWidget* analysis = nullptr;     ///< closed at first
    QDockWidget* peArray = nullptr;      ///< closed at first, beside the chip
    QDockWidget* tensors = nullptr;      ///< closed at first, beside the chip
    QDockWidget* program = nullptr;      ///< closed at first, beside the chip
    QDockWidget* lesson = nullptr;       ///< closed at first, a column of its own on the right
    std::vector<QDockWidget*> training{}; ///< closed at first

    /// In the order of their shortcuts.
    [[nodiscard]] std::vector<QDockWidget*> all() const;
    /// Those that are there when a person asks for them.
    [[nodiscard]] std::vector<QDockWidget*> closedAtFirst() const;
};

/// Where the docks stand: by the window's size or by a task, until a person moves one or a separator. From then on it is
/// theirs, until `reset` or another task. A dock that is one of several tabs has the tab for its title.
class DockLayout : public QObject {
    Q_OBJECT

public:
    DockLayout(QMainWindow& window, Docks docks);

    /// By size again, with the panels that are open at first.
    void reset() { use(Task::Free); }
    /// The panels of a task, where it wants them.
    void use(Task task);
    /// Back to how the docks stood before the last `use`, moved by hand or not; another time, forth again.
    void swapBack();
    [[nodiscard]] bool canSwapBack() const { return !m_earlier.state.isEmpty(); }
    [[nodiscard]] Task task() const { return m_task; }
    /// Until `resume` the docks stand as another places them: sizes are not followed, and what is saved is how they stood before, which
    /// then comes back.
    void suspend() { m_suspended = standing(); }
    void resume();
    [[nodiscard]] bool isSuspended() const { return m_suspended.has_value(); }
    /// The window has got another size: other places if there is more or less room, and sizes in proportion.
    void follow(QSize size);
    /// A person has moved something.
    void take() { m_byHand = true; }
    [[nodiscard]] bool isByHand() const { return m_byHand; }
    [[nodiscard]] Room room() const { return m_room; }

    /// Keeps and brings back what the settings hold; after `restore` the window has its size.
    void save() const;
    void restore();

Q_SIGNALS:
    void taskChanged();

private:
    /// How the docks stood.
    struct Standing {
        QByteArray state;
        Room room = Room::Wide;
        Task task = Task::Free;
        bool byHand = false;
    };
    /// Makes the window no larger than the screen's `room`; if it was larger than that, all of it is visible then.
    void fitInto(const QRect& room, QSize wanted);
    [[nodiscard]] Standing standing() const;
    void stand(const Standing& standing);
    void arrange(Room room);
    void arrange(Room room, const std::vector<QDockWidget*>& open, const std::vector<QDockWidget*>& onTop);
    void place(Room room);
    [[nodiscard]] bool isPlacedFor(QSize window) const;
    void size(QSize window);
    void sizeByWidth(double width, double height);
    void raiseTabs(const std::vector<QDockWidget*>& onTop);
    void refreshTitles();
    void changed();
    void changedTabs();

    QMainWindow& m_window;
    Docks m_docks;
    Room m_room = Room::Wide;
    Task m_task = Task::Free;
    Standing m_earlier; ///< before the last task
    std::optional<Standing> m_suspended;
    bool m_byHand = false;
    bool m_arranging = false; ///< what moves now, no person moves
    bool m_hadLesson = false;
    bool m_besideLesson = false; ///< the places are those beside a lesson
    QTimer m_titles;
};

} // namespace tilescape::ui::window
