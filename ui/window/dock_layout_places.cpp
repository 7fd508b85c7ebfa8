#include "ui/window/dock_layout.h"

#include <QDockWidget>
#include <QMainWindow>

#include <algorithm>

namespace tilescape::ui::window {

// Where the panels stand in a window of a size, and how large they are there.

namespace {

/// Of a lesson beside the other panels.
constexpr double lessonWidth(Room room) { return room <= Room::Small ? 264 : 300; }

/// Shares of the window's width, and of its height without menus, tool bars and status line.
struct Shares {
    double hardware = 0;
    double network = 0; ///< the centre where it is one
    double chip = 0;
    double inspector = 0;
    double upper = 0;
    double timeline = 0;
    double energy = 0; ///< of the row that it shares with the table
};
constexpr Shares wideShares{.hardware = 0.165,
                            .network = 0.24,
                            .chip = 0.295,
                            .inspector = 0.3,
                            .upper = 0.54,
                            .timeline = 0.22,
                            .energy = 0.33};
constexpr Shares normalShares{.hardware = 0.2, .network = 0.53, .inspector = 0.27, .upper = 0.68};
constexpr Shares smallShares{.hardware = 0.29, .network = 0.71, .upper = 0.68};
constexpr Shares lowShares{.hardware = 0.42, .network = 0.58, .upper = 1};
constexpr double narrowestHardware = 255;
constexpr double narrowestFacts = 270; ///< of the inspector
constexpr double barsHeight = 110;

const Shares& sharesOf(Room room)
{
    switch (room) {
    case Room::Wide:
        return wideShares;
    case Room::Normal:
        return normalShares;
    case Room::Small:
        return smallShares;
    case Room::Low:
        break;
    }
    return lowShares;
}

} // namespace

void DockLayout::place(Room room)
{
    if (m_task != Task::Free) {
        placeColumns(m_window, columnsOf(m_task, m_docks, room), m_docks.all());
        return;
    }
    const Docks& docks = m_docks;
    const auto tabify = [this](QDockWidget* first, const std::vector<QDockWidget*>& others) {
        for (QDockWidget* dock : others) {
            m_window.tabifyDockWidget(first, dock);
        }
    };
    m_window.addDockWidget(Qt::LeftDockWidgetArea, docks.hardware);
    m_window.addDockWidget(Qt::RightDockWidgetArea, docks.lesson); // what a step looks at never hides its text
    if (room == Room::Low) {
        if (m_besideLesson) {
            tabify(docks.hardware, {docks.network});
        } else {
            m_window.splitDockWidget(docks.hardware, docks.network, Qt::Horizontal);
        }
        tabify(docks.hardware, {docks.inspector});
        tabify(docks.network, {docks.chip, docks.timeline, docks.layers, docks.energy, docks.problems, docks.peArray,
                               docks.tensors, docks.program, docks.explore, docks.comparison, docks.analysis});
        tabify(docks.network, docks.training);
        return;
    }
    m_window.splitDockWidget(docks.hardware, docks.network, Qt::Horizontal);
    if (room == Room::Wide) {
        m_window.splitDockWidget(docks.network, docks.timeline, Qt::Vertical);
        m_window.splitDockWidget(docks.timeline, docks.energy, Qt::Vertical);
        m_window.splitDockWidget(docks.network, docks.chip, Qt::Horizontal);
        m_window.splitDockWidget(docks.chip, docks.inspector, Qt::Horizontal);
        m_window.splitDockWidget(docks.energy, docks.layers, Qt::Horizontal);
        tabify(docks.layers, {docks.problems, docks.comparison, docks.analysis});
        tabify(docks.chip, {docks.peArray, docks.tensors, docks.program, docks.explore});
        tabify(docks.chip, docks.training);
        return;
    }
    if (room == Room::Normal) {
        m_window.splitDockWidget(docks.network, docks.inspector, Qt::Horizontal);
    } else {
        tabify(docks.hardware, {docks.inspector});
    }
    m_window.splitDockWidget(docks.network, docks.layers, Qt::Vertical);
    tabify(docks.network, {docks.chip, docks.timeline, docks.peArray, docks.tensors, docks.program, docks.explore});
    tabify(docks.network, docks.training);
    tabify(docks.layers, {docks.energy, docks.problems, docks.comparison, docks.analysis});
}

void DockLayout::raiseTabs(const std::vector<QDockWidget*>& onTop)
{
    // Of each group the one that was seen before, else the first.
    for (const std::vector<QDockWidget*>& order : {m_docks.all(), onTop}) {
        for (auto dock = order.rbegin(); dock != order.rend(); ++dock) {
            if (!(*dock)->isHidden()) {
                (*dock)->raise();
            }
        }
    }
    const bool seen = std::any_of(onTop.begin(), onTop.end(), [this](const QDockWidget* dock) {
        return dock == m_docks.energy || dock == m_docks.problems || dock == m_docks.comparison
               || dock == m_docks.analysis;
    });
    if (m_task == Task::Free && (m_room == Room::Small || m_room == Room::Normal)
        && (!seen || std::find(onTop.begin(), onTop.end(), m_docks.layers) != onTop.end())) {
        m_docks.layers->raise();
    }
}

void DockLayout::size(QSize window)
{
    const double height = window.height() - barsHeight;
    if (m_task != Task::Free) {
        sizeColumns(m_window, columnsOf(m_task, m_docks, m_room), QSizeF(window.width(), height));
        return;
    }
    const bool hasLesson = !m_docks.lesson->isHidden();
    const double lesson = hasLesson ? lessonWidth(m_room) : 0;
    sizeByWidth(window.width() - lesson, height);
    if (hasLesson) {
        m_window.resizeDocks({m_docks.lesson}, {static_cast<int>(lesson)}, Qt::Horizontal);
    }
}

void DockLayout::sizeByWidth(double width, double height)
{
    const Shares& shares = sharesOf(m_room);
    const auto pixels = [](double length) { return static_cast<int>(length); };
    if (m_room != Room::Wide) {
        QList<QDockWidget*> columns{m_docks.hardware, m_docks.network};
        if (m_room == Room::Low && m_besideLesson) {
            m_window.resizeDocks({m_docks.hardware}, {pixels(width)}, Qt::Horizontal);
            return;
        }
        const double hardware =
            std::max(width * shares.hardware, m_room == Room::Normal ? narrowestHardware : narrowestFacts);
        QList<int> widths{pixels(hardware), pixels(width * (shares.hardware + shares.network) - hardware)};
        if (m_room == Room::Normal) {
            columns << m_docks.inspector;
            widths << pixels(width * shares.inspector);
        }
        m_window.resizeDocks(columns, widths, Qt::Horizontal);
        if (m_room != Room::Low) {
            m_window.resizeDocks({m_docks.network, m_docks.layers},
                                 {pixels(height * shares.upper), pixels(height * (1 - shares.upper))}, Qt::Vertical);
        }
        return;
    }
    const double hardware = std::max(width * shares.hardware, narrowestHardware);
    const double rest = width - hardware;
    const double views = rest / (shares.network + shares.chip + shares.inspector);
    m_window.resizeDocks({m_docks.hardware, m_docks.network, m_docks.chip, m_docks.inspector},
                         {pixels(hardware), pixels(views * shares.network), pixels(views * shares.chip),
                          pixels(views * shares.inspector)},
                         Qt::Horizontal);
    m_window.resizeDocks({m_docks.energy, m_docks.layers},
                         {pixels(rest * shares.energy), pixels(rest * (1 - shares.energy))}, Qt::Horizontal);
    m_window.resizeDocks({m_docks.network, m_docks.timeline, m_docks.energy},
                         {pixels(height * shares.upper), pixels(height * shares.timeline),
                          pixels(height * (1 - shares.upper - shares.timeline))},
                         Qt::Vertical);
}

} // namespace tilescape::ui::window
