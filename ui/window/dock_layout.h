#pragma once

#include <QObject>
#include <QSize>
#include <QTimer>

#include <vector>

class QDockWidget;
class QMainWindow;

namespace tilescape::ui::window {

/// How many panels a window of some width shows at once.
enum class Room {
    Small,  ///< hardware and inspector share a side as tabs, too
    Normal, ///< network, chip and timeline are tabs of one large centre; table and charts are tabs beneath
    Wide    ///< everything side by side
};
Room roomFor(int width);

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
    QDockWidget* explore = nullptr;      ///< closed at first
    QDockWidget* analysis = nullptr;     ///< closed at first
    QDockWidget* peArray = nullptr;      ///< closed at first, beside the chip
    QDockWidget* tensors = nullptr;      ///< closed at first, beside the chip
    QDockWidget* lesson = nullptr;       ///< closed at first, beside the inspector
    std::vector<QDockWidget*> training{}; ///< closed at first

    /// In the order of their shortcuts.
    [[nodiscard]] std::vector<QDockWidget*> all() const;
    /// Those that are there when a person asks for them.
    [[nodiscard]] std::vector<QDockWidget*> closedAtFirst() const;
};

/// Where the docks stand: by the window's width, until a person moves one or a separator. From then on it is theirs,
/// until `reset`. A dock that is one of several tabs has the tab for its title.
class DockLayout : public QObject {
    Q_OBJECT

public:
    DockLayout(QMainWindow& window, Docks docks);

    /// By width again, with the panels that are open at first.
    void reset();
    /// The window has got another size: other places if there is more or less room, and sizes in proportion.
    void follow(QSize size);
    /// A person has moved something.
    void take() { m_byHand = true; }
    [[nodiscard]] bool isByHand() const { return m_byHand; }
    [[nodiscard]] Room room() const { return m_room; }

    /// Keeps and brings back what the settings hold; after `restore` the window has its size.
    void save() const;
    void restore();

private:
    void arrange(Room room);
    void place(Room room);
    void size(QSize window);
    void raiseTabs(const std::vector<QDockWidget*>& onTop);
    void refreshTitles();
    void changed();
    void changedTabs();

    QMainWindow& m_window;
    Docks m_docks;
    Room m_room = Room::Wide;
    bool m_byHand = false;
    bool m_arranging = false; ///< what moves now, no person moves
    QTimer m_titles;
};

} // namespace tilescape::ui::window
