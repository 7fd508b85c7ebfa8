#include "ui/widgets/seen_updates.h"

#include <QDockWidget>
#include <QEvent>
#include <QWidget>

#include <utility>

namespace tilescape::ui::widgets {

SeenUpdates::SeenUpdates(QWidget* view, std::function<void()> refresh, Start start)
    : QObject(view),
      m_view(view),
      m_refresh(std::move(refresh)),
      m_missed(start == Start::OutOfDate),
      m_begun(start == Start::UpToDate)
{
    m_view->installEventFilter(this);
}

bool SeenUpdates::isSeen() const
{
    const QWidget* window = m_view->window();
    if (!window->isVisible()) {
        const bool hidden = window->testAttribute(Qt::WA_WState_ExplicitShowHide);
        return m_begun && !hidden && (m_view == window || m_view->isVisibleTo(window));
    }
    return m_view->isVisible() && !m_view->visibleRegion().isEmpty();
}

void SeenUpdates::request()
{
    m_missed = true;
    if (isSeen()) {
        catchUp();
    }
}

void SeenUpdates::request(const std::function<void()>& refreshPart)
{
    if (isSeen() && !m_missed) {
        refreshPart();
    } else {
        request();
    }
}

void SeenUpdates::catchUp()
{
    if (std::exchange(m_missed, false)) {
        ++m_refreshes;
        m_refresh();
    }
}

void SeenUpdates::followDock()
{
    QWidget* ancestor = m_view;
    while (ancestor && !qobject_cast<QDockWidget*>(ancestor)) {
        ancestor = ancestor->parentWidget();
    }
    if (ancestor != m_dock) {
        if (m_dock) {
            m_dock->disconnect(this);
        }
        m_dock = qobject_cast<QDockWidget*>(ancestor);
        if (m_dock) {
            connect(m_dock, &QDockWidget::visibilityChanged, this, [this](bool visible) {
                if (visible) {
                    catchUp();
                }
            });
        }
    }
}

bool SeenUpdates::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Show) {
        m_begun = true;
        followDock();
        catchUp();
    } else if (event->type() == QEvent::Paint && m_missed) {
        // Not from within the painting: what is refreshed asks to be painted itself.
        QMetaObject::invokeMethod(this, &SeenUpdates::catchUp, Qt::QueuedConnection);
    }
    return QObject::eventFilter(watched, event);
}

} // namespace tilescape::ui::widgets
