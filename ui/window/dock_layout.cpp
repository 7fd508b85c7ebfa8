#include "ui/window/dock_layout.h"

#include <QApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QPointer>
#include <QScopedValueRollback>
#include <QScreen>
#include <QSettings>
#include <QTabBar>

#include <algorithm>
#include <utility>

namespace tilescape::ui::window {

namespace {

constexpr int layoutVersion = 10; ///< another number forgets saved layouts: raise it when docks come or go
constexpr QSize usualSize{1680, 1040};
constexpr QSize roomOfFrame{8, 44}; ///< title and edges that the desktop draws around a window
constexpr int wideFrom = 1600;
constexpr int normalFrom = 1200;
constexpr int stackedFrom = 520; ///< height from which two panels stand one above the other
const QString geometryKey = QStringLiteral("window/geometry");
const QString layoutKey = QStringLiteral("window/layout");
const QString byHandKey = QStringLiteral("window/layoutByHand");
const QString taskKey = QStringLiteral("window/layoutTask");

void hideTitle(QDockWidget& dock, bool hide)
{
    if (hide != (dock.titleBarWidget() != nullptr)) {
        QWidget* old = dock.titleBarWidget();
        dock.setTitleBarWidget(hide ? new QWidget(&dock) : nullptr);
        if (old) {
            old->deleteLater();
        }
    }
}

} // namespace

Room roomFor(QSize window)
{
    if (window.height() < stackedFrom) {
        return Room::Low;
    }
    return window.width() >= wideFrom ? Room::Wide : window.width() >= normalFrom ? Room::Normal : Room::Small;
}

std::vector<QDockWidget*> Docks::closedAtFirst() const
{
    std::vector<QDockWidget*> closed{comparison, analysis, explore, peArray, tensors, program, lesson};
    closed.insert(closed.end(), training.begin(), training.end());
    return closed;
}

std::vector<QDockWidget*> Docks::all() const
{
    std::vector<QDockWidget*> docks{hardware, network, chip, inspector, energy, layers, problems, timeline};
    docks.insert(docks.end(), training.begin(), training.end());
    docks.push_back(comparison);
    docks.push_back(peArray);
    docks.push_back(tensors);
    docks.push_back(analysis);
    docks.push_back(explore);
    docks.push_back(program);
    docks.push_back(lesson);
    return docks;
}

DockLayout::DockLayout(QMainWindow& window, Docks docks) : QObject(&window), m_window(window), m_docks(std::move(docks))
{
    for (QDockWidget* dock : m_docks.all()) {
        connect(dock, &QDockWidget::dockLocationChanged, this, &DockLayout::changed);
        connect(dock, &QDockWidget::topLevelChanged, this, &DockLayout::changed);
        connect(dock, &QDockWidget::visibilityChanged, this, &DockLayout::changedTabs);
    }
    m_titles.setSingleShot(true);
    connect(&m_titles, &QTimer::timeout, this, [this] {
        refreshTitles();
        // A lesson takes its width from all other panels.
        const bool hasLesson = !m_docks.lesson->isHidden();
        if (hasLesson != m_hadLesson) {
            m_hadLesson = hasLesson;
            follow(m_window.size());
        }
    });
    reset();
}

void DockLayout::changed()
{
    m_byHand = m_byHand || !m_arranging;
    changedTabs();
}

void DockLayout::changedTabs() { m_titles.start(0); } // once the window has noted who shares a place with whom

void DockLayout::refreshTitles()
{
    for (QDockWidget* dock : m_docks.all()) {
        const QList<QDockWidget*> beside = m_window.tabifiedDockWidgets(dock);
        const bool tab = std::any_of(beside.begin(), beside.end(), [](const QDockWidget* other) { return !other->isHidden(); });
        hideTitle(*dock, tab && !dock->isFloating());
    }
    // Tabs that have no room side by side scroll: "N…" names no panel.
    for (QTabBar* tabs : m_window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        tabs->setElideMode(Qt::ElideNone);
        tabs->setUsesScrollButtons(true);
    }
}

void DockLayout::use(Task task)
{
    if (m_room == roomFor(m_window.size()) && m_window.isVisible()) {
        m_earlier = standing();
    }
    m_byHand = false;
    m_task = task;
    std::vector<QDockWidget*> open;
    std::vector<QDockWidget*> onTop;
    const Room room = roomFor(m_window.size());
    for (const TaskColumn& column : columnsOf(task, m_docks, room)) {
        for (const TaskRow& row : column.rows) {
            open.insert(open.end(), row.tabs.begin(), row.tabs.end());
            onTop.push_back(row.tabs.front());
        }
    }
    if (task == Task::Free) {
        const std::vector<QDockWidget*> closed = m_docks.closedAtFirst();
        for (QDockWidget* dock : m_docks.all()) {
            if (std::find(closed.begin(), closed.end(), dock) == closed.end()) {
                open.push_back(dock);
            }
        }
    }
    arrange(room, open, onTop);
    Q_EMIT taskChanged();
}

DockLayout::Standing DockLayout::standing() const
{
    return {m_window.saveState(layoutVersion), m_room, m_task, m_byHand};
}

void DockLayout::stand(const Standing& standing)
{
    {
        const QScopedValueRollback busy(m_arranging, true);
        m_window.restoreState(standing.state, layoutVersion);
    }
    m_room = standing.room;
    m_task = standing.task;
    m_byHand = standing.byHand;
    refreshTitles();
    follow(m_window.size()); // which may be another than then
    Q_EMIT taskChanged();
}

void DockLayout::swapBack() { stand(std::exchange(m_earlier, standing())); }

void DockLayout::resume()
{
    if (isSuspended()) {
        stand(*std::exchange(m_suspended, std::nullopt));
    }
}

void DockLayout::follow(QSize size)
{
    if (m_byHand || isSuspended()) {
        return;
    }
    if (!isPlacedFor(size)) {
        arrange(roomFor(size));
    } else {
        this->size(size);
    }
}

/// Where all is one place, a lesson has the column of the parameters, which join the others.
bool DockLayout::isPlacedFor(QSize window) const
{
    const Room room = roomFor(window);
    return room == m_room && (room != Room::Low || m_besideLesson == !m_docks.lesson->isHidden());
}

void DockLayout::arrange(Room room)
{
    const QPointer<QWidget> keyboard = QApplication::focusWidget();
    QDockWidget* used = nullptr;
    std::vector<QDockWidget*> open;
    std::vector<QDockWidget*> onTop;
    for (QDockWidget* dock : m_docks.all()) {
        used = dock->isAncestorOf(keyboard) ? dock : used;
        if (!dock->isHidden()) {
            open.push_back(dock);
        }
        if (!dock->visibleRegion().isEmpty()) {
            onTop.push_back(dock);
        }
    }
    arrange(room, open, onTop);
    if (used
        && keyboard) { // else one beside it that is now a tab of the same place would hide it, and take the keyboard
        used->raise();
        keyboard->setFocus();
    }
}

void DockLayout::arrange(Room room, const std::vector<QDockWidget*>& open, const std::vector<QDockWidget*>& onTop)
{
    {
        const QScopedValueRollback busy(m_arranging, true);
        m_room = room;
        m_besideLesson = std::find(open.begin(), open.end(), m_docks.lesson) != open.end();
        for (QDockWidget* dock : m_docks.all()) {
            dock->setFloating(false);
            m_window.removeDockWidget(dock);
        }
        place(room);
        for (QDockWidget* dock : m_docks.all()) {
            dock->setVisible(std::find(open.begin(), open.end(), dock) != open.end());
        }
        raiseTabs(onTop);
    }
    refreshTitles();
    size(m_window.size());
}

void DockLayout::save() const
{
    const Standing now = m_suspended.value_or(standing());
    QSettings settings;
    settings.setValue(geometryKey, m_window.saveGeometry());
    settings.setValue(layoutKey, now.state);
    settings.setValue(byHandKey, now.byHand);
    settings.setValue(taskKey, static_cast<int>(now.task));
}

/// Of a window as large as the screen the system takes care.
void DockLayout::fitInto(const QRect& room, QSize wanted)
{
    if (m_window.isMaximized() || m_window.isFullScreen()) {
        return;
    }
    const QSize size = wanted.boundedTo(room.size() - roomOfFrame);
    if (size != m_window.size()) {
        m_window.resize(size);
    }
    const QPoint place = m_window.pos();
    const QPoint last = QPoint(room.x() + room.width() - size.width(), room.y() + room.height() - size.height());
    const QPoint within(std::clamp(place.x(), room.left(), std::max(room.left(), last.x())),
                        std::clamp(place.y(), room.top(), std::max(room.top(), last.y())));
    if (size != wanted && within != place) {
        m_window.move(within);
    }
}

void DockLayout::restore()
{
    const QSettings settings;
    const bool isKnown = m_window.restoreGeometry(settings.value(geometryKey).toByteArray());
    const QScreen* screen = isKnown ? m_window.screen() : QGuiApplication::primaryScreen();
    if (screen) { // which may be smaller than the one that the window was on
        fitInto(screen->availableGeometry(), isKnown ? m_window.size() : usualSize);
    } else if (!isKnown) {
        m_window.resize(usualSize);
    }
    bool known = false;
    {
        const QScopedValueRollback busy(m_arranging, true);
        known = m_window.restoreState(settings.value(layoutKey).toByteArray(), layoutVersion);
    }
    m_byHand = known && settings.value(byHandKey).toBool();
    m_task = known ? static_cast<Task>(std::clamp(settings.value(taskKey).toInt(), 0, static_cast<int>(Task::Print))) : Task::Free;
    if (!m_byHand) {
        arrange(roomFor(m_window.size())); // which panels are open, the settings have told
    }
    refreshTitles();
    Q_EMIT taskChanged();
}

} // namespace tilescape::ui::window
