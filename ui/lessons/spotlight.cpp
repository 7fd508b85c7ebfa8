#include "ui/lessons/spotlight.h"

#include "ui/style/palette.h"

#include <QEvent>
#include <QPainter>

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
    if (m_target) {
        m_target->removeEventFilter(this);
    }
    m_target = target;
    if (m_target) {
        m_target->installEventFilter(this);
    }
    follow();
}

void Spotlight::follow()
{
    const bool seen = m_target && m_target->isVisible() && m_target->window() == parentWidget()->window();
    setVisible(seen);
    if (seen) {
        const QPoint corner = m_target->mapTo(parentWidget(), QPoint());
        setGeometry(QRect(corner, m_target->size()).adjusted(-rim, -rim, rim, rim));
        raise();
    }
}

bool Spotlight::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Move:
    case QEvent::Resize:
    case QEvent::Show:
    case QEvent::Hide: follow(); break;
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
