#include "ui/widgets/box_events.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QSpinBox>

namespace tilescape::ui::widgets {

namespace {

QWidget* boxOf(QObject* watched)
{
    auto* widget = qobject_cast<QWidget*>(watched);
    const bool isBox = qobject_cast<QComboBox*>(widget) || qobject_cast<QAbstractSpinBox*>(widget);
    return isBox ? widget : nullptr;
}

/// Whether its text is something else than its value.
bool isTyped(const QSpinBox& box)
{
    const bool isSpecial = !box.specialValueText().isEmpty() && box.value() == box.minimum();
    QString shown = box.locale().toString(box.value());
    shown.remove(box.locale().groupSeparator());
    return box.cleanText() != (isSpecial ? box.specialValueText() : shown);
}

} // namespace

BoxEvents::BoxEvents(QObject* parent) : QObject(parent) { qApp->installEventFilter(this); }

bool BoxEvents::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Polish:
        if (QWidget* box = boxOf(watched); box && box->focusPolicy() == Qt::WheelFocus) {
            box->setFocusPolicy(Qt::StrongFocus); // else the wheel would give it the keyboard first
        }
        break;
    case QEvent::Wheel:
        if (const QWidget* box = boxOf(watched); box && !box->hasFocus()) {
            event->ignore();
            return true;
        }
        break;
    case QEvent::ShortcutOverride: {
        const auto* box = qobject_cast<QSpinBox*>(watched);
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Cancel) && QApplication::activePopupWidget()) {
            event->accept(); // what is open closes, and nothing else
            return true;
        }
        if (box && (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) && !isTyped(*box)) {
            event->ignore();
            return true;
        }
        break;
    }
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace tilescape::ui::widgets
