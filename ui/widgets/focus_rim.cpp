#include "ui/widgets/focus_rim.h"

#include <QEvent>
#include <QPainter>

namespace tilescape::ui::widgets {

FocusRim::FocusRim(QWidget* owner) : QWidget(owner)
{
    setObjectName(QStringLiteral("focusRim"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    owner->installEventFilter(this);
    hide();
}

bool FocusRim::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) {
        setVisible(event->type() == QEvent::FocusIn);
        raise();
    }
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::Resize) {
        setGeometry(parentWidget()->rect());
    }
    return QWidget::eventFilter(watched, event);
}

void FocusRim::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(QPen(palette().color(QPalette::Highlight), 1));
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

} // namespace tilescape::ui::widgets
