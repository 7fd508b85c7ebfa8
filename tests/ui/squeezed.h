#pragma once

#include <QAbstractScrollArea>
#include <QLabel>
#include <QLayout>
#include <QStringList>
#include <QWidget>

namespace samples {

inline QString described(const QWidget& widget)
{
    const auto* label = qobject_cast<const QLabel*>(&widget);
    return QString::fromLatin1(widget.metaObject()->className()) + QLatin1Char(' ') + widget.objectName()
           + (label ? label->text().left(30) : QString());
}

/// What a panel shows with less room than it needs: smaller than its smallest size, outside what holds it, or text that wraps
/// into lines which are not seen. Only widgets that a layout places are asked; what scrolls has room.
inline QStringList squeezed(const QWidget& panel)
{
    QStringList faults;
    for (const QWidget* widget : panel.findChildren<QWidget*>()) {
        const QWidget* parent = widget->parentWidget();
        const bool isPart = qobject_cast<const QAbstractScrollArea*>(parent) != nullptr;
        if (!widget->isVisibleTo(&panel) || isPart || !parent->layout() || widget->isWindow()) {
            continue;
        }
        const QSize least = widget->minimumSizeHint().boundedTo(widget->maximumSize());
        if (widget->width() < least.width() || widget->height() < least.height()) {
            faults << QStringLiteral("%1 is %2 x %3, not %4 x %5")
                          .arg(described(*widget))
                          .arg(widget->width())
                          .arg(widget->height())
                          .arg(least.width())
                          .arg(least.height());
        } else if (!parent->rect().contains(widget->geometry())) {
            faults << described(*widget) + QStringLiteral(" leaves its place");
        }
        const auto* label = qobject_cast<const QLabel*>(widget);
        if (label && label->wordWrap() && label->height() < label->heightForWidth(label->width())) {
            faults << described(*widget) + QStringLiteral(" is cut");
        }
    }
    return faults;
}

} // namespace samples
