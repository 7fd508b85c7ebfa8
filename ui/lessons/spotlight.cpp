#include "ui/lessons/spotlight.h"

#include "ui/style/palette.h"

#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QPainter>
#include <QTabBar>

namespace tilescape::ui::lessons {

namespace {
constexpr int rim = 4;
}

Spotlight::Spotlight(QWidget* window) : QWidget(window)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
    hide();
}

void Spotlight::show(QWidget* target)
{
    // What moves it: any widget that it lies in.
    for (QWidget* at = m_target; at && at != parentWidget(); at = at->parentWidget()) {
        at->removeEventFilter(this);
    }
    m_target = target;
    for (QWidget* at = m_target; at && at != parentWidget(); at = at->parentWidget()) {
        at->installEventFilter(this);
    }
    follow();
}

/// In the window; empty if it is scrolled away, closed, or a tab behind another.
QRect Spotlight::seenPart() const
{
    if (!m_target->isVisible() || m_target->window() != parentWidget()->window()) {
        return {};
    }
    QRect seen = m_target->rect();
    for (const QWidget* at = m_target; at != parentWidget(); at = at->parentWidget()) {
        seen = seen.translated(at->pos()) & at->parentWidget()->rect();
    }
    return seen;
}

/// What is clicked to see the target's panel.
QRect Spotlight::wayToTarget() const
{
    const QWidget* dock = m_target;
    while (dock && !qobject_cast<const QDockWidget*>(dock)) {
        dock = dock->parentWidget();
    }
    const auto* window = qobject_cast<const QMainWindow*>(parentWidget());
    if (!dock || !window || dock->window() != window) {
        return {};
    }
    for (const QTabBar* tabs : window->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        for (int tab = 0; tabs->isVisible() && tab < tabs->count(); ++tab) {
            if (tabs->tabText(tab) == dock->windowTitle() && tab != tabs->currentIndex()) {
                return tabs->tabRect(tab).translated(tabs->pos()) & tabs->geometry();
            }
        }
    }
    for (QAction* menu : window->menuBar()->actions()) {
        if (menu->menu() && menu->menu()->objectName() == QStringLiteral("menuView") && dock->isHidden()) {
            return window->menuBar()->actionGeometry(menu).translated(window->menuBar()->pos());
        }
    }
    return {};
}

void Spotlight::follow()
{
    QRect frame = m_target ? seenPart() : QRect();
    frame = m_target && frame.isEmpty() ? wayToTarget() : frame;
    setVisible(!frame.isEmpty());
    if (!frame.isEmpty()) {
        setGeometry(frame.adjusted(-rim, -rim, rim, rim));
        raise();
    }
}

bool Spotlight::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Move:
    case QEvent::Resize:
    case QEvent::Show:
    case QEvent::Hide:
        follow();
        QMetaObject::invokeMethod(this, &Spotlight::follow, Qt::QueuedConnection); // once the window has placed all that moves with it
        break;
    default: break;
    }
    return QWidget::eventFilter(watched, event);
}

void Spotlight::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(style::categorical(1), rim - 1));
    painter.drawRoundedRect(QRectF(rect()).adjusted(2, 2, -2, -2), 5, 5);
}

} // namespace tilescape::ui::lessons
