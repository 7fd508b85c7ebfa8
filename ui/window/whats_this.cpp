#include "ui/window/whats_this.h"

#include <QApplication>
#include <QHelpEvent>
#include <QWhatsThis>
#include <QWidget>

namespace tilescape::ui::window {

namespace {

/// The widget itself, or the nearest one around it that has something to say.
const QWidget* told(const QObject* object)
{
    const auto* widget = qobject_cast<const QWidget*>(object);
    while (widget && widget->toolTip().isEmpty() && widget->whatsThis().isEmpty()) {
        widget = widget->isWindow() ? nullptr : widget->parentWidget();
    }
    return widget;
}

} // namespace

WhatsThis::WhatsThis(QObject* parent) : QObject(parent) { qApp->installEventFilter(this); }

bool WhatsThis::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::QueryWhatsThis && event->type() != QEvent::WhatsThis) {
        return QObject::eventFilter(watched, event);
    }
    const QWidget* widget = told(watched);
    event->setAccepted(widget != nullptr);
    if (widget && event->type() == QEvent::WhatsThis) {
        QWhatsThis::showText(static_cast<QHelpEvent*>(event)->globalPos(), widget->whatsThis().isEmpty() ? widget->toolTip() : widget->whatsThis());
    }
    return widget != nullptr;
}

} // namespace tilescape::ui::window
