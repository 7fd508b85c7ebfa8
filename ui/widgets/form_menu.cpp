#include "ui/widgets/form_menu.h"

#include <QKeyEvent>
#include <QWidgetAction>

namespace tilescape::ui::widgets {

namespace {

bool takesTab(const QWidget& widget, const QWidget& form)
{
    return form.isAncestorOf(&widget) && (widget.focusPolicy() & Qt::TabFocus) != 0 && widget.isEnabled()
           && !widget.isHidden() && !widget.focusProxy();
}

/// The next of the form's boxes behind `from`, or before it; `from` itself if there is no other.
QWidget* boxBeside(QWidget* from, const QWidget& form, bool next)
{
    QWidget* box = from;
    do {
        box = next ? box->nextInFocusChain() : box->previousInFocusChain();
    } while (box != from && !takesTab(*box, form));
    return box;
}

} // namespace

FormMenu::FormMenu(const QString& title, QWidget* form, QWidget* parent) : QMenu(title, parent), m_form(form)
{
    auto* action = new QWidgetAction(this);
    action->setDefaultWidget(form);
    addAction(action);
    form->setFocusPolicy(Qt::TabFocus); // else the menu would not give it the keyboard
    connect(this, &QMenu::aboutToShow, this, [form] {
        form->setFocusProxy(nullptr);
        form->setFocusProxy(boxBeside(form, *form, true));
    });
}

bool FormMenu::focusNextPrevChild(bool next)
{
    QWidget* const from = focusWidget() && m_form->isAncestorOf(focusWidget()) ? focusWidget() : m_form;
    boxBeside(from, *m_form, next)->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return true;
}

/// What no box takes must not choose the form, as if it were an entry, and close the menu.
void FormMenu::keyPressEvent(QKeyEvent* event)
{
    const bool hasBox = focusWidget() && m_form->isAncestorOf(focusWidget());
    if (event->matches(QKeySequence::Cancel) || (!hasBox && event->key() == Qt::Key_Left)) {
        QMenu::keyPressEvent(event);
    } else if (event->key() == Qt::Key_Tab || event->key() == Qt::Key_Backtab) {
        focusNextPrevChild(event->key() == Qt::Key_Tab);
    } else {
        event->accept();
    }
}

void FormMenu::showEvent(QShowEvent* event)
{
    QMenu::showEvent(event);
    if (!qobject_cast<QMenu*>(parentWidget())) {
        m_form->setFocus(Qt::PopupFocusReason);
    }
}

} // namespace tilescape::ui::widgets
