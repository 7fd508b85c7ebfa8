#include "ui/window/help_key.h"

#include <QApplication>
#include <QKeyEvent>
#include <QWidget>

#include <utility>

namespace tilescape::ui::window {

HelpKey::HelpKey(QWidget& window, std::function<void(const QWidget*)> show)
    : QObject(&window), m_window(window), m_show(std::move(show))
{
    qApp->installEventFilter(this);
}

bool HelpKey::eventFilter(QObject* watched, QEvent* event)
{
    const auto* widget = event->type() == QEvent::KeyPress ? qobject_cast<const QWidget*>(watched) : nullptr;
    const bool asked = widget && static_cast<QKeyEvent*>(event)->key() == Qt::Key_F1 && static_cast<QKeyEvent*>(event)->modifiers() == Qt::NoModifier;
    if (!asked || widget->window()->windowType() == Qt::Popup || widget->window() == &m_window) {
        return false;
    }
    for (const QObject* owner = widget->window(); owner; owner = owner->parent()) {
        if (owner == &m_window) {
            m_show(widget);
            return true;
        }
    }
    return false;
}

} // namespace tilescape::ui::window
